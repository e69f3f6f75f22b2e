//! The words of the vocabulary that give one word; those that give lists are in `list` and `walk`.

use abi::{Base, HostOp, Question, Table, Ty, Word, field};

use super::{
    expr::Raw,
    function::{Lower, Val},
    shop::Job,
};
use crate::{
    ir::{Arith, Bits, BlockId, Compare, Inst, Reg},
    typed::Expr,
};

impl<'r> Lower<'_, 'r> {
    /// A word of the vocabulary; goes elsewhere if what it is asked of is absent.
    pub(super) fn question(
        &mut self,
        question: Question,
        args: &'r [Expr],
        ty: Ty,
        absent: BlockId,
    ) -> Raw {
        use Question as Q;
        match question {
            Q::Active => Raw::there(self.b.load_game(field::game::ACTIVE)),
            Q::Placed => Raw::there(self.placed()),
            Q::TileAt | Q::New => self.global(question, args, absent),
            Q::Distance => Raw::there(self.distance(args, absent)),
            Q::MayStand => Raw::there(self.may_stand(&args[0], &args[1], absent)),
            Q::MayReplace => Raw::there(self.may_replace(&args[0], &args[1], absent)),
            Q::Points | Q::Left | Q::Right | Q::Held => {
                Raw::there(self.of_player(question, args, absent))
            }
            Q::TileKindOf | Q::TileCell | Q::TileX | Q::TileY | Q::TileTurn => {
                self.of_tile(question, &args[0], absent)
            }
            Q::CornerFeature => self.corner_feature(&args[0], absent),
            Q::Centre => {
                let tile = self.present(&args[0], absent);
                Raw::there(self.centre(tile, absent))
            }
            Q::Shooter | Q::RestsOnBoard | Q::Caught | Q::TouchedCatcher | Q::Reach => {
                Raw::there(self.of_shot(question, &args[0], absent))
            }
            Q::Opposite | Q::RightOf | Q::LeftOf => {
                let by = match question {
                    Q::Opposite => 4,
                    Q::RightOf => 2,
                    _ => 6,
                };
                let direction = self.present(&args[0], absent);
                let turned = self.b.bits(Bits::Add, direction, by);
                Raw::there(self.b.bits(Bits::And, turned, 7))
            }
            Q::CellX | Q::CellY => {
                let cell = self.present(&args[0], absent);
                Raw::there(self.coordinate(cell, question == Q::CellX))
            }
            Q::Towards => Raw::there(self.towards(args, absent)),
            Q::CellTile => {
                let cell = self.present(&args[0], absent);
                let (x, y) = (self.coordinate(cell, true), self.coordinate(cell, false));
                let site = self.site();
                let reg = self.b.host(HostOp::TileAt, &[x, y], ty, site);
                Raw { reg, maybe: true }
            }
            Q::SegmentKind | Q::FeatureKindOf => {
                let segment = self.present(&args[0], absent);
                Raw::there(self.b.load(Table::Segment, segment, field::segment::KIND))
            }
            Q::SegmentTile => {
                let segment = self.present(&args[0], absent);
                Raw::there(self.b.load(Table::Segment, segment, field::segment::TILE))
            }
            Q::SegmentFeature => {
                let segment = self.present(&args[0], absent);
                self.require_feature(segment, absent);
                Raw::there(segment)
            }
            Q::FeatureSegment => {
                let segment = self.present(&args[0], absent);
                Raw::there(self.oldest(segment))
            }
            Q::FeatureTile => {
                let segment = self.present(&args[0], absent);
                let oldest = self.oldest(segment);
                Raw::there(self.b.load(Table::Segment, oldest, field::segment::TILE))
            }
            Q::Open => {
                let segment = self.present(&args[0], absent);
                let record = self.record(segment);
                Raw::there(self.b.load(Table::Feature, record, field::feature::OPEN))
            }
            Q::FigureKindOf
            | Q::FigureOwner
            | Q::FigurePlace
            | Q::FigureDeployed
            | Q::FigureTile
            | Q::FigureSegment
            | Q::FigureFeature
            | Q::Beside
            | Q::Counts => self.of_figure(question, args, ty, absent),
            Q::PlaceTile | Q::PlaceFeature | Q::PlaceSegment => {
                let place = self.bound_value(&args[0], absent).val;
                Raw::there(match question {
                    Q::PlaceTile => self.tile_of(&place, absent),
                    Q::PlaceFeature => self.feature_of(&place, absent),
                    _ => self.segment_of(&place, absent),
                })
            }
            Q::SpotFigure => {
                let spot = self.present(&args[0], absent);
                let (by, dst) = (self.b.constant(40), self.b.row(Table::Figure));
                self.b.emit(Inst::Bits { dst, op: Bits::Shr, a: spot, b: by });
                Raw::there(dst)
            }
            Q::SpotPlace => {
                let spot = self.present(&args[0], absent);
                Raw::there(self.b.bits(Bits::And, spot, 0xff_ffff_ffff))
            }
            Q::FitCell => {
                let fit = self.present(&args[0], absent);
                let above = self.b.bits(Bits::Shr, fit, 2);
                Raw::there(self.b.bits(Bits::And, above, abi::CELL_BITS))
            }
            Q::Given => {
                let fit = self.present(&args[0], absent);
                let site = self.site();
                Raw { reg: self.b.host(HostOp::FitGiven, &[fit], ty, site), maybe: true }
            }
            Q::EdgeTile => Raw::there(self.tile_above(&args[0], 2, absent)),
            Q::SpanTile => Raw::there(self.tile_above(&args[0], abi::SPAN_TILE, absent)),
            Q::EdgeKind | Q::Across => {
                let edge = self.present(&args[0], absent);
                let op = match question {
                    Q::EdgeKind => HostOp::EdgeKind,
                    _ => HostOp::EdgeAcross,
                };
                let site = self.site();
                Raw { reg: self.b.host(op, &[edge], ty, site), maybe: true }
            }
            Q::FitTurn => {
                let fit = self.present(&args[0], absent);
                let quarter = self.b.bits(Bits::And, fit, 3);
                Raw::there(self.degrees(quarter))
            }
            // The checker refuses the words that this release does not compile.
            _ => {
                self.never();
                Raw::there(self.b.constant(0))
            }
        }
    }

    /// The tile that stands above so many bits of a word.
    fn tile_above(&mut self, of: &'r Expr, bits: Word, absent: BlockId) -> Reg {
        let word = self.present(of, absent);
        let (b, dst) = (self.b.constant(bits), self.b.row(Table::Tile));
        self.b.emit(Inst::Bits { dst, op: Bits::Shr, a: word, b });
        dst
    }

    /// The tile placed last; a fault before the first one.
    pub(super) fn placed(&mut self) -> Reg {
        let (nothing, there) = (self.b.block(), self.b.block());
        let tile = self.b.load_game(field::game::PLACED);
        self.b.or_absent(tile, nothing);
        self.b.jump(there);
        self.b.go_to(nothing);
        self.fault(abi::FaultKind::NothingPlaced);
        self.b.go_to(there);
        tile
    }

    fn global(&mut self, question: Question, args: &'r [Expr], absent: BlockId) -> Raw {
        match question {
            Question::TileAt => {
                let x = self.present(&args[0], absent);
                let y = self.present(&args[1], absent);
                let site = self.site();
                let reg = self.b.host(HostOp::TileAt, &[x, y], Ty::maybe(Base::Tile), site);
                Raw { reg, maybe: true }
            }
            Question::New => {
                let kind = self.present(&args[0], absent);
                let site = self.site();
                Raw::there(self.b.host(HostOp::NewTile, &[kind], Ty::one(Base::Tile), site))
            }
            _ => {
                self.never();
                Raw::there(self.b.constant(0))
            }
        }
    }

    fn of_player(&mut self, question: Question, args: &'r [Expr], absent: BlockId) -> Reg {
        let player = self.present(&args[0], absent);
        match question {
            Question::Points => self.b.load(Table::Player, player, field::player::POINTS),
            Question::Held => {
                let kind = self.present(&args[1], absent);
                self.token_count(Table::Player, player, kind)
            }
            Question::Left => {
                let next = self.b.bits(Bits::Add, player, 1);
                let seats = self.b.rows(Table::Player);
                self.wrapped(next, Compare::Ge, seats, 0)
            }
            _ => {
                let former = self.b.bits(Bits::Add, player, -1);
                let seats = self.b.rows(Table::Player);
                let last = self.b.bits(Bits::Add, seats, -1);
                let zero = self.b.constant(0);
                let (dst, wrap, join) = (self.b.word(), self.b.block(), self.b.block());
                self.b.copy(dst, former);
                let below = self.b.compare(Compare::Lt, former, zero);
                self.b.branch(below, wrap, join);
                self.b.go_to(wrap);
                self.b.copy(dst, last);
                self.b.jump(join);
                self.b.go_to(join);
                dst
            }
        }
    }

    /// A word, or a constant if the word compares so with a limit.
    fn wrapped(&mut self, word: Reg, op: Compare, limit: Reg, other: Word) -> Reg {
        let (dst, wrap, join) = (self.b.word(), self.b.block(), self.b.block());
        self.b.copy(dst, word);
        let beyond = self.b.compare(op, word, limit);
        self.b.branch(beyond, wrap, join);
        self.b.go_to(wrap);
        self.b.set(dst, other);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    fn of_tile(&mut self, question: Question, of: &'r Expr, absent: BlockId) -> Raw {
        let tile = self.present(of, absent);
        if question == Question::TileKindOf {
            return Raw::there(self.b.load(Table::Tile, tile, field::tile::KIND));
        }
        let cell = self.b.load(Table::Tile, tile, field::tile::CELL);
        if question == Question::TileCell {
            return Raw { reg: cell, maybe: true };
        }
        self.b.or_absent(cell, absent);
        Raw::there(match question {
            Question::TileX => self.coordinate(cell, true),
            Question::TileY => self.coordinate(cell, false),
            _ => {
                let quarter = self.b.load(Table::Tile, tile, field::tile::TURN);
                self.degrees(quarter)
            }
        })
    }

    fn of_figure(&mut self, question: Question, args: &'r [Expr], ty: Ty, absent: BlockId) -> Raw {
        if question == Question::Counts
            && let Some(counts) = self.shop.rules.counts
        {
            return self.call(counts, args, ty, absent);
        }
        let bound = self.bound_value(&args[0], absent);
        let figure = self.reg(&bound.val);
        let maybe = |reg| Raw { reg, maybe: true };
        match question {
            Question::FigureKindOf => {
                Raw::there(self.b.load(Table::Figure, figure, field::figure::KIND))
            }
            Question::FigureOwner => {
                let owned = self.known_test(bound.ty.base, crate::typed::KindTest::Neutral);
                let reg = self.b.load(Table::Figure, figure, field::figure::OWNER);
                Raw { reg, maybe: owned != Some(false) && ty.is_maybe() }
            }
            Question::FigurePlace => {
                maybe(self.b.load(Table::Figure, figure, field::figure::PLACE))
            }
            Question::FigureDeployed => {
                self.require_deployed(figure, absent);
                Raw::there(self.b.constant(1))
            }
            Question::FigureTile => {
                let place = self.standing(figure, absent);
                Raw::there(self.tile_of(&place, absent))
            }
            Question::FigureSegment => {
                let place = self.standing(figure, absent);
                Raw::there(self.segment_of(&place, absent))
            }
            Question::FigureFeature => {
                let place = self.standing(figure, absent);
                Raw::there(self.feature_of(&place, absent))
            }
            Question::Beside => {
                let place = self.standing(figure, absent);
                Raw::there(self.tagged(&place, abi::Place::FIGURE, absent))
            }
            _ => {
                let kind = self.b.load(Table::Figure, figure, field::figure::KIND);
                Raw::there(self.b.load(Table::FigureKind, kind, field::figure_kind::FOLLOWER))
            }
        }
    }

    /// The column or row of a cell.
    pub(super) fn coordinate(&mut self, cell: Reg, column: bool) -> Reg {
        let shifted = if column {
            self.b.bits(Bits::Shr, cell, 16)
        } else {
            self.b.bits(Bits::And, cell, 0xffff)
        };
        self.b.bits(Bits::Add, shifted, -(1 << 15))
    }

    /// Quarter turns as degrees.
    fn degrees(&mut self, quarter: Reg) -> Reg {
        let ninety = self.b.constant(90);
        self.arith(Arith::Mul, quarter, ninety)
    }

    fn may_stand(&mut self, figure: &'r Expr, place: &'r Expr, absent: BlockId) -> Reg {
        let figure = self.present(figure, absent);
        let place = self.bound_value(place, absent);
        self.may_stand_on(figure, &place.val)
    }

    /// Looks at the board without the figure that is to be replaced: what limits or forbids a place counts
    /// those who stand there.
    fn may_replace(&mut self, figure: &'r Expr, other: &'r Expr, absent: BlockId) -> Reg {
        let figure = self.present(figure, absent);
        let other = self.present(other, absent);
        let place = self.standing(other, absent);
        let word = self.reg(&place);
        let site = self.site();
        self.b.host_into(None, HostOp::SetAside, &[other], site);
        let may = self.may_stand_on(figure, &place);
        self.b.host_into(None, HostOp::PutBack, &[other, word], site);
        may
    }

    /// Calls the question whether a figure may stand on a place.
    pub(super) fn may_stand_on(&mut self, figure: Reg, place: &Val) -> Reg {
        let place = self.reg(place);
        let function = self.shop.want(Job::MayStand);
        let dst = self.b.reg(Ty::one(Base::Flag));
        self.b.emit(Inst::Call { dst: Some(dst), function, args: vec![figure, place], site: None });
        dst
    }
}
