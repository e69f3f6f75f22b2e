// The server, driven by the protocol's public client library.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { carc, MISSING } from './server.mjs';

const require = createRequire(import.meta.url);
const protocol = require('vscode-languageserver-protocol/node');

const RULES = `expansion harbour {
    title "The Harbour"
    needs base
}

player keeps boats: int

after p scores n for x when p.boats > 0 {
    p.left.boats += n
}
`;

/** A text with its mark taken out, and where it stood. */
function marked(text) {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  return {
    text: text.replace('|', ''),
    position: { line: before.length - 1, character: before.at(-1).length },
  };
}

test('an editor works on a broken, half-typed file', { skip: !carc && MISSING }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carc-'));
  const file = path.join(folder, 'harbour', 'rules.carc');
  mkdirSync(path.dirname(file));
  writeFileSync(file, RULES);
  const uri = pathToFileURL(file).toString();
  const server = spawn(carc, ['lsp', '--stdio'], { cwd: folder });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  const waiting = [];
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (news) => {
    waiting.filter((wait) => wait.fits(news)).forEach((wait) => wait.done(news.diagnostics));
  });
  const wrong = (version) =>
    new Promise((done) => waiting.push({ fits: (news) => news.uri === uri && news.version === version, done }));
  connection.listen();
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: [{ uri: pathToFileURL(folder).toString(), name: 'rules' }],
  });
  assert.ok(capabilities.renameProvider.prepareProvider);
  await connection.sendNotification(protocol.InitializedNotification.type, {});

  const clean = wrong(1);
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'carc', version: 1, text: RULES },
  });
  assert.deepEqual(await clean, []);

  const typed = marked(RULES.replace('p.left.boats += n', 'p.|'));
  const broken = wrong(2);
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: typed.text }],
  });
  const [mistake] = await broken;
  assert.match(String(mistake.code), /^syntax\//);
  const items = await connection.sendRequest(protocol.CompletionRequest.type, {
    textDocument: { uri },
    position: typed.position,
  });
  const labels = items.map((item) => item.label);
  for (const word of ['points', 'boats', 'left', 'scores … for …']) {
    assert.ok(labels.includes(word), `${word}: ${labels}`);
  }
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument: { uri } });
  assert.deepEqual(symbols.slice(0, 2).map((symbol) => symbol.name), ['harbour', 'player keeps boats']);

  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await ended, 0);
  connection.dispose();
  rmSync(folder, { recursive: true });
});
