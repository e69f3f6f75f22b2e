//! A host with little in it: some rows in every table, list operations, and a few deeds.

use abi::{
    ABSENT, FaultKind, Host, HostOp, Layout, Memory, Parts, Reason, Site, SiteId, Stack, Table,
    Word, list, list_len, list_start,
};

use crate::{ir::Module, shapes::site_table};

/// How many rows every table has at first.
pub(crate) const ROWS: Word = 4;

/// The whole state of a test game.
#[derive(Clone, Debug)]
pub(crate) struct TestHost {
    pub(crate) memory: Memory,
    pub(crate) stack: Stack,
    pub(crate) steps: i64,
    pub(crate) done: Vec<(HostOp, [Word; 4], SiteId)>,
    constants: [Vec<Word>; Table::COUNT - Table::MUTABLE],
    sites: Vec<Site>,
}

impl TestHost {
    pub(crate) fn new(module: &Module, steps: i64) -> Self {
        let mut layout = Layout {
            strides: [0; Table::COUNT],
            columns: Vec::new(),
            player_figures: 0,
            tokens: [None; Table::COUNT],
            tile_kinds: 0,
            token_kinds: 0,
            specimens: Vec::new(),
        };
        layout.strides.copy_from_slice(&module.strides);
        let mut memory = Memory::new(&layout);
        let mut constants: [Vec<Word>; Table::COUNT - Table::MUTABLE] = Default::default();
        for table in Table::ALL {
            let stride = layout.stride(table) as Word;
            let word = |row: Word, field: Word| {
                let word = (table as Word * 1000 + row * 31 + field * 7) % 97 - 20;
                if word == 13 { ABSENT } else { word }
            };
            let rows = (0..ROWS).map(|row| (0..stride).map(|f| word(row, f)).collect::<Vec<_>>());
            if table.is_mutable() {
                rows.for_each(|row| {
                    memory.push(table, &row);
                });
            } else {
                constants[table as usize - Table::MUTABLE] = rows.flatten().collect();
            }
        }
        memory.commit();
        let sites = site_table(module);
        Self { memory, stack: Stack::default(), steps, done: Vec::new(), constants, sites }
    }

    /// The deeds done, with the lines that were their causes.
    pub(crate) fn deeds(&self) -> Vec<(HostOp, [Word; 4], u32)> {
        let line = |site: SiteId| self.sites[site.index()].origin.0;
        self.done.iter().map(|(op, args, site)| (*op, *args, line(*site))).collect()
    }

    fn words(&self, list: Word) -> Vec<Word> {
        self.stack.words()[list_start(list)..][..list_len(list)].to_vec()
    }

    fn put(&mut self, words: &[Word]) -> Result<Word, FaultKind> {
        let start = self.stack.top();
        for word in words {
            if !self.stack.push(*word) {
                return Err(FaultKind::Memory);
            }
        }
        Ok(list(start, words.len()))
    }

    fn append(&mut self, to: Word, word: Word) -> Result<Word, FaultKind> {
        if list_start(to) + list_len(to) == self.stack.top() {
            return if self.stack.push(word) { Ok(to + 1) } else { Err(FaultKind::Memory) };
        }
        let mut words = self.words(to);
        words.push(word);
        self.put(&words)
    }
}

impl Host for TestHost {
    fn parts(&mut self) -> Parts<'_> {
        let Self { memory, constants, stack, steps, .. } = self;
        Parts { memory, constants, stack, steps }
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn constant(&self, table: Table) -> &[Word] {
        &self.constants[table as usize - Table::MUTABLE]
    }

    fn stack(&self) -> &Stack {
        &self.stack
    }

    fn stack_mut(&mut self) -> &mut Stack {
        &mut self.stack
    }

    fn steps(&mut self) -> &mut i64 {
        &mut self.steps
    }

    fn site(&self, site: SiteId) -> &Site {
        &self.sites[site.index()]
    }

    fn call(&mut self, op: HostOp, args: [Word; 4], site: SiteId) -> Result<Word, FaultKind> {
        let [a, b, ..] = args;
        if !op.is_question() {
            self.done.push((op, args, site));
        }
        match op {
            HostOp::Append => self.append(a, b),
            HostOp::AppendNew if self.words(a).contains(&b) => Ok(a),
            HostOp::AppendNew => self.append(a, b),
            HostOp::Union => {
                if list_len(a) + list_len(b) > 5000 {
                    return Err(FaultKind::Memory);
                }
                let mut words = self.words(a);
                words.extend(self.words(b));
                self.put(&words)
            }
            HostOp::Struck => self.put(&[a & 3, b & 3, a ^ b ^ args[2]]),
            HostOp::Distance if a == b => Err(FaultKind::Impossible(Reason::Unknown)),
            HostOp::Distance => Ok(a.wrapping_mul(3) ^ args[2]),
            HostOp::Contains => Ok(Word::from(self.words(a).contains(&b))),
            HostOp::Score => {
                let old = self.memory.get(Table::Player, a & (ROWS - 1), 0);
                let new = old.checked_add(b).ok_or(FaultKind::Impossible(Reason::Unknown))?;
                self.memory.set(Table::Player, a & (ROWS - 1), 0, new);
                Ok(new)
            }
            HostOp::NewTile => {
                // Rows are added until the table must have moved.
                let row: Vec<Word> = (0..self.memory.stride(Table::Tile) as Word).collect();
                for _ in 0..1 + (a & 63) {
                    self.memory.push(Table::Tile, &row);
                }
                Ok(self.memory.rows(Table::Tile) as Word - 1)
            }
            HostOp::Return => Err(FaultKind::Impossible(Reason::NotOnBoard)),
            HostOp::Win => panic!("a host that does not hold together"),
            HostOp::CountTiles if self.steps < 3 => Err(FaultKind::Budget),
            HostOp::CountTiles => {
                self.steps -= 3;
                Ok(args.iter().fold(7, |sum, arg| sum ^ arg.rotate_left(9)))
            }
            _ => Ok(0),
        }
    }
}
