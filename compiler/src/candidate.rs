//! A word that could be written at a place, and what a question or deed takes and gives.

use abi::Ty;

use crate::{meaning::Meaning, notes::Seen, typed::Rules};

/// The parameters of a question or deed with a name, and the type of its value if it gives one.
pub type Signature = (Vec<(String, Ty)>, Option<Ty>);

/// A word that could be written at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The word.
    pub word: String,
    /// What it would mean.
    pub seen: Seen,
    /// The type of its value there, if it has one.
    pub ty: Option<Ty>,
    /// The types of what follows it in parentheses, with the names of parameters that have some; nothing for a
    /// word without parentheses.
    pub parameters: Option<Vec<(String, Ty)>>,
}

/// The parameters and the value of a question or deed with a name.
pub(crate) fn signature(rules: &Rules, meaning: Meaning) -> Option<Signature> {
    let (locals, count, result) = match meaning {
        Meaning::Function(id) => {
            let def = &rules.functions[id.index()];
            (&def.body.locals, def.body.params, Some(def.result))
        }
        Meaning::Deed(id) => {
            let def = &rules.deeds[id.index()];
            (&def.body.locals, def.body.params, def.result)
        }
        _ => return None,
    };
    let named = |(at, local): (usize, &crate::typed::Local)| {
        let letter = char::from(b'a' + (at % 26) as u8).to_string();
        (if local.name.is_empty() { letter } else { local.name.clone() }, local.ty)
    };
    Some((locals.iter().take(count as usize).enumerate().map(named).collect(), result))
}
