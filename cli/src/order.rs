//! `carc explain order`: the course of the game with every step, hook, offer, adjustment and prohibition, and why
//! it stands there.

use abi::Program;
use toolkit::{Amended, Backend, Explanation, Placed, adjusted, forbidden};

use crate::{
    args::RulesChoice,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
};

/// Writes the order of the chosen rules.
pub(crate) fn run(choice: &RulesChoice, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, names) = Shelf::open(&choice.with())?;
    let setting = shelf.setting(names, choice)?;
    let compiled = shelf.build(&setting, Backend::Native)?;
    let teller = Teller { program: &compiled.program };
    teller.all(&compiled.explanation, screen)?;
    teller.amended("adjusted questions", "adjust ", &adjusted(&compiled.rules), screen)?;
    teller.amended("prohibitions", "forbid ", &forbidden(&compiled.rules), screen)?;
    Ok(Verdict::Good)
}

struct Teller<'a> {
    program: &'a Program,
}

impl Teller<'_> {
    fn all(&self, order: &Explanation, screen: &mut Screen<'_>) -> Result<(), Failure> {
        let program = self.program;
        let names: Vec<&str> = program.expansions.iter().map(|(name, _)| name.as_str()).collect();
        screen.line(&format!("The order of {}\n", names.join(", ")))?;
        for course in &order.courses {
            screen.line(&screen.paint(Style::Bold, course.name))?;
            for phase in &course.phases {
                let name = format!("  {}", phase.name);
                let style = if phase.steps.is_empty() { Style::Dim } else { Style::Bold };
                screen.line(&screen.paint(style, &name))?;
                self.list(&said(&phase.name, &phase.steps), "", screen)?;
            }
        }
        if !order.menus.is_empty() {
            screen.line(&format!("\n{}", screen.paint(Style::Bold, "menus")))?;
        }
        for menu in &order.menus {
            screen.line(&format!("  {}", screen.paint(Style::Bold, &menu.name)))?;
            self.list(&menu.offers, "", screen)?;
        }
        if !order.deeds.is_empty() {
            screen.line(&format!("\n{}", screen.paint(Style::Bold, "deeds with hooks")))?;
        }
        for moment in &order.deeds {
            screen.line(&format!("  {}", screen.paint(Style::Bold, &moment.deed)))?;
            self.list(&moment.before, "before: ", screen)?;
            self.list(&moment.instead, "instead: ", screen)?;
            self.list(&moment.after, "after: ", screen)?;
        }
        Ok(())
    }

    /// Lines that change what is seen; the word that all of them begin with is left out.
    fn amended(
        &self,
        title: &str,
        word: &str,
        all: &[Amended],
        screen: &mut Screen<'_>,
    ) -> Result<(), Failure> {
        if !all.is_empty() {
            screen.line(&format!("\n{}", screen.paint(Style::Bold, title)))?;
        }
        for Amended { name, lines } in all {
            screen.line(&format!("  {}", screen.paint(Style::Bold, name)))?;
            let mut lines = lines.clone();
            for line in &mut lines {
                line.name = harmless(line.name.strip_prefix(word).unwrap_or(&line.name));
            }
            self.list(&lines, "", screen)?;
        }
        Ok(())
    }

    /// One line for each: its name, where it is written with what it cites, and why it stands here.
    fn list(
        &self,
        placed: &[Placed],
        moment: &str,
        screen: &mut Screen<'_>,
    ) -> Result<(), Failure> {
        for one in placed {
            let name = format!("{moment}{}", short(&one.name));
            let name = screen.paint(Style::Cyan, &format!("{name:<24}"));
            let place = format!("{:<34}", self.place(one));
            let why = screen.paint(Style::Dim, &one.why);
            screen.line(format!("    {name}  {place}  {why}").trim_end())?;
        }
        Ok(())
    }

    /// `crop_circles/rules.carc:24 [C4]`
    fn place(&self, placed: &Placed) -> String {
        let Some(origin) = self.program.origins.get(placed.origin.index()) else {
            return placed.expansion.clone();
        };
        let place = format!("{}:{}", origin.file, origin.line);
        match origin.statements[..] {
            [] => place,
            _ => format!("{place} [{}]", origin.statements.join(", ")),
        }
    }
}

/// The steps of a phase; the first one stands there because it names the phase.
fn said(phase: &str, steps: &[Placed]) -> Vec<Placed> {
    let mut steps = steps.to_vec();
    let alone = steps.len() == 1;
    if let Some(first) = steps.first_mut().filter(|step| !step.why.starts_with("it says")) {
        let rest = if alone { "alone there" } else { first.why.as_str() };
        first.why = format!("it says `in {phase}`, {rest}");
    }
    steps
}

/// The head of a hook without its body.
fn short(name: &str) -> &str {
    let head = name.split('{').next().unwrap_or(name).trim();
    let moments = ["before ", "after ", "instead of "];
    moments.iter().find_map(|moment| head.strip_prefix(moment)).unwrap_or(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_are_named_by_their_heads() {
        assert_eq!(short("after p wins { p.winner = true }"), "p wins");
        assert_eq!(short("instead of eat(m) when m.tile.hill { }"), "eat(m) when m.tile.hill");
        assert_eq!(short("go_home"), "go_home");
    }
}
