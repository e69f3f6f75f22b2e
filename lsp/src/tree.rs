//! Walks over trees: all items with those inside `with`, the names that their heads leave to nobody else, and
//! what they cite.

use grammar::{
    Span,
    ast::{
        Block, Citation, ExpansionLine, FeatureLine, FigureLine, Item, ItemKind, Line, Name,
        Scenario, ScenarioLine, Statement, StatementKind, TileLine,
    },
};

/// All items of a file, those inside `with` behind their own.
pub(crate) fn all_items(items: &[Item]) -> Vec<&Item> {
    let mut found: Vec<&Item> = Vec::new();
    let mut waiting: Vec<&Item> = items.iter().rev().collect();
    while let Some(item) = waiting.pop() {
        found.push(item);
        if let ItemKind::With(with) = &item.kind {
            waiting.extend(with.items.iter().rev());
        }
    }
    found
}

/// Whether an item cannot be read as a whole.
pub(crate) fn is_broken(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Broken(_))
}

/// Adds the expansions that items play with besides their own.
pub(crate) fn companions(items: &[Item], names: &mut Vec<String>) {
    for name in expansions(items).into_iter().filter(|(_, plays)| *plays).map(|(name, _)| name) {
        if !names.contains(&name.text) {
            names.push(name.text.clone());
        }
    }
}

/// The expansions that items say they have to do with: in the header, and by `with X { … }`.
pub(crate) fn has_to_do_with(items: &[Item]) -> Vec<&Name> {
    let mut found = Vec::new();
    for item in all_items(items) {
        match &item.kind {
            ItemKind::Expansion(own) => {
                for line in &own.lines {
                    if let ExpansionLine::Needs(names) | ExpansionLine::After(names) = &line.kind {
                        found.extend(names);
                    }
                }
            }
            ItemKind::With(with) => found.push(&with.expansion),
            _ => {}
        }
    }
    found
}

/// The names of expansions in items, and whether one that is there would play too.
pub(crate) fn expansions(items: &[Item]) -> Vec<(&Name, bool)> {
    let mut found = Vec::new();
    for item in all_items(items) {
        match &item.kind {
            ItemKind::Expansion(own) => {
                found.push((&own.name, false));
                for line in &own.lines {
                    match &line.kind {
                        ExpansionLine::Needs(names) => {
                            found.extend(names.iter().map(|n| (n, true)))
                        }
                        ExpansionLine::After(names) => {
                            found.extend(names.iter().map(|n| (n, false)))
                        }
                        _ => {}
                    }
                }
            }
            ItemKind::With(with) => found.push((&with.expansion, true)),
            ItemKind::Scenario(scenario) => {
                for line in &scenario.lines {
                    if let ScenarioLine::With { names, settings } = &line.kind {
                        found.extend(names.iter().map(|name| (name, true)));
                        let prefixes = settings.iter().filter_map(|s| s.expansion.as_ref());
                        found.extend(prefixes.map(|name| (name, true)));
                    }
                }
            }
            ItemKind::Edition(edition) => {
                let prefixes = edition.settings.iter().filter_map(|s| s.expansion.as_ref());
                found.extend(prefixes.map(|name| (name, false)));
            }
            _ => {}
        }
    }
    found
}

/// All citations of a file.
pub(crate) fn citations(items: &[Item]) -> Vec<&Citation> {
    let mut found = Vec::new();
    for item in all_items(items) {
        found.extend(&item.citations);
        match &item.kind {
            ItemKind::Expansion(own) => cited(&own.lines, &mut found),
            ItemKind::Feature(own) => cited::<FeatureLine>(&own.lines, &mut found),
            ItemKind::Figure(own) => cited::<FigureLine>(&own.lines, &mut found),
            ItemKind::ExtendFigure(own) => cited(&own.lines, &mut found),
            ItemKind::Token(own) => cited(&own.lines, &mut found),
            ItemKind::Tile(own) => tile_lines(&own.lines, &mut found),
            ItemKind::ExtendTile(own) => tile_lines(&own.lines, &mut found),
            ItemKind::Scenario(own) => {
                cited(&own.lines, &mut found);
                for line in &own.lines {
                    if let ScenarioLine::Given(statement) = &line.kind {
                        statements(std::slice::from_ref(statement), &mut found);
                    }
                }
            }
            _ => {}
        }
        if let Some(block) = block(item) {
            statements(&block.statements, &mut found);
        }
    }
    found
}

fn cited<'t, T>(lines: &'t [Line<T>], found: &mut Vec<&'t Citation>) {
    found.extend(lines.iter().flat_map(|line| &line.citations));
}

