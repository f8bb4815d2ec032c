#!/usr/bin/env bash
# Compiles src/ to lib/, then bundles the action's two programs, main and post. The bundler cannot read TypeScript 7 sources itself.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
npm run --silent build:lib
# Comments are for readers of src/ and of the package: the bundle, which every run downloads, goes without them.
plain=.bundle
# What is there stays until the new bundle is whole.
bundle=$(mktemp -d)
post=$(mktemp -d)
trap 'rm -rf "$bundle" "$post" "$plain"' EXIT
rm -rf "$plain"
tsc -p tsconfig.build.json --outDir "$plain" --removeComments --declaration false
# A namespace that is handed on whole stays whole in a bundle; a list of names does not.
node --input-type=module -e '
  import { writeFileSync } from "node:fs";
  import * as zod from "zod";
  import { keepOfZod } from "./lib/scorer-host/bundled-modules.js";
  writeFileSync(process.argv[1], `export { ${Object.keys(keepOfZod(zod)).join(", ")} } from "zod";`);
' "$plain/library/zod.js"
# Each start would read these patterns, for a tenth of its time: see src/text/late-pattern.ts.
node --input-type=module -e '
  import { globSync, readFileSync, writeFileSync } from "node:fs";
  import { dirname, relative } from "node:path";
  const [folder] = process.argv.slice(1);
  const constant = /^((?:export )?const \w+ = )(?:\/(.*)\/([a-z]*)|(new RegExp\(.*\)));$/gm;
  const dear = /\\p\{|i\w*u$|v$/i;
  for (const file of globSync(`${folder}/**/*.js`)) {
    const text = readFileSync(file, "utf8");
    const late = text.replace(constant, (whole, name, source, flags, made) => {
      if (made === undefined && !dear.test(`${source}/${flags}`)) return whole;
      return `${name}latePattern(() => ${made ?? `new RegExp(${JSON.stringify(source)}, "${flags}")`});`;
    });
    if (late === text) continue;
    const path = relative(dirname(file), `${folder}/text/late-pattern.js`);
    const needs = text.includes("import { latePattern }") ? "" : `import { latePattern } from "./${path}";\n`;
    writeFileSync(file, needs + late);
  }
' "$plain"
# The package does not say that its files do nothing when they are loaded. Told so, the bundler leaves out what nobody
# uses: a whole HTTP client, which every start would load for a third of its time.
core=node_modules/@actions/core
mkdir -p "$plain/$core"
cp -r "$core"/* "$plain/$core"
(cd "$plain/$core" && npm pkg set --json sideEffects=false)
# The SDK's client loads every request there is, and all that sends here is a chat completion: what the others export
# is left empty, two thirds of what each start would read.
sdk=node_modules/openai
cp -r "$sdk" "$plain/$sdk"
(cd "$plain/$sdk" && node --input-type=module -e '
  import { globSync, readFileSync, writeFileSync } from "node:fs";
  const needed = ["resources/chat/**", "resources/**/index.mjs"];
  for (const file of globSync(["resources/**/*.mjs", "lib/**/*.mjs"], { exclude: needed })) {
    const names = readFileSync(file, "utf8").matchAll(/^export (?:async )?(?:class|function|const) (\w+)/gm);
    writeFileSync(file, Array.from(names, ([, name]) => `export class ${name} {}\n`).join(""));
  }
')
ncc build "$plain/action.js" -o "$bundle" --license licenses.txt --quiet
# By itself, so that nothing of `main` is in it.
ncc build "$plain/post.js" -o "$post" --license licenses.txt --quiet
# Its parts have names of their own: two programs lie in one folder.
sed -i 's/" *+ *chunkId *+ *"\.index\.js"/" + chunkId + ".post.js"/' "$post/index.js"
for part in "$post"/*.index.js; do
  mv "$part" "$bundle/$(basename "$part" .index.js).post.js"
done
mv "$post/index.js" "$bundle/post.js"
mv "$post/licenses.txt" "$bundle/post-licenses.txt"
# Nor does it need the names of the modules that were merged into it, or what the bundler notes beside its own code.
node -e '
  const notes = /\/\* (?:harmony (?:import|export)|binding|reexport safe|\.[\w$]+) \*\/ ?|^\/\*{3,6}\/[ \t]*/gm;
  for (const file of process.argv.slice(1)) {
    const text = fs.readFileSync(file, "utf8").replaceAll(/^;\/\/ .*$/gm, ";").replaceAll(notes, "");
    fs.writeFileSync(file, text);
  }
' "$bundle"/*.js
rm -rf "$out"
cp -r "$bundle" "$out"
chmod 755 "$out"
