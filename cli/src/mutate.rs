//! `carc test --mutate`: small changes of rules, and those that no scenario notices.

use toolkit::{Backend, Budget, Example, Fate, Setting, examples, mutate};

use crate::{
    args::Test,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
};

/// Tries changes of the first of the named expansions on the scenarios of the others; of all that play it if no other is
/// named.
pub(crate) fn run(
    arguments: &Test,
    shelf: &Shelf,
    names: &[String],
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let home = names.first().and_then(|name| shelf.library.get(name));
    let Some(home) = home else {
        return Err(Failure::Misused("name an expansion whose rules are to be changed".to_owned()));
    };
    // Where the rules have mistakes as they are, changes of them show nothing.
    let setting = Setting { expansions: vec![home.name.clone()], ..Setting::default() };
    shelf.build(&setting, Backend::Eval)?;
    let all = scenarios(shelf, names);
    let budget = Budget { limit: arguments.limit, seed: arguments.seed };
    let found = mutate(&shelf.texts, home, &all, budget);
    let found = found.map_err(|text| Failure::Wrong(harmless(&text)))?;
    let count = |wanted: fn(&Fate) -> bool| found.tried.iter().filter(|(_, f)| wanted(f)).count();
    let noticed = count(|fate| matches!(fate, Fate::Noticed(_)));
    let refused = count(|fate| matches!(fate, Fate::Refused));
    let explained = count(|fate| matches!(fate, Fate::Survived(Some(_))));
    let survivors: Vec<_> = found.survivors().collect();
    for mutant in &survivors {
        let place = format!("{}:{}", mutant.file, mutant.line);
        let word = screen.paint(Style::Yellow, "unnoticed");
        screen.line(&format!("{word}  {}: {}", harmless(&place), harmless(&mutant.shown)))?;
    }
    for text in &found.stale {
        screen.line(&format!("{}      {}", screen.paint(Style::Red, "stale"), harmless(text)))?;
    }
    if !survivors.is_empty() || !found.stale.is_empty() {
        screen.line("")?;
    }
    let tried = found.tried.len();
    let of = if tried < found.all { format!(" of {}", found.all) } else { String::new() };
    let changes = if found.all == 1 { "change" } else { "changes" };
    screen.line(&format!(
        "{}: {tried}{of} {changes}, {refused} do not compile, {noticed} noticed, {explained} explained, {} unnoticed",
        harmless(&home.name),
        survivors.len()
    ))?;
    Ok(Verdict::of(survivors.is_empty() && found.stale.is_empty()))
}

/// The scenarios that may notice a change of the first of some expansions, its own first.
fn scenarios(shelf: &Shelf, names: &[String]) -> Vec<Example> {
    let (home, others) = (&names[0], &names[1..]);
    let all = shelf.entries.iter().map(|entry| &entry.name).filter(|name| *name != home);
    let chosen: Vec<&String> = match others {
        [] => [home].into_iter().chain(all).collect(),
        _ => others.iter().collect(),
    };
    let found = chosen.into_iter().flat_map(|name| examples(&shelf.texts, name));
    found.filter(|e| shelf.texts.closure(&e.setting.expansions).contains(home)).collect()
}
