//! The intermediate representation as text: what snapshots and failing tests show.

use std::fmt::{self, Display, Formatter};

use abi::{Base, Shape, Table, Ty, Word};

use super::{Arith, Bits, Block, Compare, Function, Inst, Module, Offered, Reg, SiteShape, Term};

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, function) in self.functions.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            self.show(function, f)?;
        }
        Ok(())
    }
}

impl Module {
    /// One function as text.
    pub fn text(&self, function: &Function) -> String {
        struct One<'a>(&'a Module, &'a Function);
        impl Display for One<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.0.show(self.1, f)
            }
        }
        One(self, function).to_string()
    }

    fn show(&self, function: &Function, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}(", if function.waits { "waiting " } else { "" }, function.name)?;
        for (i, shape) in function.regs.iter().take(function.params as usize).enumerate() {
            let name = shape.name.as_deref().unwrap_or("_");
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}r{i} {name}: {}", TyText(shape.ty))?;
        }
        write!(f, ")")?;
        if let Some(ty) = function.result {
            write!(f, " -> {}", TyText(ty))?;
        }
        writeln!(f, ":")?;
        self.show_names(function, f)?;
        self.show_frame(function, f)?;
        for (i, block) in function.blocks.iter().enumerate() {
            writeln!(f, "b{i}:")?;
            self.show_block(block, f)?;
        }
        Ok(())
    }

    fn show_names(&self, function: &Function, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, shape) in function.regs.iter().enumerate().skip(function.params as usize) {
            if let Some(name) = &shape.name {
                writeln!(f, "  r{i} is {name}: {}", TyText(shape.ty))?;
            }
        }
        Ok(())
    }

    fn show_frame(&self, function: &Function, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(frame) = &function.frame else { return Ok(()) };
        write!(f, "  frame of {}:", frame.words.len())?;
        for (reg, slot) in frame.slots.iter().enumerate() {
            if let Some(slot) = slot {
                write!(f, " r{reg}@{slot}")?;
            }
        }
        writeln!(f)?;
        for (i, resume) in frame.resumes.iter().enumerate() {
            let live = Regs(&resume.live);
            write!(f, "  resume {} behind b{}: ", i + 1, resume.asked_in.0)?;
            if let Some(into) = resume.into {
                write!(f, "{into} = answer, ")?;
            }
            writeln!(f, "go on at b{} with {live}", resume.then.0)?;
        }
        Ok(())
    }

    fn show_block(&self, block: &Block, f: &mut Formatter<'_>) -> fmt::Result {
        for inst in &block.insts {
            write!(f, "  {inst}")?;
            self.show_site(inst.site(), f)?;
        }
        write!(f, "  ")?;
        match &block.term {
            Term::Ask { ask, who, offered, into, then } => {
                if let Some(into) = into {
                    write!(f, "{into} = ")?;
                }
                let name = self.asks.get(ask.index()).map_or("?", |ask| ask.name.as_str());
                write!(f, "ask #{} {name} of {who}: {offered} then b{}", ask.0, then.0)?;
            }
            Term::CallWaiting { function, args, into, then, .. } => {
                if let Some(into) = into {
                    write!(f, "{into} = ")?;
                }
                write!(f, "wait for #{}({}) then b{}", function.0, Regs(args), then.0)?;
            }
            term => write!(f, "{term}")?,
        }
        self.show_site(block.term.site().or(block.term.call_site()), f)
    }

    /// Ends a line with its site: the source line and the locals that a fault shows.
    fn show_site(&self, site: Option<abi::SiteId>, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(site) = site else { return writeln!(f) };
        let shape = self.sites.get(site.index());
        let line = shape.and_then(|shape| self.origins.get(shape.origin.index()));
        write!(f, " @{}", site.0)?;
        if let Some(line) = line {
            write!(f, " line {}", line.line)?;
        }
        match shape.map(SiteShape::shown) {
            Some(locals) if !locals.is_empty() => writeln!(f, " showing {}", Regs(locals)),
            _ => writeln!(f),
        }
    }
}

struct Regs<'a>(&'a [Reg]);

impl Display for Regs<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, reg) in self.0.iter().enumerate() {
            write!(f, "{}{reg}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// A word, with the absent one named.
struct WordText(Word);

impl Display for WordText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == abi::ABSENT { write!(f, "absent") } else { write!(f, "{}", self.0) }
    }
}

