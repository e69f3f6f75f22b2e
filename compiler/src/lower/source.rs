//! The lists of the board as walks: rows of tables, chains of figures and segments, seats round the table.

use abi::{ABSENT, Base, HostOp, Place, Question, Table, Ty, field};

use super::{
    function::{Bound, Lower},
    walk::{Visit, VisitReg, Walk},
};
use crate::{
    ir::{Bits, BlockId, Compare, Inst, Reg},
    typed::{Expr, ExprKind, KindTest},
};

impl<'m, 'r> Lower<'m, 'r> {
    /// Walks over all players, clockwise.
    pub(super) fn walk_clockwise(
        &mut self,
        from: bool,
        player: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let Some(player) = self.certain(player, walk) else { return };
        let seats = self.b.rows(Table::Player);
        let first = if from { player } else { self.b.bits(Bits::Add, player, 1) };
        let end = self.b.bits_of(Bits::Add, first, seats);
        self.counted(first, end, walk, &mut |this, i, exits| {
            let (seat, wrap, there) = (this.b.word(), this.b.block(), this.b.block());
            this.b.copy(seat, i);
            let beyond = this.b.compare(Compare::Ge, i, seats);
            this.b.branch(beyond, wrap, there);
            this.b.go_to(wrap);
            // i - seats, without a fault: not(seats) + 1 + i.
            let all = this.b.constant(-1);
            let inverse = this.b.bits_of(Bits::Xor, seats, all);
            let minus = this.b.bits(Bits::Add, inverse, 1);
            let wrapped = this.b.bits_of(Bits::Add, i, minus);
            this.b.copy(seat, wrapped);
            this.b.jump(there);
            this.b.go_to(there);
            visit(this, Bound::word(seat, Ty::one(Base::Player)), exits);
        });
    }

