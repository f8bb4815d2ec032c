#!/usr/bin/env bash
# Mutates the files of the gate that differ from origin/main, or, on main itself, from the commit before.
set -euo pipefail
cd "$(dirname "$0")/.."

# A file takes one to three minutes on two cores; the rest of CI takes 17, and all of it should take 20.
MAX_FILES=1

base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)
if [ "$base" = "$(git rev-parse HEAD)" ] && ! base=$(git rev-parse --quiet --verify HEAD^); then
  echo 'This clone has no earlier commit to compare with: nothing to mutate.'
  exit 0
fi
changed=$(git diff --name-only --diff-filter=d "$base" -- src/decide/gate)
if [ -z "$changed" ]; then
  echo 'No file of src/decide/gate changed: nothing to mutate.'
  exit 0
fi
if [ "$(wc -l <<<"$changed")" -gt "$MAX_FILES" ]; then
  echo "More than $MAX_FILES files of src/decide/gate changed: run npm run test:mutation by hand."
  exit 0
fi
npm run test:mutation -- --mutate "$(paste -sd, - <<<"$changed")"
