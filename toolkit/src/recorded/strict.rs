//! A line of JSON in which every key stands once: the usual reader takes the last of several.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

/// Any JSON without doubled keys.
pub(crate) struct Strict(pub(crate) Value);

/// How the complaint about a doubled key begins; whoever tells it knows it by that.
pub(crate) const TWICE: &str = "there are two fields `";

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OfAny).map(Self)
    }
}

struct OfAny;

impl<'de> Visitor<'de> for OfAny {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((key, Strict(value))) = object.next_entry::<String, Strict>()? {
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format!("{TWICE}{key}`")));
            }
            fields.insert(key, value);
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_stands_once_in_its_object() {
        let read = |text: &str| serde_json::from_str::<Strict>(text).map(|strict| strict.0);
        let text = r#"{"a": [1, -2, 1.5, null, true, "x"], "b": {"a": 3}}"#;
        assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        for twice in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "b": 2, "a": 3}}]"#] {
            assert!(read(twice).unwrap_err().to_string().starts_with("there are two fields `a`"));
        }
        assert!(read(&"[".repeat(100_000)).is_err(), "nobody nests so deeply");
    }
}
