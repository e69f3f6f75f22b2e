//! The bytes between editor and server: messages behind headers that say how long they are. What is no message is
//! refused and the next one read; where nobody can say where the next one begins, reading ends.

use std::{
    io::{self, BufRead, Read, Write},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use lsp_server::{Connection, ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// The longest message that is read. The largest file of rules, every sign of it written as `\u0000`, is shorter.
pub(crate) const LONGEST: usize = 64 << 20;
/// The longest line of a header, and how many there may be.
const LONGEST_LINE: u64 = 4_096;
const MOST_LINES: usize = 32;

/// What comes next from an editor.
#[derive(Debug)]
enum Heard {
    /// A message, and whether it is the last one.
    Message(Box<Message>),
    /// A whole message that says nothing the protocol knows: the answer to it.
    Refused(Value),
    /// Nobody knows where the next message begins.
    Lost(String),
    /// The editor is gone.
    End,
}

/// Both ends of an editor's line.
pub(crate) struct Wire {
    /// What the server talks to.
    pub(crate) connection: Connection,
    writer: thread::JoinHandle<io::Result<()>>,
    lost: Arc<Mutex<Option<String>>>,
}

impl Wire {
    /// Reads and writes in threads of their own.
    pub(crate) fn new(
        mut input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> Self {
        let (connection, editor) = Connection::memory();
        let Connection { sender, receiver } = editor;
        let output = Arc::new(Mutex::new(output));
        let lost = Arc::new(Mutex::new(None));
        let (refusals, told) = (output.clone(), lost.clone());
        // Nobody waits for the reader: it may wait for bytes that never come.
        thread::spawn(move || {
            loop {
                match next(&mut input) {
                    Heard::Message(message) => {
                        let last =
                            matches!(&*message, Message::Notification(n) if n.method == "exit");
                        if sender.send(*message).is_err() || last {
                            return;
                        }
                    }
                    Heard::Refused(answer) => {
                        if write(&mut *locked(&refusals), &answer).is_err() {
                            return;
                        }
                    }
                    Heard::Lost(why) => {
                        let answer = refusal(&Value::Null, ErrorCode::ParseError, &why);
                        // The editor may be gone; there is nothing else to be done.
                        let _ = write(&mut *locked(&refusals), &answer);
                        *locked(&told) = Some(why);
                        return;
                    }
                    Heard::End => return,
                }
            }
        });
        let writer = thread::spawn(move || {
            receiver
                .into_iter()
                .try_for_each(|message: Message| message.write(&mut *locked(&output)))
        });
        Self { connection, writer, lost }
    }

    /// Writes what is left, and gives the reason if the editor's bytes could not be followed.
    pub(crate) fn close(self) -> io::Result<Option<String>> {
        let Self { connection, writer, lost } = self;
        drop(connection);
        writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer fell")))?;
        Ok(locked(&lost).take())
    }
}

/// What is behind a lock; a thread that fell leaves nothing half done there.
fn locked<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(output: &mut impl Write, answer: &Value) -> io::Result<()> {
    let text = answer.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

fn refusal(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

/// Reads one message.
fn next(input: &mut impl BufRead) -> Heard {
    let length = match header(input) {
        Ok(Some(length)) => length,
        Ok(None) => return Heard::End,
        Err(why) => return Heard::Lost(why),
    };
    let mut bytes = Vec::new();
    match input.by_ref().take(length as u64).read_to_end(&mut bytes) {
        Ok(read) if read == length => {}
        Ok(_) | Err(_) => return Heard::End,
    }
    let refused = |id: &Value, code, why: String| Heard::Refused(refusal(id, code, &why));
    let value: Value = match serde_json::from_slice(&bytes) {
        Ok(value) => value,
        Err(error) => {
            let why = format!("this message is no JSON: {error}");
            return refused(&Value::Null, ErrorCode::ParseError, why);
        }
    };
    let said = value.get("id").cloned();
    let id = said.clone().filter(|id| id.is_string() || id.is_number());
    // Without this a request with another id would be taken for news, and never answered.
    if let (Some(said), true) = (said, value.get("method").is_some())
        && serde_json::from_value::<RequestId>(said.clone()).is_err()
    {
        let why = format!(
            "the id of a request is a text or a whole number of 32 bits, not {}",
            kind(&said)
        );
        return refused(&id.unwrap_or_default(), ErrorCode::InvalidRequest, why);
    }
    match serde_json::from_value::<Message>(value) {
        Ok(message) => Heard::Message(Box::new(message)),
        Err(_) => {
            let why = "this is no request, no notification and no response".to_owned();
            refused(&id.unwrap_or_default(), ErrorCode::InvalidRequest, why)
        }
    }
}

/// What somebody wrote as the id of a request, in a few words.
fn kind(id: &Value) -> String {
    match id {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "a truth value".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Reads the header of a message: how long it is; nothing if the editor is gone.
fn header(input: &mut impl BufRead) -> Result<Option<usize>, String> {
    let mut length = None;
    for number in 0..MOST_LINES {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return Ok(None);
        }
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]).trim_end().to_owned();
        if !line.ends_with(b"\n") && (line.len() as u64) < LONGEST_LINE {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            return Err(format!("a line of a header never ends: {shown:?}"));
        }
        if line.trim_ascii().is_empty() {
            // Blank lines between messages say nothing.
            if length.is_none() && number == 0 {
                continue;
            }
            return length.map(Some).ok_or("a message without `Content-Length`".to_owned());
        }
        let text = std::str::from_utf8(&line).unwrap_or_default();
        let Some((name, value)) = text.split_once(':') else {
            return Err(format!("this is no line of a header: {shown:?}"));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let bytes = value.trim().parse::<usize>().ok().filter(|bytes| *bytes <= LONGEST);
            length = Some(bytes.ok_or_else(|| {
                format!("{shown:?} is no length: a whole number of bytes up to {LONGEST}")
            })?);
        }
    }
    Err(format!("a header of more than {MOST_LINES} lines"))
}
