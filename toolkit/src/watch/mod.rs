//! Rules that change while a game is played: what is in the files, what it compiles to, and how the game goes on.
//!
//! Only `follow` knows of folders and threads. The rest takes texts and gives results, so that tests need
//! neither a watcher nor sleep.

mod changes;
mod contents;
mod follow;
mod fresh;
mod live;
mod places;
mod state;
mod workshop;

pub use self::{
    changes::{Change, LineChange, PropertyChange},
    contents::Contents,
    follow::{Clock, Follower, News, Plan, WatchError},
    live::{Live, Reloaded, Way},
    workshop::{Look, Made, Workshop},
};