    /// Walks over a list that a word of the vocabulary names.
    pub(super) fn walk_question(
        &mut self,
        question: Question,
        args: &'r [Expr],
        list: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        use Question as Q;
        let ty = list.ty.certain();
        match question {
            Q::Players => self.walk_rows(Table::Player, walk, &mut |this, row, exits| {
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Figures => self.walk_rows(Table::Figure, walk, &mut |this, row, exits| {
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Followers => self.walk_rows(Table::Figure, walk, &mut |this, row, exits| {
                this.require_follower(row, exits.next);
                this.require_deployed(row, exits.next);
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Tiles => self.walk_rows(Table::Tile, walk, &mut |this, row, exits| {
                let cell = this.b.load(Table::Tile, row, field::tile::CELL);
                this.b.or_absent(cell, exits.next);
                visit(this, Bound::word(row, ty), exits);
            }),
            Q::Features => self.walk_rows(Table::Feature, walk, &mut |this, row, exits| {
                let live = this.b.load(Table::Feature, row, field::feature::SEGMENTS);
                this.b.unless(live, exits.next);
                let first = this.b.load(Table::Feature, row, field::feature::FIRST);
                visit(this, Bound::word(first, ty), exits);
            }),
            Q::Supply | Q::PlayerDeployed => {
                let Some(player) = self.certain(&args[0], walk) else { return };
                let first = self.b.load(Table::Player, player, field::player::FIGURES);
                let end = self.b.load(Table::Player, player, field::player::FIGURES_END);
                self.counted(first, end, walk, &mut |this, row, exits| {
                    if question == Q::Supply {
                        let place = this.b.load(Table::Figure, row, field::figure::PLACE);
                        let free = this.b.compare_to(Compare::Eq, place, ABSENT);
                        this.b.unless(free, exits.next);
                    } else {
                        this.require_deployed(row, exits.next);
                    }
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::TileSegments => {
                let Some(tile) = self.certain(&args[0], walk) else { return };
                let first = self.b.load(Table::Tile, tile, field::tile::SEGMENTS);
                let count = self.segment_count(tile);
                let end = self.b.bits_of(Bits::Add, first, count);
                let laying = self.shop.laid_kinds() as i64;
                if laying == 0 {
                    return self.counted(first, end, walk, &mut |this, row, exits| {
                        visit(this, Bound::word(row, ty), exits);
                    });
                }
                // Behind what is printed come the segments of tokens, once these are laid.
                let all = self.b.bits(Bits::Add, end, laying);
                self.counted(first, all, walk, &mut |this, row, exits| {
                    let (spare, there) = (this.b.block(), this.b.block());
                    let beyond = this.b.compare(Compare::Ge, row, end);
                    this.b.branch(beyond, spare, there);
                    this.b.go_to(spare);
                    this.require_feature(row, exits.next);
                    this.b.jump(there);
                    this.b.go_to(there);
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::TileBeside | Q::TileNeighbours => {
                let Some(tile) = self.certain(&args[0], walk) else { return };
                let cell = self.b.load(Table::Tile, tile, field::tile::CELL);
                self.b.or_absent(cell, walk.stop);
                let op = if question == Q::TileBeside {
                    HostOp::CellBeside
                } else {
                    HostOp::CellNeighbours
                };
                let site = self.site();
                let tiles = self.b.host(op, &[cell], list.ty, site);
                self.walk_list(tiles, ty, walk, visit);
            }
            Q::TileFigures | Q::TileFollowers => {
                let Some(tile) = self.certain(&args[0], walk) else { return };
                self.walk_rows(Table::Figure, walk, &mut |this, row, exits| {
                    if question == Q::TileFollowers {
                        this.require_follower(row, exits.next);
                    }
                    let place = this.standing(row, exits.next);
                    let at = this.tile_of(&place, exits.next);
                    let same = this.b.compare(Compare::Eq, at, tile);
                    this.b.unless(same, exits.next);
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::SegmentFigures | Q::SegmentFollowers => {
                let Some(segment) = self.certain(&args[0], walk) else { return };
                let record = self.record(segment);
                self.b.or_absent(record, walk.stop);
                let place = self.b.bits(Bits::Shl, segment, Place::BITS);
                let followers = question == Q::SegmentFollowers;
                self.walk_figures(record, followers, ty, walk, &mut |this, item, exits| {
                    let row = this.reg(&item.val);
                    let at = this.b.load(Table::Figure, row, field::figure::PLACE);
                    let here = this.b.compare(Compare::Eq, at, place);
                    this.b.unless(here, exits.next);
                    visit(this, item, exits);
                });
            }
            Q::FeatureFigures | Q::FeatureFollowers => {
                let Some(segment) = self.certain(&args[0], walk) else { return };
                let record = self.record(segment);
                self.walk_figures(record, question == Q::FeatureFollowers, ty, walk, visit);
            }
            Q::FeatureSegments => {
                let Some(segment) = self.certain(&args[0], walk) else { return };
                let first = self.oldest(segment);
                let next = field::segment::NEXT;
                self.chain(first, Table::Segment, next, walk, &mut |this, row, exits| {
                    visit(this, Bound::word(row, ty), exits);
                });
            }
            Q::Corners => self.walk_corners(walk, visit),
            Q::TileCorners => self.walk_tile_corners(&args[0], walk, visit),
            Q::CornerTiles => self.walk_corner_tiles(&args[0], walk, visit),
            Q::CornerSegments => self.walk_corner_segments(&args[0], walk, visit),
            Q::Spots => self.walk_spots(&args[0], &args[1], walk, visit),
            Q::SpotsFor => self.walk_spots_for(&args[0], &args[1], walk, visit),
            _ => self.walk_made(list, walk, visit),
        }
    }

    pub(super) fn walk_rows(&mut self, table: Table, walk: Walk, visit: VisitReg<'_, 'm, 'r>) {
        let (first, end) = (self.b.row(table), self.b.rows(table));
        self.b.set(first, 0);
        self.counted(first, end, walk, visit);
    }

    /// Does something with each member of a list whose order does not matter: the tiles round another one are
    /// read from its row then, one direction after the other.
    pub(super) fn each_in_any_order(
        &mut self,
        list: &'r Expr,
        distinct: bool,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let (directions, tile) = match &list.kind {
            ExprKind::Ask { question: Question::TileBeside, args } => (4, &args[0]),
            ExprKind::Ask { question: Question::TileNeighbours, args } => (8, &args[0]),
            _ => return self.each(list, distinct, visit),
        };
        let stop = self.b.block();
        let walk = Walk { stop, keeps: false, distinct };
        let tile = self.present(tile, stop);
        let (first, end) = (self.b.constant(0), self.b.constant(directions));
        let ty = list.ty.certain();
        self.counted(first, end, walk, &mut |this, offset, exits| {
            let dst = this.b.reg(ty);
            let (table, row, field) = (Table::Tile, tile, field::tile::NEIGHBOUR);
            this.b.emit(Inst::LoadAt { dst, table, row, field, offset });
            this.b.or_absent(dst, exits.next);
            visit(this, Bound::word(dst, ty), exits);
        });
        self.b.jump(stop);
        self.b.go_to(stop);
    }

    fn walk_figures(
        &mut self,
        record: Reg,
        followers: bool,
        ty: Ty,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let first = self.b.load(Table::Feature, record, field::feature::FIGURES);
        self.chain(first, Table::Figure, field::figure::NEXT, walk, &mut |this, row, exits| {
            if followers {
                this.require_follower(row, exits.next);
            }
            visit(this, Bound::word(row, ty), exits);
        });
    }

    /// Goes elsewhere unless a figure is a follower; nothing is asked if all figures are.
    fn require_follower(&mut self, row: Reg, no: BlockId) {
        let any = Bound::word(row, Ty::one(Base::Figure(abi::FigureSort::Any)));
        let yes = self.b.block();
        self.branch_on_test(&any, KindTest::Follower, yes, no);
        self.b.go_to(yes);
    }
}
