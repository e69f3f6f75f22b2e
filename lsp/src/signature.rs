//! What stands in the parentheses that an author is filling.

use abi::{Owner, VOCABULARY};
use compiler::Meaning;
use grammar::FileId;
use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation,
};

use crate::{completion::open_call, desk::Desk, half_typed::Cursor, hover::item_of};

/// A question or deed with its parameters.
struct Signature {
    label: String,
    parameters: Vec<String>,
    doc: Option<String>,
}

/// The signatures that fit the call at a byte of a file.
pub(crate) fn signatures(desk: &Desk, file: FileId, offset: usize) -> Option<SignatureHelp> {
    let cursor = Cursor::at(desk, file, offset)?;
    let text = desk.source(file).text();
    let before = &text[cursor.item..cursor.end.min(crate::subject::floor(text, offset))];
    let (name, argument) = open_call(before)?;
    let word = &before[name.clone()];
    let dotted = before[..name.start].ends_with('.');
    let study = desk.view(desk.expansion(file)?);
    let mut found: Vec<Signature> = Vec::new();
    for declared in study.names().meanings(word) {
        if !matches!(declared.meaning, Meaning::Function(_) | Meaning::Deed(_)) {
            continue;
        }
        let (parameters, result) = study.signature(declared.meaning).unwrap_or_default();
        let parameters = parameters.into_iter().skip(usize::from(dotted));
        let parameters: Vec<String> =
            parameters.map(|(name, ty)| format!("{name}: {}", study.type_name(ty))).collect();
        let result = result.map_or(String::new(), |ty| format!(" -> {}", study.type_name(ty)));
        let doc = item_of(desk, declared.span).and_then(|item| item.doc.as_ref());
        found.push(Signature {
            label: format!("{word}({}){result}", parameters.join(", ")),
            parameters,
            doc: doc.map(|doc| doc.text.clone()),
        });
    }
    for entry in VOCABULARY.iter().filter(|entry| entry.name == word) {
        let called = entry.owner == Owner::Call || !entry.params.is_empty();
        // What belongs to one thing stands behind it; what belongs to nobody may have its first thing before it.
        if !called || entry.owner != Owner::Call && !dotted {
            continue;
        }
        let first = usize::from(dotted && entry.owner == Owner::Call);
        let mut parameters: Vec<String> =
            entry.params.iter().skip(first).map(|ty| study.type_name(*ty)).collect();
        if entry.params.is_empty() {
            parameters = ["a", "b"].iter().skip(first).map(|name| (*name).to_owned()).collect();
        }
        let result = study.type_name(entry.result);
        found.push(Signature {
            label: format!("{word}({}) -> {result}", parameters.join(", ")),
            parameters,
            doc: Some(entry.doc.to_owned()),
        });
    }
    (!found.is_empty()).then(|| SignatureHelp {
        signatures: found.into_iter().map(information).collect(),
        active_signature: Some(0),
        active_parameter: Some(argument as u32),
    })
}

fn information(signature: Signature) -> SignatureInformation {
    let parameter =
        |label| ParameterInformation { label: ParameterLabel::Simple(label), documentation: None };
    SignatureInformation {
        label: signature.label,
        documentation: signature.doc.map(Documentation::String),
        parameters: Some(signature.parameters.into_iter().map(parameter).collect()),
        active_parameter: None,
    }
}
