#!/usr/bin/env bash
# Compiles src/ to lib/, then bundles the action's two programs. The bundler cannot read TypeScript 7 sources itself.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
npm run --silent build:lib
rm -rf "$out"
ncc build lib/action.js -o "$out" --license licenses.txt --quiet
ncc build lib/post.js -o "$out/post" --license licenses.txt --quiet
