//! A small table to ask questions of: three players, two tiles, a lane over both of them and a hut.

use abi::{
    ABSENT, FaultKind, Host, HostOp, Memory, Parts, Place, Program, Site, SiteId, Stack, Table,
    Word, field, list, list_len, list_start,
};

/// The whole state of a test game.
pub(super) struct TestTable<'p> {
    program: &'p Program,
    pub(super) memory: Memory,
    stack: Stack,
    steps: i64,
    /// The deeds done, with their arguments.
    pub(super) done: Vec<(HostOp, [Word; 4])>,
    lists: Vec<Vec<Word>>,
}

impl<'p> TestTable<'p> {
    /// The table; player 0 to 2 have 3, 9 and 9 points.
    ///
    /// Tile 0 has the lane segment 0, tile 1 the lane segment 1 and the hut segment 2. The first figure of
    /// player 0 stands on segment 0, that of player 1 on segment 1; all others are in the supply.
    pub(super) fn new(program: &'p Program) -> Self {
        let mut table = Self {
            program,
            memory: Memory::new(&program.layout),
            stack: Stack::default(),
            steps: 100_000,
            done: Vec::new(),
            lists: vec![Vec::new()],
        };
        table.fill();
        table
    }

    fn row(&mut self, table: Table, words: &[(u32, Word)]) {
        let mut row = vec![0; self.program.layout.stride(table)];
        for column in self.program.layout.columns.iter().filter(|column| column.table == table) {
            row[column.field as usize] = column.default;
        }
        for (field, word) in words {
            row[*field as usize] = *word;
        }
        self.memory.push(table, &row);
    }

    fn fill(&mut self) {
        self.row(Table::Game, &[(field::game::PLACED, ABSENT), (field::game::PART, 1)]);
        let figures = self.program.layout.player_figures;
        for (player, points) in [3, 9, 9].into_iter().enumerate() {
            let first = 2 * player as Word;
            let mut row = vec![
                (field::player::POINTS, points),
                (field::player::FIGURES, first),
                (field::player::FIGURES_END, first + 2),
                (figures, first),
            ];
            // Behind the figures of the first kind come none of the others.
            let others = 1..self.program.figures.len() as u32;
            row.extend(others.map(|kind| (figures + kind, first + 2)));
            self.row(Table::Player, &row);
            for own in 0..2 {
                let place = match (player, own) {
                    (0, 0) => Place::Segment(0).word(),
                    (1, 0) => Place::Segment(1).word(),
                    _ => ABSENT,
                };
                let next = if (player, own) == (0, 0) { 2 } else { ABSENT };
                self.row(
                    Table::Figure,
                    &[
                        (field::figure::OWNER, player as Word),
                        (field::figure::PLACE, place),
                        (field::figure::NEXT, next),
                        (field::figure::PREV, ABSENT),
                    ],
                );
            }
        }
        for (kind, first) in [(0, 0), (1, 1)] {
            let mut words = vec![
                (field::tile::KIND, kind),
                (field::tile::CELL, abi::cell(kind, 0)),
                (field::tile::SEGMENTS, first),
                (field::tile::FIGURES, ABSENT),
                (field::tile::AROUND, 1),
            ];
            words.extend((0..8).map(|i| (field::tile::NEIGHBOUR + i, ABSENT)));
            self.row(Table::Tile, &words);
        }
        for (tile, def, feature, next, kind) in
            [(0, 0, 0, 1, 0), (1, 1, 0, ABSENT, 0), (1, 2, 1, ABSENT, 1)]
        {
            self.row(
                Table::Segment,
                &[
                    (field::segment::TILE, tile),
                    (field::segment::DEF, def),
                    (field::segment::FEATURE, feature),
                    (field::segment::NEXT, next),
                    (field::segment::KIND, kind),
                ],
            );
        }
        // What is printed adds up: 2 and 1 wells.
        let wells = field::feature::LEN;
        for (kind, first, last, count, followers, sum) in [(0, 0, 1, 2, 2, 3), (1, 2, 2, 1, 0, 0)] {
            let figure = if followers > 0 { 0 } else { ABSENT };
            self.row(
                Table::Feature,
                &[
                    (field::feature::KIND, kind),
                    (field::feature::FIRST, first),
                    (field::feature::LAST, last),
                    (field::feature::SEGMENTS, count),
                    (field::feature::OPEN, 1),
                    (field::feature::FIGURES, figure),
                    (field::feature::LAST_FIGURE, if followers > 0 { 2 } else { ABSENT }),
                    (field::feature::FOLLOWERS, followers),
                    (wells, sum),
                ],
            );
        }
        self.shots();
        for _ in 0..self.program.piles.len() {
            self.row(Table::Pile, &[(field::pile::COUNT, 5)]);
        }
    }

