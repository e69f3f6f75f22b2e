//! How a record writes the options that were offered, and which decisions a recorded one may be.

use serde_json::Value;

use super::{ANY, Decision, Fields, plain};

impl Decision {
    pub(super) fn has(&self, fields: &Fields) -> bool {
        let is = |value: &str, found: &Value| value == ANY || plain(found) == value;
        self.when.iter().all(|(name, value)| fields.get(name).is_some_and(|v| is(value, v)))
    }

    /// The fields of an option with those that the record must have; nothing if they are others.
    fn with_conditions(&self, mut fields: Fields) -> Option<Fields> {
        for (name, value) in self.when.iter().filter(|(_, value)| *value != ANY) {
            fields.entry(name).or_insert_with(|| value.as_str().into());
        }
        Some(fields).filter(|fields| self.has(fields))
    }

    /// Whether it is known how the record writes such an option.
    pub(crate) fn reads_offered(&self) -> bool {
        self.offered.is_some()
    }

    /// The fields of an option as the record writes it; nothing if it is written otherwise.
    ///
    /// The pattern has a word for each word of the text: `{name}` takes any, a list of numbers as a list.
    pub(crate) fn read_offered(&self, offered: &str) -> Option<Fields> {
        let pattern = self.offered.as_deref()?;
        let (mut words, mut wanted) = (offered.split(' '), pattern.split(' '));
        let mut fields = Fields::new();
        loop {
            match (words.next(), wanted.next()) {
                (None, None) => return self.with_conditions(fields),
                (Some(word), Some(want)) => {
                    match want.strip_prefix('{').and_then(|w| w.strip_suffix('}')) {
                        Some(name) => put(&mut fields, name, read_word(word)),
                        None if word == want => {}
                        None => return None,
                    }
                }
                _ => return None,
            }
        }
    }
}

/// Puts a value into an object, or with `a.b` into the object `a` of it.
fn put(fields: &mut Fields, name: &str, value: Value) {
    match name.split_once('.') {
        None => {
            fields.insert(name.to_owned(), value);
        }
        Some((object, inner)) => {
            let object = fields.entry(object).or_insert_with(|| Fields::new().into());
            if let Some(object) = object.as_object_mut() {
                put(object, inner, value);
            }
        }
    }
}

fn read_word(word: &str) -> Value {
    let numbers: Option<Vec<i64>> = word.split(',').map(|n| n.parse().ok()).collect();
    match numbers {
        Some(numbers) if numbers.len() > 1 => numbers.into(),
        _ => word.into(),
    }
}
