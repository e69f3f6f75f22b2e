//! `carc watch --test`: at every save the scenarios of what changed.

use std::sync::mpsc::channel;

use toolkit::{Clock, Former, Made, Setting, Workshop};

use super::{Heard, follow, followed, plain::read_lines, plan};
use crate::{
    args::Watch,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
    stopwatch::shown,
    test::scenarios,
};

/// Runs the scenarios of what plays, then those of what changes, until the input ends; how the last ones ended.
pub(super) fn run(
    arguments: &Watch,
    mut shelf: Shelf,
    setting: &Setting,
    clock: Clock,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let (sender, heard) = channel();
    let plan = plan(arguments, &shelf, setting, clock);
    let backend = plan.backend;
    let _follower =
        follow(plan, &shelf.library, shelf.texts.clone(), Former::default(), sender.clone())?;
    let plays = shelf.texts.closure(&setting.expansions);
    let mut verdict = scenarios(&shelf, &plays, None, backend, screen)?;
    screen.line(&screen.paint(Style::Dim, &followed(&shelf, setting)))?;
    screen.flush()?;
    read_lines(sender)?;
    while let Ok(heard) = heard.recv() {
        let news = match heard {
            Heard::News(news) => *news,
            Heard::Line(None) | Heard::Leave => break,
            Heard::Line(Some(line)) if matches!(line.trim(), "q" | "quit") => break,
            Heard::Line(Some(_)) | Heard::Terminal(_) => continue,
        };
        let files: Vec<String> = news.look.files.iter().map(|file| harmless(file)).collect();
        let head = screen.paint(Style::Bold, &files.join(", "));
        let times = format!("wait {}, compile {}", shown(news.wait), shown(news.compile));
        screen.line(&format!("\n{head}  {}", screen.paint(Style::Dim, &times)))?;
        match &news.look.made {
            Made::Broken(report) => {
                let text = report.render_plain(news.look.texts.sources());
                screen.text(&harmless(&text))?;
                verdict = Verdict::Bad;
            }
            Made::Rules(..) => {
                let touched = Workshop::touched(&news.look, setting);
                shelf = shelf.renewed(news.look.library, news.look.texts);
                verdict = scenarios(&shelf, &touched, None, backend, screen)?;
            }
        }
        screen.flush()?;
    }
    Ok(verdict)
}
