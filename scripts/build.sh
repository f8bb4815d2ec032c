#!/usr/bin/env bash
# Compiles src/ to lib/, then bundles the action; its post step starts the same bundle. The bundler cannot read TypeScript 7 sources itself.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
statistics=$(mktemp)
trap 'rm -f "$statistics"' EXIT
npm run --silent build:lib
rm -rf "$out"
ncc build lib/action.js -o "$out" --stats-out "$statistics" --quiet
node scripts/bundle-licenses.mjs "$statistics" "$out/licenses.txt"
cp lib/post.js "$out/post.js"
