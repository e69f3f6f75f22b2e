// The client of `carc lsp`: it starts the server, shows texts that are part of carc, and runs what lenses say.
'use strict';

const { execFile } = require('node:child_process');
const { homedir } = require('node:os');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** Where the texts of the standard expansions are found, which lie in no file. */
const BUILT_IN = 'carc-built-in';
/** Longer than any command takes to say its version. */
const PATIENCE = 10_000;

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.LogOutputChannel} */
let output;
/** One start or end of the server after the other. */
let turn = Promise.resolve();

/** The server as the settings say. */
function server() {
  const settings = vscode.workspace.getConfiguration('carc');
  const command = settings.get('path', 'carc').trim() || 'carc';
  return {
    command: command.startsWith('~/') ? homedir() + command.slice(1) : command,
    args: ['lsp', ...settings.get('folders', /** @type {string[]} */ ([]))],
  };
}

/**
 * Why a command does not run, if it does not.
 * @param {string} command
 * @returns {Promise<string | undefined>}
 */
function trouble(command) {
  const cwd = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  return new Promise((resolve) => {
    try {
      execFile(command, ['--version'], { cwd, timeout: PATIENCE }, (error) => {
        const missing = error?.code === 'ENOENT';
        resolve(missing ? `there is no command \`${command}\`` : error?.message);
      });
    } catch (error) {
      resolve(String(error));
    }
  });
}

async function start() {
  const { command, args } = server();
  const why = await trouble(command);
  if (why) {
    output.error(why);
    // Nobody is kept waiting for an answer.
    vscode.window
      .showErrorMessage(
        `The rules get colours only: ${why}. Say in the setting carc.path where carc lies.`,
        'Open the setting',
      )
      .then((look) => look && vscode.commands.executeCommand('workbench.action.openSettings', 'carc.path'));
    return;
  }
  client = new LanguageClient('carc', 'carc', { command, args }, {
    documentSelector: [
      // Not what else is shown, such as what a file was in an older version.
      { scheme: 'file', language: 'carc' },
      { scheme: 'untitled', language: 'carc' },
      { scheme: 'file', pattern: '**/rules.md' },
      { scheme: BUILT_IN },
    ],
    outputChannel: output,
    middleware: {
      executeCommand: async (command, parameters, next) => {
        const result = await next(command, parameters);
        show(result);
        return result;
      },
    },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/{*.carc,rules.md}') },
  });
  try {
    await client.start();
  } catch (error) {
    // The client has told it already.
    output.error(`\`${command} lsp\` does not start: ${error}`);
  }
}

async function stop() {
  const last = client;
  client = undefined;
  if (last?.needsStop()) {
    await last.stop();
  }
}

/**
 * Does something when all that was begun before is done.
 * @param {() => Promise<void>} act
 */
function next(act) {
  turn = turn.then(act).catch((error) => output.error(String(error)));
  return turn;
}

/**
 * Shows how a scenario came out that was run, or whose snapshot was kept.
 * @param {{ passed: boolean, message: string } | undefined} result
 */
async function show(result) {
  if (!result) {
    return;
  }
  if (result.passed) {
    vscode.window.setStatusBarMessage(`$(check) ${result.message}`, 8000);
    return;
  }
  output.info(result.message);
  // A message has one line.
  const lines = result.message.split('\n').slice(0, 3).map((line) => line.trim());
  const look = await vscode.window.showWarningMessage(lines.join(' · '), 'Show');
  if (look) {
    output.show(true);
  }
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  output = vscode.window.createOutputChannel('carc', { log: true });
  const texts = {
    /** @param {vscode.Uri} uri */
    provideTextDocumentContent: (uri) =>
      next(async () => {}).then(() => client?.sendRequest('carc/text', { uri: uri.toString() })),
  };
  const restart = () =>
    next(async () => {
      await stop();
      await start();
    });
  context.subscriptions.push(
    output,
    vscode.workspace.registerTextDocumentContentProvider(BUILT_IN, texts),
    vscode.commands.registerCommand('carc.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('carc.path') || change.affectsConfiguration('carc.folders')) {
        restart();
      }
    }),
  );
  await next(start);
}

function deactivate() {
  return next(stop);
}

module.exports = { activate, deactivate };
