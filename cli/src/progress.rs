//! How far work is that takes long, on a terminal.

use std::{
    fmt,
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// How often a bar shows that time passes while nothing is finished.
const TICK: Duration = Duration::from_millis(500);

/// A bar on a terminal for so many things, which has their name; elsewhere nothing.
pub(crate) fn bar(count: u64, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count).with_style(style(things));
    bar.enable_steady_tick(TICK);
    bar
}

fn style(things: &str) -> ProgressStyle {
    let template =
        format!("{{wide_bar}} {{human_pos}} of {{human_len}} {things}, {{elapsed}}{{left}}");
    let style = ProgressStyle::with_template(&template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", left)
}

/// How long it will still take, once there is anything to reckon by.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        // Nobody misses it if it cannot be written.
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

#[cfg(test)]
mod tests {
    use indicatif::ProgressDrawTarget;

    use super::*;

    #[test]
    fn bars_can_be_drawn_and_are_hidden_where_nobody_looks() {
        let template = ProgressStyle::with_template("{wide_bar} {left}");
        assert!(template.is_ok(), "keys of our own are no mistake");
        let bar = ProgressBar::with_draw_target(Some(3), ProgressDrawTarget::hidden());
        bar.with_style(style("pairs")).inc(1);
        if !io::stderr().is_terminal() {
            assert!(super::bar(3, "pairs").is_hidden());
        }
    }
}
