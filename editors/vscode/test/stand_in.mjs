// As much of the editor as the client uses, so that it runs without one. What is looked at here behaves as the
// editor's own does; of the rest only the names are there.
import { EventEmitter } from 'node:events';

const anything = new Proxy(function () {}, {
  get: (_, name) => {
    if (name === 'then' || name === Symbol.iterator) return undefined;
    if (name === Symbol.toPrimitive) return () => '';
    return name === 'prototype' ? {} : anything;
  },
  apply: () => anything,
  construct: () => anything,
});

/** Some things that behave, and anything else. */
const partly = (own) => new Proxy(own, { get: (_, name) => (name in own ? own[name] : anything) });

/** An editor with some settings, and what is seen of the client there. */
export function editor(settings) {
  const seen = { errors: [], warnings: [], status: [], lines: [], texts: {} };
  const changes = new EventEmitter();
  const plain = () => ({
    name: 'carc',
    ...Object.fromEntries(['append', 'clear', 'show', 'hide', 'dispose'].map((name) => [name, () => {}])),
    appendLine: (line) => seen.lines.push(line),
  });
  const log = () => ({
    ...plain(),
    logLevel: 3,
    onDidChangeLogLevel: () => ({ dispose() {} }),
    ...Object.fromEntries(['trace', 'debug', 'info', 'warn'].map((name) => [name, () => {}])),
    error: (line) => seen.lines.push(line),
  });
  const window = partly({
    createOutputChannel: (_, options) => (options?.log ? log() : plain()),
    showErrorMessage: async (message) => void seen.errors.push(message),
    showWarningMessage: async (message) => void seen.warnings.push(message),
    setStatusBarMessage: (message) => void seen.status.push(message),
  });
  const workspace = partly({
    workspaceFolders: undefined,
    textDocuments: [],
    notebookDocuments: [],
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
    onDidChangeConfiguration: (act) => {
      changes.on('change', act);
      return { dispose() {} };
    },
    registerTextDocumentContentProvider: (scheme, texts) => {
      seen.texts[scheme] = texts;
      return { dispose() {} };
    },
  });
  const vscode = partly({ window, workspace, env: partly({ language: 'en' }), version: '1.91.0' });
  const change = (name, value) => {
    settings[name] = value;
    changes.emit('change', { affectsConfiguration: (asked) => asked === `carc.${name}` });
  };
  return { vscode, seen, change };
}
