//! What the set-up of a record means: which expansions play, with which options. A name that means nothing here
//! is an error of the record: it was played by other rules.

use serde_json::Value;

use super::{Fields, Plays, RecordWords, plain};

/// The parts of a set-up that hold no switches.
const OTHERS: [&str; 2] = ["sets", "start"];
/// The value of a switch that a set-up does not have.
const ABSENT: &str = "absent";
/// The part whose switches put something into play, whatever else does.
const ELEMENTS: &str = "elements";

impl RecordWords {
    /// The expansion and our name of a set of tiles.
    pub(crate) fn set(&self, set: &str) -> Option<(&str, Option<&str>)> {
        self.sets.get(set).map(|(expansion, ours)| (expansion.as_str(), ours.as_deref()))
    }

    /// The expansions whose rules play, by name; `with_tiles` are those of which tiles do.
    pub(crate) fn playing(&self, setup: &Fields, with_tiles: &[&str]) -> Vec<String> {
        let on = |plays: &&Plays| {
            let switch = setup.get(&plays.from).and_then(|from| from.get(&plays.name));
            switch.is_some_and(is_on)
        };
        let switched = self.plays.iter().filter(|(_, plays)| on(plays)).map(|(name, _)| name);
        let others = with_tiles.iter().filter(|name| !self.plays.contains_key(**name));
        let mut playing: Vec<String> =
            switched.cloned().chain(others.map(|name| (*name).to_owned())).collect();
        playing.sort();
        playing.dedup();
        playing
    }

    /// The options that a record's switches mean, of the expansions that play.
    pub(crate) fn options(
        &self,
        setup: &Fields,
        plays: &[String],
    ) -> Vec<(Option<String>, String, String)> {
        let mut options = Vec::new();
        for (expansion, switch) in self.setup.iter().filter(|(e, _)| plays.contains(e)) {
            let value = setup.get(&switch.from).and_then(|from| from.get(&switch.name));
            let value = match value {
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
                None => ABSENT.to_owned(),
            };
            let ours = match &switch.values {
                Some(values) => values.get(&value).cloned(),
                None => Some(value).filter(|v| v != ABSENT),
            };
            if let Some(ours) = ours {
                options.push((Some(expansion.clone()), switch.option.clone(), ours));
            }
        }
        options
    }

    /// Nothing of the set-up may be unknown, or of other rules than those of the expansions that play.
    pub(crate) fn check_setup(&self, setup: &Fields, plays: &[String]) -> Result<(), String> {
        for (from, switches) in setup.iter().filter(|(from, _)| !OTHERS.contains(&from.as_str())) {
            for (name, value) in switches.as_object().into_iter().flatten() {
                let homes = self.homes(from, name);
                if homes.is_empty() {
                    self.check_unused(setup, from, name)?;
                } else if from == ELEMENTS
                    && is_on(value)
                    && !homes.iter().any(|h| plays.contains(h))
                {
                    let homes: Vec<&str> = homes.iter().map(|home| home.as_str()).collect();
                    return Err(format!(
                        "`{name}` of `{from}` is one of {}, which does not play",
                        homes.join(", ")
                    ));
                }
            }
        }
        let value = |from: &str, name: &str| setup.get(from).and_then(|from| from.get(name));
        for (_, switch) in self.setup.iter().filter(|(home, _)| plays.contains(home)) {
            if let (Some(values), Some(value)) = (&switch.values, value(&switch.from, &switch.name))
                && !values.contains_key(&plain(value))
            {
                return Err(format!("`{}` of `{}` is {value}", switch.name, switch.from));
            }
            // Where its absence means nothing, nobody knows which option was played with.
            let may_lack = switch.values.as_ref().is_some_and(|v| v.contains_key(ABSENT));
            if !may_lack && value(&switch.from, &switch.name).is_none() {
                return Err(format!("`{}` of `{}` is absent", switch.name, switch.from));
            }
        }
        let sets = setup.get("sets").and_then(Value::as_object);
        let has = |set: &String| sets.is_some_and(|sets| sets.contains_key(set));
        for (_, always) in self.always.iter().filter(|(home, _)| plays.contains(home)) {
            let found = value(&always.from, &always.name).map_or_else(|| ABSENT.into(), plain);
            if found != always.value && always.with.as_ref().is_none_or(has) {
                let (name, from, value) = (&always.name, &always.from, &always.value);
                return Err(format!("`{name}` of `{from}` is {found}, and only {value} is known"));
            }
        }
        Ok(())
    }

    /// The expansions to which a switch means something.
    fn homes(&self, from: &str, name: &str) -> Vec<&String> {
        let is = |of: &str, called: &str| of == from && called == name;
        let plays = self.plays.iter().filter(|(_, p)| is(&p.from, &p.name)).map(|(home, _)| home);
        let setup = self.setup.iter().filter(|(_, s)| is(&s.from, &s.name)).map(|(home, _)| home);
        let always = self.always.iter().filter(|(_, a)| is(&a.from, &a.name)).map(|(home, _)| home);
        plays.chain(setup).chain(always).collect()
    }

    /// A switch to which no expansion gives a meaning must be known to have none here.
    fn check_unused(&self, setup: &Fields, from: &str, name: &str) -> Result<(), String> {
        let unused = self.unused.iter().find(|u| u.from == from && u.name == name);
        let unused = unused.ok_or_else(|| format!("`{name}` of `{from}` is unknown"))?;
        let Plays { from: of, name: other } = &unused.without;
        match setup.get(of).and_then(|of| of.get(other)).is_some_and(is_on) {
            true => Err(format!("`{name}` of `{from}` is unknown, and `{other}` is on")),
            false => Ok(()),
        }
    }
}

/// Whether a switch is on.
fn is_on(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && value.as_i64() != Some(0)
}