fn tile_lines<'t>(lines: &'t [Line<TileLine>], found: &mut Vec<&'t Citation>) {
    let mut waiting: Vec<&Line<TileLine>> = lines.iter().collect();
    while let Some(line) = waiting.pop() {
        found.extend(&line.citations);
        if let TileLine::When { lines, otherwise, .. } = &line.kind {
            waiting.extend(lines.iter().chain(otherwise));
        }
    }
}

fn statements<'t>(first: &'t [Statement], found: &mut Vec<&'t Citation>) {
    let mut waiting: Vec<&Statement> = first.iter().collect();
    while let Some(statement) = waiting.pop() {
        found.extend(&statement.citations);
        for block in blocks_of(statement) {
            waiting.extend(&block.statements);
        }
    }
}

/// The blocks that stand in a statement.
fn blocks_of(statement: &Statement) -> Vec<&Block> {
    match &statement.kind {
        StatementKind::If { arms, otherwise } => {
            arms.iter().map(|arm| &arm.body).chain(otherwise).collect()
        }
        StatementKind::Match { arms, otherwise, .. } => {
            arms.iter().map(|arm| &arm.body).chain(otherwise).collect()
        }
        StatementKind::For { body, .. } | StatementKind::Repeat { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// The block of an item that has one.
pub(crate) fn block(item: &Item) -> Option<&Block> {
    match &item.kind {
        ItemKind::Step(own) => Some(&own.body),
        ItemKind::Offer(own) => Some(&own.body),
        ItemKind::Hook(own) => Some(&own.body),
        ItemKind::To(own) => Some(&own.body),
        _ => None,
    }
}

/// All statements of an item, those inside others too.
pub(crate) fn statements_of(item: &Item) -> Vec<&Statement> {
    let mut found: Vec<&Statement> = Vec::new();
    let mut waiting: Vec<&Block> = block(item).into_iter().collect();
    while let Some(block) = waiting.pop() {
        for statement in &block.statements {
            found.push(statement);
            waiting.extend(blocks_of(statement));
        }
    }
    found
}

/// All blocks inside an item, its own included.
pub(crate) fn blocks(item: &Item) -> Vec<Span> {
    let mut found = Vec::new();
    let mut waiting: Vec<&Block> = block(item).into_iter().collect();
    while let Some(block) = waiting.pop() {
        found.push(block.span);
        waiting.extend(block.statements.iter().flat_map(blocks_of));
    }
    found.sort_unstable();
    found
}

/// The name that an item gives something, if it is one that others can use.
pub(crate) fn named(item: &Item) -> Option<(&Name, Span)> {
    let name = match &item.kind {
        ItemKind::Expansion(own) => &own.name,
        ItemKind::Option(own) => &own.name,
        ItemKind::Edition(own) => &own.name,
        ItemKind::Enum(own) => &own.name,
        ItemKind::Feature(own) => &own.name,
        ItemKind::Figure(own) => &own.name,
        ItemKind::Token(own) => own.names.first()?,
        ItemKind::Pile(own) | ItemKind::Set(own) => &own.name,
        ItemKind::Has { property, .. } => &property.name,
        ItemKind::Keeps(own) => &own.property.name,
        ItemKind::Tile(own) => &own.name,
        ItemKind::ExtendTile(own) => &own.name,
        ItemKind::ExtendFigure(own) => &own.name,
        ItemKind::Phases(own) => &own.name,
        ItemKind::Step(own) => &own.name,
        ItemKind::Menu(own) => &own.name,
        ItemKind::Offer(own) => &own.name,
        ItemKind::Adjust(own) => &own.function,
        ItemKind::Fn(own) => &own.name,
        ItemKind::To(own) => &own.name,
        ItemKind::With(own) => &own.expansion,
        _ => return None,
    };
    Some((name, item.span))
}

/// The item that a place of a file belongs to; of items in `with` the inner one.
pub(crate) fn item_at(items: &[Item], offset: u32) -> Option<&Item> {
    let mut inner = None;
    let mut inside = items;
    while let Some(item) = inside.iter().find(|item| item.span.holds(offset)) {
        inner = Some(item);
        inside = match &item.kind {
            ItemKind::With(with) => &with.items,
            _ => &[],
        };
    }
    inner
}

/// The scenarios of a file.
pub(crate) fn scenarios<'t>(items: &'t [Item]) -> Vec<(&'t Item, &'t Scenario)> {
    let scenario = |item: &'t Item| match &item.kind {
        ItemKind::Scenario(scenario) => Some((item, scenario)),
        _ => None,
    };
    all_items(items).into_iter().filter_map(scenario).collect()
}
