//! The contract between compiled rules and the game: what values look like, where the plain data of a
//! game lies, what rules may ask and do, and how they are run. It imports nothing else of carc, so the
//! compiler and the runtime meet here and nowhere else.

mod code;
mod fault;
mod host;
mod kinds;
mod layout;
mod memory;
mod operation;
mod origin;
mod outcome;
mod program;
mod shot;
mod stack;
mod ty;
mod value;
mod vocabulary;

pub use code::Code;
pub use fault::{Fault, FaultKind, LocalValue, Reason};
pub use host::{
    CALLER_TELLS, CHANCE_STEPS, Context, ContextField, DEED_STEPS, FAULT_LOCALS, Host, Parts,
    STEP_BUDGET, STEP_INSTRUCTIONS, TRANSFER, host_call,
};
pub use kinds::{
    Direction, EdgeSet, FeatureKind, FeatureKindId, FigureKind, FigureKindId, FunctionId, Joins,
    Lays, PileId, PrintedValue, SegmentDef, Stands, TileKind, TileKindId, TileSet, TokenKind,
    TokenKindId, reaching,
};
pub use layout::{Column, Lasts, Layout, Table, field, seen};
pub use memory::{Memory, MemoryMark};
pub use operation::{HostOp, Measured, Striker};
pub use origin::{Origin, OriginId, Site, SiteId};
pub use outcome::{
    AskCall, AskId, AskKind, AskShape, OfferShape, Options, OptionsTag, Outcome, Status,
};
pub use program::{
    Course, CourseStep, Courses, EnumShape, FunctionShape, Idle, Invariant, Lender, OptionValue,
    Picture, PictureCell, PicturePiece, Program, WaitingCall,
};
pub use shot::{
    Area, Body, Catch, Contact, FASTEST, Figure, Flight, Hand, LARGEST_PIECE, Landing, Launch,
    LyingToken, MOST_OUTLINE, MOST_TOUCHES, Outline, Point, Quantity, Rest, SMALLEST_PIECE, Sample,
    Scene, ShotError, ShotPhysics, Size, Struck, TILE_HEIGHT, TILE_SIDE, TableTile, closest, gap,
    millimetres, square_root,
};
pub use stack::Stack;
pub use ty::{Base, FigureSort, PlaceSort, Shape, Ty};
pub use value::{
    ABSENT, CELL_BITS, Cause, ITSELF, Place, SPAN_KINDS, SPAN_TILE, Word, cell, cell_x, cell_y,
    edge, edge_side, edge_tile, fit, fit_cell, fit_given, fit_kind, fit_turn, fit_with, list,
    list_len, list_start, span, span_tile, span_token, span_way, spot, spot_figure, spot_place,
};
pub use vocabulary::{Cost, DeedKind, Entry, FAR, Owner, Question, VOCABULARY};
