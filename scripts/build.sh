#!/usr/bin/env bash
# Compiles src/ to lib/, then bundles the action. The bundler cannot read TypeScript 7 sources itself.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
rm -rf lib "$out"
tsc -p tsconfig.build.json
ncc build lib/action.js -o "$out" --license licenses.txt --quiet
