// The bundle with as much of the editor as it uses, and the package that people install.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

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
  // Whatever is asked of the editor is there; only the names of what the client exports are looked at.
  const anything = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === 'prototype' ? {} : anything),
    apply: () => anything,
    construct: () => anything,
  });
  const module = { exports: {} };
  const need = (name) => (name === 'vscode' ? anything : requireBuiltin(name));
  new Function('module', 'exports', 'require', bundle)(module, module.exports, need);
  assert.deepEqual(Object.keys(module.exports).sort(), ['activate', 'deactivate']);
});

import { createRequire, isBuiltin } from 'node:module';
const requireBuiltin = createRequire(import.meta.url);
