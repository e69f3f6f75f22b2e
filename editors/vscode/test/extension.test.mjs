// The bundle with as much of the editor as it uses, and the package that people install.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRequire, isBuiltin } from 'node:module';
import { carc, MISSING } from './server.mjs';
import { editor } from './stand_in.mjs';

const requireBuiltin = createRequire(import.meta.url);
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

test('everything that the package names is there', () => {
  const { contributes } = read('package.json');
  const [grammar] = contributes.grammars;
  assert.equal(read(grammar.path).scopeName, grammar.scopeName);
  assert.ok(read(contributes.languages[0].configuration).brackets.length > 0);
  const snippets = read(contributes.snippets[0].path);
  for (const word of ['expansion', 'step', 'offer', 'scenario']) {
    assert.ok(snippets[word].body.length > 0, word);
  }
});

test('the client is one bundle that starts with the editor', () => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root });
  const bundle = readFileSync(path.join(root, 'dist/extension.js'), 'utf8');
  const wanted = [...bundle.matchAll(/require\("([^"]+)"\)/g)].map((found) => found[1]);
  const foreign = wanted.filter((name) => name !== 'vscode' && !isBuiltin(name));
  assert.deepEqual(foreign, []);
  assert.deepEqual(Object.keys(loaded(editor({}).vscode)).sort(), ['activate', 'deactivate']);
});

/** What the bundle exports in an editor. */
function loaded(vscode) {
  const bundle = readFileSync(path.join(root, 'dist/extension.js'), 'utf8');
  const module = { exports: {} };
  const need = (name) => (name === 'vscode' ? vscode : requireBuiltin(name));
  new Function('module', 'exports', 'require', bundle)(module, module.exports, need);
  return module.exports;
}

/** The text of a built-in expansion, as the editor asks for it. */
const base = (seen) =>
  seen.texts['carc-built-in'].provideTextDocumentContent({ toString: () => 'carc-built-in:/base/rules.carc' });

test('the client starts the server, and shows a text that lies in no file', { skip: !carc && MISSING }, async () => {
  const { vscode, seen } = editor({ path: carc });
  const extension = loaded(vscode);
  await extension.activate({ subscriptions: [] });
  assert.deepEqual([seen.errors, seen.lines], [[], []]);
  assert.match(await base(seen), /^expansion base \{/m);
  await extension.deactivate();
  assert.deepEqual([seen.errors, seen.lines], [[], []]);
});

test('without a server one message says so, until the setting is right', { skip: !carc && MISSING }, async () => {
  const { vscode, seen, change } = editor({ path: 'no-such-carc' });
  const extension = loaded(vscode);
  await extension.activate({ subscriptions: [] });
  assert.equal(seen.errors.length, 1);
  assert.match(seen.errors[0], /there is no command `no-such-carc`.* carc\.path /);
  assert.equal(await base(seen), undefined);
  change('path', carc);
  assert.match(await base(seen), /^expansion base \{/m);
  assert.equal(seen.errors.length, 1);
  await extension.deactivate();
});
