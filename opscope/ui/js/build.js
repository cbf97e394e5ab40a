// Bundles src/index.js into ../static/panel.js: one ES module, because anywidget loads the code
// from a blob URL, where relative imports do not work. It is minified: each panel's code is saved with its notebook.
// Same sources, same bytes.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

await build({
  absWorkingDir: here,
  entryPoints: ["src/index.js"],
  outfile: process.argv[2] ?? "../static/panel.js",
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  lineLimit: 300,
  legalComments: "none",
  banner: { js: "// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file." },
});
