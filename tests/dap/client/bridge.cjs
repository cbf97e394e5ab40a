// Clients of debug adapters, `DebugClient` of @vscode/debugadapter-testsupport, driven by lines of JSON.
//
//   in:  {"id": 1, "client": "a", "do": "start" | "connect" | "request" | "raw" | "stop", ...}
//   out: {"id": 1, "result": ...} or {"id": 1, "error": "..."}, and {"client": "a", "message": ...} for each message of an adapter

const Module = require("node:module");
const { spawn } = require("node:child_process");
const readline = require("node:readline");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// The adapter is started as VS Code does it: by the extension, which gets a stand-in for VS Code.
let factory;
const vscode = {
  DebugAdapterExecutable: class {
    constructor(command, args, options) {
      Object.assign(this, { command, args, options });
    }
  },
  DebugAdapterServer: class {
    constructor(port, host) {
      Object.assign(this, { port, host });
    }
  },
  debug: { registerDebugAdapterDescriptorFactory: (_type, made) => (factory = made) },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
require(process.argv[2]).activate({ subscriptions: [] });

class Client extends DebugClient {
  constructor(name) {
    super("", "", "opscope");
    this.name = name;
  }

  startAs(configuration) {
    const found = factory.createDebugAdapterDescriptor({ configuration });
    if (found.port) {
      return this.start(found.port);
    }
    this._adapterProcess = spawn(found.command, found.args, found.options);
    this._adapterProcess.stderr.on("data", (text) => say({ client: this.name, stderr: String(text) }));
    this._adapterProcess.on("exit", (code) => say({ client: this.name, exit: code }));
    this.connect(this._adapterProcess.stdout, this._adapterProcess.stdin);
  }

  dispatch(text) {
    const message = JSON.parse(text);
    if (message.type === "event" || !this.pendingRequests.has(message.request_seq)) {
      say({ client: this.name, message });
    }
    super.dispatch(text);
  }
}

const clients = {};
const actions = {
  start: ({ client, configuration }) => (clients[client] = new Client(client)).startAs(configuration),
  request: async ({ client, command, args }) => {
    const known = clients[client][`${command}Request`];
    const call = known ? known.bind(clients[client]) : (given) => clients[client].customRequest(command, given);
    return (await call(args)).body;
  },
  raw: ({ client, text }) => void clients[client].outputStream.write(text),
  stop: ({ client }) => clients[client].stop(),
};

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const order = JSON.parse(line);
  try {
    say({ id: order.id, result: (await actions[order.do](order)) ?? null });
  } catch (error) {
    say({ id: order.id, error: String(error.message ?? error) });
  }
}).on("close", () => process.exit(0));
