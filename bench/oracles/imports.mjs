// Says where the imports of a TypeScript or JavaScript project lead, by the
// typescript package's own module resolution.
//
//   node imports.mjs PROJECT      TYPESCRIPT=directory of the typescript package
//
// The nearest tsconfig.json (or jsconfig.json) decides for each file, project
// references included; without one, bundler resolution. One line of JSON an
// import: from, spec, to; "to" is empty outside the project.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const ts = require(process.env.TYPESCRIPT ?? "typescript");
const root = fs.realpathSync(process.argv[process.argv.length - 1]);

const configs = new Map();
function configOf(dir) {
  if (configs.has(dir)) return configs.get(dir);
  let options = null;
  for (const name of ["tsconfig.json", "jsconfig.json"]) {
    const file = path.join(dir, name);
    if (!fs.existsSync(file)) continue;
    const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
    if (parsed) options = parsed.options;
    break;
  }
  if (!options && dir !== root && dir.startsWith(root)) options = configOf(path.dirname(dir));
  configs.set(dir, options);
  return options;
}

const fallback = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, allowJs: true, resolveJsonModule: true };

function* sources(dir) {
  for (const e of fs.readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (e.name === ".git" || e.name === "node_modules") continue;
    const full = path.join(dir, e.name);
    if (e.isDirectory()) yield* sources(full);
    else if (e.isFile() && /\.(?:[cm]?[jt]s|[jt]sx)$/.test(e.name)) yield full;
  }
}

for (const file of sources(root)) {
  const text = fs.readFileSync(file, "utf8");
  if (text.length > 1 << 21) continue;
  const given = configOf(path.dirname(file)) ?? fallback;
  const options = { ...fallback, ...given, allowJs: true, resolveJsonModule: true };
  if (given.moduleResolution === undefined && (given.module === undefined || given.module < ts.ModuleKind.Node16)) {
    options.moduleResolution = ts.ModuleResolutionKind.Bundler;
    if (![ts.ModuleKind.ESNext, ts.ModuleKind.ES2022, ts.ModuleKind.ES2020, ts.ModuleKind.ES2015, ts.ModuleKind.Preserve].includes(options.module)) options.module = ts.ModuleKind.ESNext;
  }
  const seen = new Set();
  for (const { fileName: spec } of ts.preProcessFile(text, true, true).importedFiles) {
    if (seen.has(spec)) continue;
    seen.add(spec);
    const r = ts.resolveModuleName(spec, file, options, ts.sys).resolvedModule;
    let to = "";
    if (r) {
      const real = fs.realpathSync(r.resolvedFileName);
      if (real.startsWith(root + path.sep) && !real.includes(`${path.sep}node_modules${path.sep}`)) to = path.relative(root, real);
    }
    console.log(JSON.stringify({ from: path.relative(root, file), spec, to }));
  }
}
