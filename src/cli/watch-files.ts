import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listSuiteFiles } from '../dataset/read-suite.js';
import { matchWatched } from '../files/watched-files.js';
import type { AnswerMemory } from '../model/journal.js';
import { describeTarget } from '../model/target-settings.js';
import type { Overrides } from '../settings/overrides.js';
import { listWatchedGlobs } from '../settings/watch-list.js';
import { formatCount } from '../text/values.js';
import { STOP_SIGNALS } from './local-session.js';
import { type LocalCheckout, openLocal } from './open-local.js';
import { StopError, type Terminal } from './terminal.js';

/** Changes within this time are one save: an editor may write a file in several steps. */
const SETTLE_MS = 150;

type Contents = ReadonlyMap<string, string>;

/** Runs again after every save until the user stops it. A wrong file ends it only at the start. */
export async function runOnSave(
  overrides: Overrides,
  terminal: Terminal,
  run: (memory: AnswerMemory) => Promise<unknown>,
): Promise<never> {
  const memory: AnswerMemory = new Map();
  let local = await openLocal(overrides, terminal, { against: 'nothing' });
  for (;;) {
    const before = await readContents(local);
    await run(memory);
    terminal.writeError(
      `\nWatching ${formatCount(before.size, 'file')}: save one to run again, Ctrl-C to end.\n`,
    );
    const saved = await waitForSave(local, before);
    const names = saved.map((path) => path.slice(local.folder.length + 1)).join(', ');
    terminal.writeError(`\nSaved: ${names}\n\n`);
    local = await openLocal(overrides, terminal, { against: 'nothing' }).catch(() => local);
  }
}

async function readContents({ sides, copy, folder, git }: LocalCheckout): Promise<Contents> {
  const { suites } = sides.settings;
  const { root } = copy.head;
  if (git !== null) {
    const top = copy.prefix === '' ? root : root.slice(0, -copy.prefix.length - 1);
    const tree = git.workingTree();
    const entries = await tree.list();
    const globs = await Promise.all(suites.map((suite) => listWatchedGlobs(suite, tree, copy.prefix)));
    const watched = globs.flatMap((ofSuite) => matchWatched(entries, ofSuite));
    return new Map(watched.map(({ path, blob }) => [join(top, path), blob]));
  }
  // Outside a repository no list of files exists, so watch the files that the settings name.
  const namedPaths = suites.flatMap((suite) => [
    ...listSuiteFiles(suite.dataset, suite.target).map(({ path }) => path),
    ...describeTarget(suite.target).words,
    ...suite.scorers
      .map(({ use }) => use)
      .filter((use) => use.kind === 'own')
      .map(({ path }) => path),
  ]);
  const paths = new Set([...namedPaths, ...(sides.configPath === null ? [] : [sides.configPath])]);
  const texts = [...paths].map(
    async (path) => [join(folder, path), await readOptional(join(folder, path))] as const,
  );
  const contents = new Map<string, string>();
  for (const [path, text] of await Promise.all(texts)) if (text !== null) contents.set(path, text);
  return contents;
}

function readOptional(path: string): Promise<string | null> {
  return readFile(path, 'base64').catch(() => null);
}

async function waitForSave(local: LocalCheckout, before: Contents): Promise<readonly string[]> {
  const folders = new Set([...before.keys()].map((path) => dirname(path)));
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (signal: NodeJS.Signals) => reject(new StopError(signal));
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  let wake = Promise.withResolvers<void>();
  const watchers = [...folders].map((folder) =>
    watch(folder, () => wake.resolve()).on('error', () => wake.resolve()),
  );
  try {
    for (;;) {
      const saved = await Promise.race([stopped, listSaved(local, before)]);
      if (saved.length > 0) return saved;
      await Promise.race([stopped, wake.promise]);
      wake = Promise.withResolvers<void>();
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, SETTLE_MS))]);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
}

async function listSaved(local: LocalCheckout, before: Contents): Promise<readonly string[]> {
  const now = await readContents(local);
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}
