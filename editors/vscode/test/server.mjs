// The server that tests talk to.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** The server: where CARC says, as built here (the last one counts), or in the path. */
function server() {
  if (process.env.CARC) {
    return process.env.CARC;
  }
  const name = process.platform === 'win32' ? 'carc.exe' : 'carc';
  const built = ['debug', 'release']
    .map((profile) => path.join(here, '../../../target', profile, name))
    .filter((file) => existsSync(file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder);
  const installed = folders.map((folder) => path.join(folder, name)).filter((file) => existsSync(file));
  return [...built, ...installed][0];
}

export const carc = server();
export const MISSING = 'there is no carc: not in CARC, not in target, not in PATH';