    /// Player 1 has thrown a ball to player 2, who touched it; player 2 shot one that lies on the board.
    fn shots(&mut self) {
        self.row(
            Table::Shot,
            &[
                (field::shot::SHOOTER, 1),
                (field::shot::AT, Place::Player(2).word()),
                (field::shot::TOUCHED, 1),
                (field::shot::REACH, 400_000),
            ],
        );
        self.row(
            Table::Shot,
            &[(field::shot::SHOOTER, 2), (field::shot::AT, ABSENT), (field::shot::RESTS, 1)],
        );
    }

    fn words(&self, list: Word) -> Vec<Word> {
        self.stack.words()[list_start(list)..][..list_len(list)].to_vec()
    }

    fn put(&mut self, words: &[Word]) -> Word {
        let start = self.stack.top();
        for word in words {
            assert!(self.stack.push(*word), "the lists of a test are small");
        }
        list(start, words.len())
    }

    fn feature(&self, segment: Word) -> Word {
        self.memory.get(Table::Segment, segment, field::segment::FEATURE)
    }

    fn question(&mut self, op: HostOp, [a, b, c, _]: [Word; 4]) -> Word {
        match op {
            HostOp::Append => {
                let mut words = self.words(a);
                words.push(b);
                self.put(&words)
            }
            HostOp::AppendNew if self.words(a).contains(&b) => a,
            HostOp::AppendNew => {
                let mut words = self.words(a);
                words.push(b);
                self.put(&words)
            }
            HostOp::Union => {
                let mut words = self.words(a);
                for word in self.words(b) {
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                self.put(&words)
            }
            HostOp::Contains => Word::from(self.words(a).contains(&b)),
            HostOp::ContainsFeature => {
                let wanted = self.feature(b);
                Word::from(self.words(a).iter().any(|f| self.feature(*f) == wanted))
            }
            HostOp::KeptList => {
                let kept = self.memory.get(Table::Game, b, (a & 0xffff_ffff) as u32);
                let words = self.lists[kept as usize].clone();
                self.put(&words)
            }
            // Shot 1 touched figure 2, which moved onto figure 4, which fell onto figure 0.
            HostOp::Struck if a == 1 && [ABSENT, 2].contains(&c) && b < 2 => {
                self.put(&[[2, 4][b as usize]])
            }
            HostOp::Struck if a == 1 && [ABSENT, 4].contains(&c) && b > 0 => self.put(&[0]),
            HostOp::Struck => self.put(&[]),
            // What is asked can be told from the answer.
            HostOp::Distance => ((a + 1) * 1_000_000 + b * 10 + c) * 1000,
            HostOp::SeatDistance => (a + b) * 500_000,
            HostOp::Fits => self.put(&[4, 8]),
            HostOp::CountFits => 2,
            _ => 0,
        }
    }
}

impl Host for TestTable<'_> {
    fn parts(&mut self) -> Parts<'_> {
        Parts {
            memory: &self.memory,
            constants: &self.program.constants,
            stack: &mut self.stack,
            steps: &mut self.steps,
        }
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn constant(&self, table: Table) -> &[Word] {
        self.program.constant(table)
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
        &self.program.sites[site.index()]
    }

    fn call(&mut self, op: HostOp, args: [Word; 4], _: SiteId) -> Result<Word, FaultKind> {
        if op.is_question() {
            return Ok(self.question(op, args));
        }
        let [a, b, c, _] = args;
        let table = Table::ALL[((a >> 32) as usize).min(Table::COUNT - 1)];
        let field = (a & 0xffff_ffff) as u32;
        match op {
            HostOp::Keep => self.memory.set(table, b, field, c),
            HostOp::KeepList => {
                let words = self.words(c);
                self.lists.push(words);
                self.memory.set(table, b, field, self.lists.len() as Word - 1);
            }
            HostOp::Score => {
                self.memory.add(Table::Player, a, field::player::POINTS, b);
                self.done.push((op, args));
            }
            HostOp::Return => {
                self.memory.set(Table::Figure, a, field::figure::PLACE, ABSENT);
                self.done.push((op, args));
            }
            _ => self.done.push((op, args)),
        }
        Ok(0)
    }
}
