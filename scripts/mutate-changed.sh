#!/usr/bin/env bash
# Mutates the files of the gate that differ from origin/main, or, on main itself, from the commit before.
set -euo pipefail
cd "$(dirname "$0")/.."

base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)
if [ "$base" = "$(git rev-parse HEAD)" ]; then base='HEAD^'; fi
changed=$(git diff --name-only --diff-filter=d "$base" -- src/decide/gate | paste -sd, -)
if [ -z "$changed" ]; then
  echo 'No file of src/decide/gate changed: nothing to mutate.'
  exit 0
fi
npm run test:mutation -- --mutate "$changed"
