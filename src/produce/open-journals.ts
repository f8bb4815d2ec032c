import { lstat, readdir, realpath, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { startIgnoredFolder } from '../baseline/store/folder-files.js';
import { pathKey } from '../baseline/store/store-paths.js';
import type { Answer } from '../ports/answer.js';
import { messageOf } from '../ports/errors.js';
import type { Git } from '../ports/git.js';
import { type AnswerMemory, type JournalPlace, type Journals, NO_JOURNALS } from '../ports/journal.js';
import { BUILTIN_JUDGE } from '../ports/judge.js';
import type { Log } from '../ports/log.js';
import { aboutTarget, type SuiteSettings } from '../ports/settings.js';
import { mayReachChild } from '../workers/child-environment.js';
import { deriveJournalKey, type FileJournal, openFileJournal } from './journal.js';

/** Secret of journals that nobody has to authenticate: it tells what is damaged. */
const NO_SECRET = 'a folder of the developer';

const JOURNAL_NAME = /-[0-9a-f]{16}\.jsonl(\.[0-9a-f-]+\.draft)?$/;
const FORGOTTEN_MS = 30 * 24 * 60 * 60_000;

/**
 * The journals of a run. None are kept without a place for them, in a folder that git tracks, or where entries could
 * not be told from those of somebody else; the log says so.
 */
export function openJournals(
  place: JournalPlace | null,
  run: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly git: Git | null;
    readonly redact: (text: string) => string;
    readonly log: Log;
  },
): Journals {
  if (place === null) return NO_JOURNALS;
  const { env, git, redact, log } = run;
  let isTidy = false;
  const opened = new Map<string, FileJournal>();
  return {
    async open(suite) {
      const none = await NO_JOURNALS.open(suite);
      const secret = place.authenticatedBy === 'none' ? NO_SECRET : secretOf(suite, env);
      if (typeof secret !== 'string') {
        log.info(`Suite ${suite.name}: no journal is kept or read, because ${secret.reason}.`);
        return none;
      }
      const refused = await refuseFolder(place.folder, git);
      if (refused !== null) {
        log.warning(`No journal is kept or read in ${place.folder}: ${refused}.`);
        return none;
      }
      if (!isTidy) {
        isTidy = true;
        await removeForgotten(place.folder, Date.now()).catch((thrown: unknown) =>
          log.info(`Old journals in ${place.folder} could not be removed: ${messageOf(thrown)}.`),
        );
      }
      const key = deriveJournalKey(secret, [...place.boundTo, suite.name]);
      // Journals of other pull requests and keys may lie beside it, under names of their own.
      const name = deriveJournalKey(key.toString('hex'), ['file']).toString('hex').slice(0, 16);
      const path = join(place.folder, `${pathKey(suite.name)}-${name}.jsonl`);
      const { surroundings, outlives } = place;
      const journal = await openFileJournal({ path, key, surroundings, outlives, redact, log });
      opened.set(suite.name, journal);
      return place.memory === undefined ? journal : rememberAnswers(journal, place.memory);
    },
    async finish(suite, of = 'all-cases') {
      await opened.get(suite)?.finish(of);
    },
  };
}

/** A journal that hands out, once a run, the head's answers that an earlier run of this process kept. */
function rememberAnswers(journal: FileJournal, memory: AnswerMemory): FileJournal {
  const asked = new Set<string>();
  let count = 0;
  return {
    ...journal,
    take(kind, key) {
      const known = journal.take(kind, key);
      if (known !== undefined || kind !== 'answer' || asked.has(key)) return known;
      asked.add(key);
      if (memory.has(key)) count += 1;
      // Only answers are remembered, and only for them is it asked.
      return memory.get(key) as typeof known;
    },
    has: (kind, key) => journal.has(kind, key) || (kind === 'answer' && memory.has(key) && !asked.has(key)),
    keep(kind, key, value) {
      if (kind === 'answer') memory.set(key, value as Answer);
      journal.keep(kind, key, value);
    },
    notes() {
      const answers = count === 1 ? 'answer' : 'answers';
      return count === 0
        ? journal.notes()
        : [...journal.notes(), `Not asked again: ${count} ${answers} of the run before.`];
    },
  };
}

/**
 * Journals that no run has written to for a month, of pull requests that are long closed for example. A run that comes to
 * its end writes its own anew, and one that is gone costs calls and nothing else.
 */
async function removeForgotten(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!JOURNAL_NAME.test(name)) continue;
    const path = join(folder, name);
    // Another job may have removed it just now.
    const stats = await lstat(path).catch(() => null);
    if (stats?.isFile() && now - stats.mtimeMs > FORGOTTEN_MS) await rm(path, { force: true });
  }
}

/**
 * The key that the suite's provider gets, and nobody else: whoever knows it could write entries, so one that a program
 * of the repository can be handed, by this pull request's config or by an earlier one's, authenticates nothing.
 */
function secretOf(
  { judge, target, provider }: SuiteSettings,
  env: Readonly<Record<string, string | undefined>>,
): string | { readonly reason: string } {
  const asked =
    judge.model === BUILTIN_JUDGE ? (aboutTarget(target).asksProvider ? provider : null) : judge.provider;
  if (asked === null || asked.apiKey === null) {
    return { reason: 'there is no key of a provider to authenticate its entries with' };
  }
  return mayReachChild(env, asked.apiKey)
    ? {
        reason:
          "the provider's key is in an environment variable, which the agent can be given, and with it could write entries; give the key as an input, with no variable beside it",
      }
    : asked.apiKey;
}

/** Why nothing of this folder is to be trusted, or written over; `null` where it may be used. It is made on the way. */
async function refuseFolder(folder: string, git: Git | null): Promise<string | null> {
  try {
    const tracked = git === null ? [] : await git.commitTree(await git.head()).list();
    const isTracked = (path: string) => {
      if (git === null) return false;
      const inside = relative(git.top, path).split(sep).join('/');
      if (inside === '') return true;
      // Above it a link would lead there, below it lies what a commit brought.
      return tracked.some(
        (entry) =>
          entry.path === inside || entry.path.startsWith(`${inside}/`) || inside.startsWith(`${entry.path}/`),
      );
    };
    const reason =
      'git tracks it, so whoever commits could have written what lies there; name another folder';
    if (isTracked(folder)) return reason;
    await startIgnoredFolder(folder);
    return isTracked(await realpath(folder)) ? reason : null;
  } catch (thrown) {
    return `it cannot be used (${messageOf(thrown)})`;
  }
}
