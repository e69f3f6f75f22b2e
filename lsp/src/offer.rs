//! A completion before it is written: what lists call it, and the text that it puts in.

use abi::Ty;
use compiler::{Candidate, Declared, Meaning, Seen};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, Range,
    TextEdit,
};
use toolkit::Study;

use crate::phrases;

/// How completions are written: as texts with places to fill in, if the editor knows such.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether the editor fills in places.
    pub(crate) snippets: bool,
}

/// A completion before it is written.
pub(crate) struct Offer {
    /// What lists call it.
    pub(crate) label: String,
    /// With places as `${1:x}`.
    pub(crate) text: String,
    /// Its sign in lists.
    pub(crate) kind: CompletionItemKind,
    /// Its type, or whose it is.
    pub(crate) detail: Option<String>,
    /// What it is for.
    pub(crate) doc: Option<String>,
    /// Nearer ones come first.
    pub(crate) rank: u8,
    /// Whether it takes the place of the dot before it too.
    pub(crate) over_dot: bool,
}

impl Offer {
    /// A word that is written as it is.
    pub(crate) fn word(word: &str, kind: CompletionItemKind) -> Self {
        Self {
            label: word.to_owned(),
            text: word.to_owned(),
            kind,
            detail: None,
            doc: None,
            rank: 5,
            over_dot: false,
        }
    }

    /// A form of the language.
    pub(crate) fn phrase((label, text, doc): (&str, &str, &str)) -> Self {
        let mut offer = Self::word(label, CompletionItemKind::KEYWORD);
        text.clone_into(&mut offer.text);
        offer.doc = Some(doc.to_owned());
        offer
    }
}

/// A completion as the protocol has it.
pub(crate) fn written(offer: Offer, word: Range, dotted: Range, style: Style) -> CompletionItem {
    let places = offer.text.contains("${");
    let text =
        if style.snippets || !places { offer.text } else { phrases::without_places(&offer.text) };
    let (range, text) = if offer.over_dot { (dotted, format!(" {text}")) } else { (word, text) };
    CompletionItem {
        filter_text: offer.over_dot.then(|| format!(".{}", offer.label)),
        sort_text: Some(format!("{}{}", offer.rank, offer.label)),
        insert_text_format: (places && style.snippets).then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
        label: offer.label,
        kind: Some(offer.kind),
        detail: offer.detail,
        documentation: offer.doc.map(Documentation::String),
        ..CompletionItem::default()
    }
}

/// A name with its type.
pub(crate) fn named(study: &Study, candidate: Candidate, want: Option<Ty>) -> Offer {
    let kind = match &candidate.seen {
        Seen::Declared(declared) => kind_of(declared),
        Seen::Local { .. } => CompletionItemKind::VARIABLE,
        Seen::Word(_) if candidate.parameters.is_some() => CompletionItemKind::FUNCTION,
        Seen::Word(_) => CompletionItemKind::PROPERTY,
        _ => CompletionItemKind::VALUE,
    };
    let doc = match &candidate.seen {
        Seen::Word(entry) => Some(entry.doc.to_owned()),
        Seen::Declared(declared) => match declared.meaning {
            Meaning::Option(id) => Some(study.names().rules.options[id.index()].doc.clone()),
            _ => None,
        },
        _ => None,
    };
    let fits = want.zip(candidate.ty).is_some_and(|(want, ty)| study.fits(ty, want));
    let rank = match &candidate.seen {
        _ if fits => 0,
        Seen::Local { .. } => 1,
        _ => 2,
    };
    let mut text = candidate.word.clone();
    if let Some(parameters) = &candidate.parameters {
        let places = parameters.iter().enumerate();
        let places: Vec<String> =
            places.map(|(at, (name, _))| format!("${{{}:{name}}}", at + 1)).collect();
        text.push_str(&format!("({})", places.join(", ")));
    }
    let detail = candidate.ty.map(|ty| study.type_name(ty));
    let label = candidate.word;
    Offer {
        label,
        text,
        kind,
        detail,
        doc: doc.filter(|doc| !doc.is_empty()),
        rank,
        over_dot: false,
    }
}

/// The sign in lists of something declared.
pub(crate) fn kind_of(declared: &Declared) -> CompletionItemKind {
    use CompletionItemKind as K;
    match declared.meaning {
        Meaning::Option(_) => K::CONSTANT,
        Meaning::Enum(_) => K::ENUM,
        Meaning::EnumName(..) => K::ENUM_MEMBER,
        Meaning::Feature(_) | Meaning::Figure(_) | Meaning::Token(_) => K::CLASS,
        Meaning::Tile(_) | Meaning::Pile(_) => K::STRUCT,
        Meaning::Function(_) => K::FUNCTION,
        Meaning::Deed(_) => K::METHOD,
        Meaning::Property(_) => K::PROPERTY,
        Meaning::Menu(_) => K::EVENT,
    }
}