impl Display for Inst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Const { dst, value } => write!(f, "{dst} = const {}", WordText(*value)),
            Self::Copy { dst, src } => write!(f, "{dst} = {src}"),
            Self::Arith { dst, op, a, b, .. } => write!(f, "{dst} = {} {a}, {b}", arith(*op)),
            Self::Compare { dst, op, a, b } => write!(f, "{dst} = {} {a}, {b}", compare(*op)),
            Self::Bits { dst, op, a, b } => write!(f, "{dst} = {} {a}, {b}", bits(*op)),
            Self::Load { dst, table, row, field } => {
                write!(f, "{dst} = load {}[{row}].{field}", table_name(*table))
            }
            Self::LoadAt { dst, table, row, field, offset } => {
                write!(f, "{dst} = load {}[{row}].{field}+{offset}", table_name(*table))
            }
            Self::Rows { dst, table } => write!(f, "{dst} = rows {}", table_name(*table)),
            Self::List { dst } => write!(f, "{dst} = list"),
            Self::Push { list, value, .. } => write!(f, "push {list}, {value}"),
            Self::Len { dst, list } => write!(f, "{dst} = len {list}"),
            Self::Element { dst, list, index } => write!(f, "{dst} = element {list}[{index}]"),
            Self::Mark { dst } => write!(f, "{dst} = mark"),
            Self::Release { mark } => write!(f, "release {mark}"),
            Self::Host { dst, op, args, .. } => {
                assign(*dst, f)?;
                write!(f, "host {op:?}({})", Regs(args))
            }
            Self::Call { dst, function, args, .. } => {
                assign(*dst, f)?;
                write!(f, "call #{}({})", function.0, Regs(args))
            }
            Self::Tick { steps: 1, .. } => write!(f, "tick"),
            Self::Tick { steps, .. } => write!(f, "tick {steps}"),
            Self::Probe { probe } => write!(f, "probe {probe}"),
        }
    }
}

fn assign(dst: Option<Reg>, f: &mut Formatter<'_>) -> fmt::Result {
    match dst {
        Some(dst) => write!(f, "{dst} = "),
        None => Ok(()),
    }
}

impl Display for Offered {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(list) => write!(f, "list {list}"),
            Self::Fits(tile) => write!(f, "fits {tile}"),
            Self::YesNo => write!(f, "yes or no"),
            Self::Range(low, high) => write!(f, "{low}..{high}"),
            Self::Pile(pile) => write!(f, "pile {pile}"),
            Self::Shot(token, aim) => write!(f, "shot {token} at {aim}"),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jump(to) => write!(f, "jump b{}", to.0),
            Self::Branch { cond, yes, no } => {
                write!(f, "branch {cond} ? b{} : b{}", yes.0, no.0)
            }
            Self::Switch { value, cases, default } => {
                write!(f, "switch {value}:")?;
                for (case, to) in cases {
                    write!(f, " {} b{},", WordText(*case), to.0)?;
                }
                write!(f, " else b{}", default.0)
            }
            Self::Return(Some(value)) => write!(f, "return {value}"),
            Self::Return(None) => write!(f, "return"),
            Self::Ask { ask, who, offered, then, .. } => {
                write!(f, "ask #{} of {who}: {offered} then b{}", ask.0, then.0)
            }
            Self::CallWaiting { function, args, then, .. } => {
                write!(f, "wait for #{}({}) then b{}", function.0, Regs(args), then.0)
            }
            Self::Part { who, then } => write!(f, "part of {who} then b{}", then.0),
            Self::EndGame => write!(f, "end game"),
            Self::Fault { kind, .. } => write!(f, "fault {kind:?}"),
        }
    }
}

const fn arith(op: Arith) -> &'static str {
    match op {
        Arith::Add => "add",
        Arith::Sub => "sub",
        Arith::Mul => "mul",
        Arith::Div => "div",
        Arith::Rem => "rem",
    }
}

const fn compare(op: Compare) -> &'static str {
    match op {
        Compare::Eq => "eq",
        Compare::Ne => "ne",
        Compare::Lt => "lt",
        Compare::Le => "le",
        Compare::Gt => "gt",
        Compare::Ge => "ge",
    }
}

const fn bits(op: Bits) -> &'static str {
    match op {
        Bits::And => "and",
        Bits::Or => "or",
        Bits::Xor => "xor",
        Bits::Shl => "shl",
        Bits::Shr => "shr",
        Bits::Add => "plus",
    }
}

/// The name of a table in lower case, words joined by underscores.
fn table_name(table: Table) -> String {
    snake(&format!("{table:?}"))
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_ascii_uppercase() && i > 0 && name.as_bytes()[i - 1].is_ascii_lowercase() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

/// A type as the text of functions shows it, with numbers for what a program declares.
struct TyText(Ty);

impl Display for TyText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.shape == Shape::List {
            write!(f, "list of ")?;
        }
        match self.0.base {
            Base::Enum(n) => write!(f, "enum#{n}")?,
            Base::Segment(kind) => sorted("segment", kind.map(|k| k.0), f)?,
            Base::Feature(kind) => sorted("feature", kind.map(|k| k.0), f)?,
            Base::Figure(sort) => write!(f, "{}", snake(&format!("figure:{sort:?}")))?,
            Base::Place(_) => write!(f, "place")?,
            base => write!(f, "{}", snake(&format!("{base:?}")))?,
        }
        if self.0.shape == Shape::Maybe { write!(f, "?") } else { Ok(()) }
    }
}

fn sorted(name: &str, kind: Option<u16>, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        Some(kind) => write!(f, "{name}#{kind}"),
        None => write!(f, "{name}"),
    }
}
