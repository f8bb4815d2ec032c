#!/usr/bin/env bash
# Compiles src/ to lib/, then bundles the action; its post step starts the same bundle. The bundler cannot read TypeScript 7 sources itself.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
npm run --silent build:lib
rm -rf "$out"
ncc build lib/action.js -o "$out" --license licenses.txt --quiet
cp lib/post.js "$out/post.js"
