import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startIgnoredFolder } from '../baseline/store/folder-files.js';
import { pathKey } from '../baseline/store/store-paths.js';
import type { Effects } from '../model/effects.js';
import { isAbsent, messageOf } from '../model/errors.js';
import {
  type Journal,
  type JournalKind,
  type JournalPlace,
  type Journals,
  type JournalValues,
  NO_JOURNALS,
} from '../model/journal.js';
import { digest } from '../text/hash.js';

/** Characters that stay after a run. A journal is read as a whole at every start, so the oldest entries go first. */
const MOST_KEPT = 64 * 1024 * 1024;

type Run = Pick<Effects, 'redact' | 'log' | 'version'>;

/** The journals of a run. Without a folder, nothing is stored. */
export function openJournals(place: JournalPlace | null, run: Run): Journals {
  if (place === null) return NO_JOURNALS;
  const opened = new Map<string, FileJournal>();
  return {
    async open(suite) {
      try {
        await startIgnoredFolder(place.folder);
      } catch (thrown) {
        run.log.warning(
          `No journal is kept or read in ${place.folder}: it cannot be used (${messageOf(thrown)}).`,
        );
        return NO_JOURNALS.open(suite);
      }
      const name = digest([run.version, ...place.boundTo, suite.name], 16);
      const path = join(place.folder, `${pathKey(suite.name)}-${name}.jsonl`);
      const journal = new FileJournal(path, place, run);
      opened.set(suite.name, journal);
      return journal;
    },
    finish: (suite) => opened.get(suite)?.finish(),
  };
}

/** JSON Lines of kind, key and value. Read once, then only appended to until the run ends. */
class FileJournal implements Journal, AsyncDisposable {
  readonly #path: string;
  readonly #place: JournalPlace;
  readonly #run: Run;
  readonly #known = new Map<string, unknown>();
  #unwritten = '';
  #isBroken = false;

  constructor(path: string, place: JournalPlace, run: Run) {
    this.#path = path;
    this.#place = place;
    this.#run = run;
    this.#attempt('read', () => {
      for (const { kind, key, value } of this.#read()) this.#known.set(`${kind} ${key}`, value);
    });
    for (const [key, answer] of place.memory ?? []) this.#known.set(`answer ${key}`, answer);
  }

  take<Kind extends JournalKind>(kind: Kind, key: string): JournalValues[Kind] | undefined {
    // The name begins with the kind, so the value is of that kind.
    const value = this.#known.get(`${kind} ${key}`) as JournalValues[Kind] | undefined;
    this.#known.delete(`${kind} ${key}`);
    return value;
  }

  keep<Kind extends JournalKind>(kind: Kind, key: string, value: JournalValues[Kind]): void {
    if (kind === 'answer') this.#place.memory?.set(key, value as JournalValues['answer']);
    // One write per turn of the event loop: a write per entry would block the run on a slow disk.
    if (this.#unwritten === '') setImmediate(() => this.#write());
    // The line break comes first, so that a truncated line does not damage the next one.
    this.#unwritten += `\n${this.#run.redact(JSON.stringify([kind, key, value]))}`;
  }

  finish(): void {
    this.#write();
    this.#attempt('tidied', () => {
      const kept = this.#read().filter(({ kind }) => kind !== 'answer');
      const text = kept.map(({ line }) => `\n${line}`).join('');
      const draft = `${this.#path}.draft`;
      writeFileSync(draft, text.slice(-MOST_KEPT), { mode: 0o600 });
      renameSync(draft, this.#path);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#write();
  }

  #write(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    if (text !== '') this.#attempt('written', () => appendFileSync(this.#path, text, { mode: 0o600 }));
  }

  #read(): readonly Entry[] {
    try {
      const lines = readFileSync(this.#path, 'utf8').split('\n');
      return lines.flatMap((line) => parseLine(line) ?? []);
    } catch (thrown) {
      if (isAbsent(thrown)) return [];
      throw thrown;
    }
  }

  #attempt(what: string, work: () => void): void {
    if (this.#isBroken) return;
    try {
      work();
    } catch (thrown) {
      this.#isBroken = true;
      const why = messageOf(thrown);
      this.#run.log.warning(`The journal ${this.#path} cannot be ${what} (${why}): this run keeps none.`);
    }
  }
}

type Entry = {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
  readonly line: string;
};

/** `null` for a truncated line. The file's name has the release that wrote it, so its format is known. */
function parseLine(line: string): Entry | null {
  try {
    const [kind, key, value] = JSON.parse(line);
    return { kind, key, value, line };
  } catch {
    return null;
  }
}
