//! What is on offer, in a fixed order, and what the rule gets for an answer.

use abi::{
    AskCall, AskKind, AskShape, Base, DEED_STEPS, FaultKind, Options, Reason, Table, Word, field,
    list, list_len, list_start, spot_figure, spot_place,
};

use crate::{
    chronicle::Event,
    lists,
    piles::{self, kind_word},
    play::Play,
    rules::Rules,
    waiting::{Answer, Choice, Pick, Waiting},
};

/// How many outcomes a roll may have.
const MOST_OUTCOMES: Word = 1 << 20;

impl Play<'_> {
    /// Poses a question: the answer if there is nothing to decide, or else the game waits.
    pub(crate) fn pose(&mut self, call: AskCall) -> Result<Option<Answer>, FaultKind> {
        let rules = self.rules;
        let shape = rules.program.asks.get(call.ask.index()).ok_or(FaultKind::Internal)?;
        if let Options::List(of) = call.options
            && list_start(of) + list_len(of) > self.game.stack.top()
        {
            return Err(FaultKind::Internal);
        }
        // A question that nobody has to answer renews nothing, so it costs as much as a deed.
        self.charge(DEED_STEPS as usize)?;
        let mut shown = None;
        let count = match (shape.kind, call.options) {
            (AskKind::Chooses | AskKind::MayChoose, Options::List(of)) => {
                shown = self.distinct(shape, of)?;
                shown.map_or(list_len(of), list_len)
            }
            (AskKind::Menu, Options::List(of)) => {
                shown = self.distinct(shape, of)?;
                shown.map_or(list_len(of) / 2, list_len)
            }
            (AskKind::Chooses | AskKind::MayChoose, Options::Fits(tile)) => {
                let mut board = self.board();
                board.count_fits(board.kind(tile))
            }
            (AskKind::Decides, Options::YesNo) => 2,
            (AskKind::Rolls, Options::Range(from, to)) => {
                if to < from {
                    return Err(FaultKind::Impossible(Reason::EmptyRange));
                }
                let outcomes = to.checked_sub(from).filter(|n| *n < MOST_OUTCOMES);
                let outcomes = outcomes.ok_or(FaultKind::Impossible(Reason::WideRange))?;
                if from == to {
                    return Ok(Some(from));
                }
                outcomes as usize + 1
            }
            (AskKind::Draws, Options::Pile(pile)) => {
                let tokens = shape.ty.base == Base::TokenKind;
                if rules.draws_tokens
                    && !piles::is_all(&self.game.memory, &rules.facts, pile, tokens)
                {
                    return Err(FaultKind::Impossible(Reason::OtherPile));
                }
                piles::variety(&self.game.memory, pile)
            }
            (AskKind::Shoots, Options::Shot(..)) => {
                self.may_shoot(&call)?;
                0
            }
            _ => return Err(FaultKind::Internal),
        };
        if count == 0 && shape.kind != AskKind::Shoots {
            return Ok(Some(abi::ABSENT));
        }
        let pass = matches!(shape.kind, AskKind::MayChoose | AskKind::Menu);
        // Written in one go, as it is copied in a moment: the parts of it would still be on their way.
        let waiting = Waiting { call, kind: shape.kind, count: count as u32, pass, shown };
        if count == 1 && shape.kind == AskKind::Chooses && !rules.asks_singles {
            let (choice, answer) = self.option(&waiting, 0).ok_or(FaultKind::Internal)?;
            let event = Event::Taken { ask: call.ask, who: call.who, value: choice.value };
            self.game.chronicle.write(event);
            self.release(&waiting);
            return Ok(Some(answer));
        }
        self.game.waiting = Some(waiting);
        Ok(None)
    }

    /// The option with a number, and what the rule gets when it is chosen.
    pub(crate) fn option(&mut self, waiting: &Waiting, n: usize) -> Option<(Choice, Answer)> {
        if n >= waiting.count as usize {
            return None;
        }
        let plain = |value| (Choice { offer: None, value }, value);
        match waiting.call.options {
            Options::List(of) => {
                let stack = self.game.stack.words();
                let at = waiting.shown.map_or(n, |shown| stack[list_start(shown) + n] as usize);
                let start = list_start(of);
                Some(if waiting.kind == AskKind::Menu {
                    let offer = Some(stack[start + 2 * at] as u16);
                    (Choice { offer, value: stack[start + 2 * at + 1] }, at as Word)
                } else {
                    plain(stack[start + at])
                })
            }
            Options::Fits(tile) => {
                let board = self.board();
                board.nth_fit(board.kind(tile), n).map(plain)
            }
            Options::YesNo => Some(plain(1 - n as Word)),
            Options::Range(from, _) => Some(plain(from + n as Word)),
            Options::Pile(pile) => {
                let contents = piles::contents(&self.game.memory, &self.rules.facts, pile);
                contents.get(n).map(|(drawn, _)| plain(kind_word(*drawn)))
            }
            Options::Shot(..) => None,
        }
    }

    /// What the rule gets for an answer; nothing if it is not on offer.
    pub(crate) fn admits(&mut self, waiting: &Waiting, pick: Pick) -> Option<Answer> {
        let Pick::Option(choice) = pick else {
            return waiting.pass.then_some(abi::ABSENT);
        };
        if let Options::Fits(tile) = waiting.call.options {
            let board = self.board();
            let fits = choice.offer.is_none()
                && choice.value >= 0
                && board.is_fit(board.kind(tile), choice.value);
            return fits.then_some(choice.value);
        }
        (0..waiting.count as usize).find_map(|n| match self.option(waiting, n) {
            Some((offered, answer)) if offered == choice => Some(answer),
            _ => None,
        })
    }

    /// Gives back what the question needed on the stack.
    pub(crate) fn release(&mut self, waiting: &Waiting) {
        if let Some(shown) = waiting.shown {
            self.game.stack.set_top(list_start(shown));
        }
    }

    /// The positions in a list of what is on offer, on the stack, if some options mean the same.
    fn distinct(&mut self, shape: &AskShape, of: Word) -> Result<Option<Word>, FaultKind> {
        let step = if shape.kind == AskKind::Menu { 2 } else { 1 };
        let base = |offer: Word| match shape.kind {
            AskKind::Menu => shape.offers.get(offer as usize).and_then(|o| o.ty).map(|ty| ty.base),
            _ => Some(shape.ty.base),
        };
        let ambiguous = match shape.kind {
            AskKind::Menu => {
                shape.offers.iter().any(|o| o.ty.is_some_and(|ty| Rules::ambiguous(ty.base)))
            }
            _ => Rules::ambiguous(shape.ty.base),
        };
        let len = list_len(of) / step;
        if !ambiguous || len < 2 {
            return Ok(None);
        }
        self.charge(8 * len)?;
        let start = list_start(of);
        let words = self.game.stack.words();
        let option = |i: usize| {
            let at = start + i * step;
            if step == 2 { (words[at], words[at + 1]) } else { (0, words[at]) }
        };
        // The usual list names one figure, with places that differ.
        let spot = |i: usize| {
            let (offer, word) = option(i);
            (base(offer) == Some(Base::Spot)).then(|| spot_figure(word))
        };
        let first = spot(0);
        if first.is_some() && (1..len).all(|i| spot(i) == first) {
            return Ok(None);
        }
        let same = |i: usize, j: usize| {
            let ((a, x), (b, y)) = (option(i), option(j));
            a == b && base(a).is_some_and(|base| self.same(base, x, y))
        };
        // Few options are compared with each other; many are sorted first.
        let mut doubles = Vec::new();
        if len <= 32 {
            for j in 1..len {
                if (0..j).any(|i| same(i, j)) {
                    doubles.push(j);
                }
            }
        } else {
            let key = |i: usize| {
                let (offer, word) = option(i);
                base(offer).map(|base| (offer, self.key(base, word)))
            };
            let mut keyed: Vec<_> = (0..len).filter_map(|i| Some((key(i)?, i))).collect();
            keyed.sort();
            let mut first = 0;
            for n in 1..keyed.len() {
                if same(keyed[first].1, keyed[n].1) {
                    doubles.push(keyed[n].1);
                } else {
                    first = n;
                }
            }
            doubles.sort_unstable();
        }
        if doubles.is_empty() {
            return Ok(None);
        }
        let top = self.game.stack.top();
        let mut left_out = doubles.iter().copied().peekable();
        for i in 0..len {
            if left_out.next_if_eq(&i).is_none() {
                lists::push(&mut self.game.stack, i as Word)?;
            }
        }
        Ok(Some(list(top, len - doubles.len())))
    }

    /// Whether two values on offer mean the same to a player.
    fn same(&self, base: Base, a: Word, b: Word) -> bool {
        match base {
            Base::Spot => {
                spot_place(a) == spot_place(b) && self.same_figure(spot_figure(a), spot_figure(b))
            }
            Base::Figure(_) => self.same_figure(a, b),
            Base::Tile => a == b || self.key(base, a) == self.key(base, b),
            Base::Feature(_) => a == b || self.key(base, a) == self.key(base, b),
            _ => a == b,
        }
    }

    /// Whether two figures can stand in for each other: only their numbers differ.
    fn same_figure(&self, a: Word, b: Word) -> bool {
        a == b || self.figure_key(a) == self.figure_key(b)
    }

    /// A value that is equal for options that mean the same, to sort them by.
    fn key(&self, base: Base, word: Word) -> (Word, Vec<Word>) {
        match base {
            Base::Spot => (spot_place(word), self.figure_key(spot_figure(word)).concat()),
            Base::Figure(_) => (0, self.figure_key(word).concat()),
            Base::Tile => self.tile_key(word),
            Base::Feature(_) => {
                let segment = field::segment::FEATURE;
                (self.game.memory.get(Table::Segment, word, segment), Vec::new())
            }
            _ => (word, Vec::new()),
        }
    }

    /// A tile on the board is itself; others are alike by their kind and by all that rules keep on them.
    fn tile_key(&self, tile: Word) -> (Word, Vec<Word>) {
        let get = |field| self.game.memory.get(Table::Tile, tile, field);
        if get(field::tile::CELL) != abi::ABSENT {
            return (tile, Vec::new());
        }
        let stride = self.game.memory.stride(Table::Tile);
        let row = &self.game.memory.words(Table::Tile)[tile as usize * stride..][..stride];
        let kept = row[field::tile::LEN as usize..].to_vec();
        (-1 - get(field::tile::KIND), kept)
    }

    /// Kind, owner and place of a figure, and everything that rules keep on it.
    fn figure_key(&self, figure: Word) -> [&[Word]; 2] {
        let stride = self.game.memory.stride(Table::Figure);
        let row = &self.game.memory.words(Table::Figure)[figure as usize * stride..][..stride];
        [&row[..=field::figure::PLACE as usize], &row[field::figure::LEN as usize..]]
    }

    /// Counts options anew that depend on the board, after a deed from outside. If nothing is left to choose
    /// from, the game goes on as if there never had been.
    pub(crate) fn recount(&mut self) {
        let Some(mut waiting) = self.game.waiting else { return };
        match waiting.call.options {
            Options::Fits(tile) => {
                let mut board = self.board();
                waiting.count = board.count_fits(board.kind(tile)) as u32;
            }
            Options::Pile(pile) => {
                waiting.count = piles::variety(&self.game.memory, pile) as u32;
            }
            Options::List(_) | Options::YesNo | Options::Range(..) | Options::Shot(..) => {}
        }
        if waiting.count > 0 || waiting.is_shot() {
            self.game.waiting = Some(waiting);
            return;
        }
        self.game.waiting = None;
        self.game.answer = abi::ABSENT;
        self.release(&waiting);
        self.run(0);
    }
}
