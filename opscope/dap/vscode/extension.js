// Tells VS Code how to reach the debug adapter: it starts Python, or connects to a port.
const vscode = require("vscode");

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor(session) {
      const { python, port, host, cwd } = session.configuration;
      if (port) {
        return new vscode.DebugAdapterServer(port, host || "127.0.0.1");
      }
      return new vscode.DebugAdapterExecutable(python || "python", ["-m", "opscope", "dap"], cwd ? { cwd } : undefined);
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("opscope", factory));
};
