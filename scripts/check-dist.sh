#!/usr/bin/env bash
# The action runs from the committed dist/ with no install, so dist/ must be exactly what a clean build of src/ gives.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
npm run --silent build -- "$fresh"
if ! diff -rq dist "$fresh"; then
  echo "dist/ is not what src/ builds to. Run: npm run build, and commit dist/." >&2
  exit 1
fi
echo "dist/ is current."
