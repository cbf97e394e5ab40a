// Bundles src/index.js into ../static/panel.js and src/rank_panel.js into ../static/ranks.js: one ES module each, because
// anywidget loads the code from a blob URL, where relative imports do not work. They are minified: each panel's code is
// saved with its notebook. Same sources, same bytes.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = process.argv[2] ?? "../static";

for (const [source, bundle] of [["src/index.js", "panel.js"], ["src/rank_panel.js", "ranks.js"]]) {
  await build({
    absWorkingDir: here,
    entryPoints: [source],
    outfile: `${folder}/${bundle}`,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: true,
    lineLimit: 300,
    legalComments: "none",
    banner: { js: "// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file." },
  });
}
