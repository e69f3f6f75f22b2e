// The client of `carc lsp`: it starts the server, shows texts that are part of carc, and runs what lenses say.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** Where the texts of the standard expansions are found, which lie in no file. */
const BUILT_IN = 'carc-built-in';

let client;
let output;

/** The server as the settings say. */
function server() {
  const settings = vscode.workspace.getConfiguration('carc');
  return { command: settings.get('path', 'carc'), args: ['lsp', ...settings.get('folders', [])] };
}

async function start() {
  const options = {
    documentSelector: [
      { language: 'carc' },
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
  };
  client = new LanguageClient('carc', 'carc', server(), options);
  try {
    await client.start();
  } catch (error) {
    const { command } = server();
    vscode.window.showErrorMessage(
      `\`${command} lsp\` does not start: ${error.message}. The setting carc.path says where carc lies.`,
    );
  }
}

/** Shows how a scenario came out that was run, or whose snapshot was kept. */
async function show(result) {
  if (!result) {
    return;
  }
  if (result.passed) {
    vscode.window.setStatusBarMessage(result.message, 5000);
    return;
  }
  output.appendLine(result.message);
  const look = await vscode.window.showWarningMessage(result.message.split('\n').slice(0, 3).join(' '), 'Show');
  if (look) {
    output.show(true);
  }
}

async function activate(context) {
  output = vscode.window.createOutputChannel('carc');
  const texts = {
    provideTextDocumentContent: (uri) => client.sendRequest('carc/text', { uri: uri.toString() }),
  };
  const restart = async () => {
    await deactivate();
    await start();
  };
  context.subscriptions.push(
    output,
    vscode.workspace.registerTextDocumentContentProvider(BUILT_IN, texts),
    vscode.commands.registerCommand('carc.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('carc.path') || change.affectsConfiguration('carc.folders')) {
        return restart();
      }
      return undefined;
    }),
  );
  await start();
}

async function deactivate() {
  if (client && client.needsStop()) {
    await client.stop();
  }
  client = undefined;
}

module.exports = { activate, deactivate };
