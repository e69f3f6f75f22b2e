//! Following folders: the one place that knows a watcher and a thread.
//!
//! Editors save by renaming, so folders are followed and never single files. What a file system reports only
//! says when to look; whether anything changed is seen from the contents.

use std::{
    collections::BTreeSet,
    fmt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

use compiler::{Backend, Former, Setting};
use notify::{
    Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use thiserror::Error;

use super::{
    contents::Contents,
    places::Places,
    workshop::{Look, Workshop},
};
use crate::{discover::Library, program::Texts};

/// The time as its caller measures it, from any beginning.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// So long nothing may have happened before what was read counts: a save is a burst of events.
const QUIET: Duration = Duration::from_millis(20);
/// After so long files are read and compiled already, on the chance that nothing more happens.
const PAUSE: Duration = Duration::from_millis(4);
/// After so long a folder in which something happens all the time is looked at nevertheless.
const PATIENCE: Duration = Duration::from_millis(500);
/// So often folders that change meanwhile are followed anew.
const MOST_TRIES: usize = 8;
/// How often files are read where a file system reports nothing.
const POLL: Duration = Duration::from_millis(100);

/// Why nothing can be followed.
#[derive(Debug, Error)]
pub enum WatchError {
    /// None of the expansions lies in a folder.
    #[error("these expansions are built in, so there is no folder to follow")]
    NoFolder,
    /// The system does not let its folders be followed.
    #[error("the folders cannot be followed: {0}")]
    System(#[from] notify::Error),
    /// There is no thread for it.
    #[error("the folders cannot be followed: {0}")]
    Thread(#[from] std::io::Error),
}

/// What is followed, and how.
#[derive(Clone)]
pub struct Plan {
    /// The folders that were named, as [`Library::discover`] takes them.
    pub given: Vec<PathBuf>,
    /// The rules that are compiled.
    pub setting: Setting,
    /// What runs them.
    pub backend: Backend,
    /// Whether files are read again and again, for file systems that report nothing.
    pub poll: bool,
    /// What measures times.
    pub clock: Clock,
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({:?}, {:?}, poll: {})", self.given, self.setting, self.poll)
    }
}

/// Texts that have changed, with the times until now.
#[derive(Clone, Debug)]
pub struct News {
    /// The texts and what they compile to.
    pub look: Look,
    /// How long was waited and read since the first report of a change; compiling goes on meanwhile.
    pub wait: Duration,
    /// How long it took to compile the rules.
    pub compile: Duration,
}

/// What reaches the thread that follows.
enum Signal {
    /// Something may have changed; with the folder that is not followed any more, if it is one of the roots.
    Event(Result<Event, notify::Error>),
    /// Nobody wants to know any more.
    Stop,
}

/// Follows folders in a thread of its own until it is dropped.
#[derive(Debug)]
pub struct Follower {
    signals: Sender<Signal>,
    thread: Option<JoinHandle<()>>,
}

impl Follower {
    /// Begins to follow the folders of the expansions that play, which were read as in `seen`. What changes is
    /// compiled beside whatever else runs, and given to `tell`.
    ///
    /// # Errors
    ///
    /// When there are no folders, or they cannot be followed.
    pub fn start(
        plan: Plan,
        seen: &Library,
        tell: impl FnMut(News) + Send + 'static,
    ) -> Result<Self, WatchError> {
        Self::start_after(plan, seen, Arc::new(Texts::new(seen)), Former::default(), tell)
    }

    /// The same with the trees of what was read, and with what is left of compiling its rules: the first save takes no
    /// longer than others then.
    ///
    /// # Errors
    ///
    /// As [`Follower::start`].
    pub fn start_after(
        plan: Plan,
        seen: &Library,
        texts: Arc<Texts>,
        former: Former,
        tell: impl FnMut(News) + Send + 'static,
    ) -> Result<Self, WatchError> {
        let plays = texts.closure(&plan.setting.expansions);
        let places = Places::of(plays.iter().filter_map(|name| seen.get(name)));
        if places == Places::default() {
            return Err(WatchError::NoFolder);
        }
        let workshop = Workshop::after(plan.setting.clone(), plan.backend, seen, texts, former);
        let (signals, heard) = channel();
        let ways = places.links();
        let watcher = arm(&places, plan.poll, &signals)?;
        let told = workshop.seen().clone();
        let own = signals.clone();
        let worker =
            Worker { plan, places, ways, workshop, watcher, signals: own, told, found: None, tell };
        let thread = std::thread::Builder::new().name("follower".to_owned());
        let thread = thread.spawn(move || worker.run(&heard))?;
        Ok(Self { signals, thread: Some(thread) })
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        // A thread that is gone already needs no word.
        let _ = self.signals.send(Signal::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Whether a report may be one of a change; those of reading never are, and our own reading is reported too.
fn may_change(event: &Event) -> bool {
    !matches!(
        event.kind,
        EventKind::Access(
            AccessKind::Read
                | AccessKind::Open(_)
                | AccessKind::Close(AccessMode::Read | AccessMode::Execute)
        )
    )
}

/// The folders above the parent of a folder: whatever goes with one of them may come back with it.
fn above(folder: &Path) -> impl Iterator<Item = &Path> {
    // The root of a file system stays.
    folder.ancestors().skip(2).filter(|above| above.parent().is_some())
}

/// Whether a report is one of folders that are followed, of what lies beside them, or of a folder or link on the way.
fn concerns(event: &Event, folders: &BTreeSet<PathBuf>, links: &BTreeSet<PathBuf>) -> bool {
    let is_near = |path: &PathBuf| {
        let near = |folder: &PathBuf| {
            folder.starts_with(path) || folder.parent().is_some_and(|near| path.starts_with(near))
        };
        folders.iter().any(near) || links.iter().any(|link| link.starts_with(path))
    };
    event.need_rescan() || event.paths.is_empty() || event.paths.iter().any(is_near)
}

/// Follows folders with all that is in them, and what becomes of the folders themselves.
fn arm(
    places: &Places,
    poll: bool,
    signals: &Sender<Signal>,
) -> Result<Box<dyn Watcher + Send>, notify::Error> {
    let (folders, links) = (places.folders(), places.links());
    let (signals, own) = (signals.clone(), (folders.clone(), links.clone()));
    let hear = move |event: Result<Event, notify::Error>| {
        let concerns = |event: &Event| may_change(event) && concerns(event, &own.0, &own.1);
        if event.as_ref().map_or(true, concerns) {
            // Whoever has stopped listening needs no more news.
            let _ = signals.send(Signal::Event(event));
        }
    };
    let mut watcher: Box<dyn Watcher + Send> = if poll {
        let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
        Box::new(PollWatcher::new(hear, config)?)
    } else {
        Box::new(RecommendedWatcher::new(hear, Config::default())?)
    };
    let mut any = false;
    let mut refused = None;
    if !poll {
        // From the top, so that what comes meanwhile is reported or there already. A folder that nobody may read
        // comes and goes unseen.
        let mut above: BTreeSet<&Path> =
            folders.iter().chain(&links).flat_map(|folder| above(folder)).collect();
        above.extend(links.iter().filter_map(|link| link.parent()));
        // What is followed with all that is in it must not be followed with less.
        let is_inside = |folder: &Path| folders.iter().any(|own| folder.starts_with(own));
        for folder in above.into_iter().filter(|folder| !is_inside(folder)) {
            any |= watcher.watch(folder, RecursiveMode::NonRecursive).is_ok();
        }
    }
    for folder in &folders {
        // A folder may be gone for a moment, while its parent tells when it is back.
        match watcher.watch(folder, RecursiveMode::Recursive) {
            Ok(()) => any = true,
            Err(error) => refused = Some(error),
        }
        let parent = folder.parent().filter(|parent| !folders.contains(*parent));
        if let Some(parent) = parent {
            match watcher.watch(parent, RecursiveMode::NonRecursive) {
                Ok(()) => any = true,
                Err(error) => refused = Some(error),
            }
        }
    }
    match refused {
        Some(error) if !any => Err(error),
        _ => Ok(watcher),
    }
}

/// What the thread owns.
struct Worker<T> {
    plan: Plan,
    places: Places,
    /// The links on the way to them, and what was missing there, as they are followed.
    ways: BTreeSet<PathBuf>,
    workshop: Workshop,
    watcher: Box<dyn Watcher + Send>,
    signals: Sender<Signal>,
    /// What the texts were when they were told of last.
    told: Contents,
    /// What was found since, with the time that it took to compile.
    found: Option<(Look, Duration)>,
    tell: T,
}

impl<T: FnMut(News)> Worker<T> {
    fn run(mut self, heard: &Receiver<Signal>) {
        // What changed between the first reading and the beginning of following is reported by nobody.
        let first = self.now();
        self.look();
        self.tell(first);
        while let Some(mut lost) = self.waits(heard) {
            let first = self.now();
            let (mut last, mut looked) = (first, false);
            loop {
                let quiet = if looked { QUIET } else { PAUSE };
                let since = self.now().saturating_sub(last);
                match heard.recv_timeout(quiet.saturating_sub(since)) {
                    Ok(Signal::Event(event)) => {
                        lost |= self.loses_track(&event);
                        (last, looked) = (self.now(), false);
                    }
                    Err(RecvTimeoutError::Timeout) if !looked => {
                        // Most saves are over by now: what is compiled meanwhile need not be waited for.
                        self.look();
                        looked = true;
                    }
                    Err(RecvTimeoutError::Timeout) => break,
                    Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                }
                if last.saturating_sub(first) > PATIENCE {
                    break;
                }
            }
            if lost {
                self.arm_again();
            }
            self.look();
            self.tell(first);
        }
    }

    /// Waits until something may have changed; whether it may be a folder that is followed. Nothing if nobody wants to
    /// know any more.
    fn waits(&mut self, heard: &Receiver<Signal>) -> Option<bool> {
        loop {
            let signal = match self.plan.poll {
                // A link that leads elsewhere changes nothing in the folder to which it led.
                true => heard.recv_timeout(POLL),
                false => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match signal {
                Ok(Signal::Event(event)) => return Some(self.loses_track(&event)),
                Err(RecvTimeoutError::Timeout) if self.places.renew() => return Some(true),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn now(&self) -> Duration {
        (self.plan.clock)()
    }

    /// Whether a folder that is followed may be another one now, or reports were lost.
    fn loses_track(&self, event: &Result<Event, notify::Error>) -> bool {
        let Ok(event) = event else { return true };
        let folders = self.places.folders();
        let root = |path: &PathBuf| {
            folders.iter().chain(&self.ways).any(|folder| folder.starts_with(path))
        };
        let same = matches!(event.kind, EventKind::Modify(notify::event::ModifyKind::Metadata(_)));
        event.need_rescan() || (!same && event.paths.iter().any(root))
    }

    fn arm_again(&mut self) {
        // What comes back meanwhile is followed at the next try.
        for _ in 0..MOST_TRIES {
            self.places.renew();
            self.ways = self.places.links();
            // If that goes wrong the old watcher still follows what it can.
            if let Ok(watcher) = arm(&self.places, self.plan.poll, &self.signals) {
                self.watcher = watcher;
            }
            if !self.places.renew() && self.places.links() == self.ways {
                break;
            }
        }
    }

    /// Reads the texts and compiles them if they are others than at the last look.
    fn look(&mut self) {
        let library = Library::discover(&self.plan.given);
        let read = self.now();
        let Some(mut look) = self.workshop.look(library) else { return };
        let compile = self.now().saturating_sub(read);
        self.follow_new(&look);
        look.files = self.workshop.seen().changed_since(&self.told);
        self.found = Some((look, compile));
    }

    /// Tells what was found, unless all is again as it was told last.
    fn tell(&mut self, first: Duration) {
        let Some((look, compile)) = self.found.take() else { return };
        if look.files.is_empty() {
            return;
        }
        self.told = self.workshop.seen().clone();
        let wait = self.now().saturating_sub(first).saturating_sub(compile);
        (self.tell)(News { look, wait, compile });
    }

    /// Rules may need other expansions than before.
    fn follow_new(&mut self, look: &Look) {
        let plays = look.texts.closure(&self.plan.setting.expansions);
        let now = Places::of(plays.iter().filter_map(|name| look.library.get(name)));
        if self.places.extend(now) {
            self.arm_again();
        }
    }
}

/// Where a folder is followed from, for whoever tells.
impl Follower {
    /// The folders in which expansions of a library lie, of those that play.
    pub fn folders(seen: &Library, plays: &[String]) -> Vec<PathBuf> {
        let own = plays.iter().filter_map(|name| seen.get(name));
        Places::of(own).folders().iter().map(|folder| shortened(folder)).collect()
    }
}

/// A path as seen from where one works.
fn shortened(folder: &Path) -> PathBuf {
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    let inside = here.as_deref().and_then(|here| folder.strip_prefix(here).ok());
    inside.filter(|inside| !inside.as_os_str().is_empty()).unwrap_or(folder).to_owned()
}
