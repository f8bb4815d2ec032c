import { createHmac, createSecretKey, hash, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { appendFileSync, closeSync, constants, createReadStream, openSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { isAbsent, messageOf } from '../ports/errors.js';
import {
  type Journal,
  type JournalKind,
  type JournalPlace,
  type JournalValues,
  journalEntrySchema,
} from '../ports/journal.js';
import type { Log } from '../ports/log.js';
import { grouped } from '../text/counts.js';
import { createLineSplitter } from '../workers/line-splitter.js';

/** Raised where the form of an entry changes: entries of another version are of no use and are not read. */
const VERSION = 'prompt-regression journal 1';
const LONGEST_LINE = 32 * 1024 * 1024;
/** A larger file is nothing that runs wrote: reading it would hold this one. */
const LARGEST_FILE = 1024 * 1024 * 1024;
const MAC_LENGTH = 43;
const REWRITTEN_AT_ONCE = 1000;
/** So many characters of verdicts that the last run did not use are kept for one that goes back to what was before. */
const MOST_UNUSED = 8 * 1024 * 1024;

/** Derives what a suite's entries are authenticated with; other bounds give another key. */
export function deriveJournalKey(secret: string, boundTo: readonly string[]): Buffer {
  // Bounds of any length: 1,024 bytes are the most that is taken, and a folder's path with a suite's name may be longer.
  const bounds = hash('sha256', JSON.stringify(boundTo), 'buffer');
  return Buffer.from(hkdfSync('sha256', secret, VERSION, bounds, 32));
}

export type FileJournal = Journal &
  AsyncDisposable & {
    /**
     * Leaves verdicts, and the base's answers that this run used (all, where it ran only some cases). Where unused
     * verdicts come to more than 8 MiB the oldest go.
     */
    finish(of: 'all-cases' | 'some-cases'): Promise<void>;
  };

/**
 * A journal in a file: JSON Lines, each with the code that authenticates it in front, only ever appended to. What is
 * cut short, damaged or of another key is ignored, and said. A file that cannot be read or written is said once, and
 * the run goes on without it.
 */
export async function openFileJournal(options: {
  readonly path: string;
  readonly key: Buffer;
  readonly surroundings: string;
  readonly redact: (text: string) => string;
  readonly log: Log;
  /** Default: verdicts. */
  readonly outlives?: JournalPlace['outlives'];
}): Promise<FileJournal> {
  const { path, key, surroundings, redact, log, outlives = 'verdicts' } = options;
  // Made once: from bytes it would be read anew for every entry, which takes several times as long.
  const secret = createSecretKey(key);
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const known = new Map<string, JournalValues[JournalKind]>();
  /** Names of entries that this run took or wrote. */
  const used = new Set<string>();
  const taken: Record<JournalKind, number> = {
    answer: 0,
    'base-answer': 0,
    verdict: 0,
    statements: 0,
    reply: 0,
  };
  let unwritten: string[] = [];
  let broken = false;
  let separator = '';

  const giveUp = (what: string, thrown: unknown, so = 'this run keeps none') => {
    if (!broken) log.warning(`The journal ${path} ${what} (${messageOf(thrown)}): ${so}.`);
    broken = true;
    unwritten = [];
  };
  const write = () => {
    if (unwritten.length === 0) return;
    const text = `${separator}${unwritten.join('')}`;
    unwritten = [];
    separator = '';
    try {
      appendText(path, text);
    } catch (thrown) {
      giveUp('cannot be written', thrown);
    }
  };

  const useOf = (line: string) => {
    const entry = parseLine(line, mac);
    if (entry === null) return 'none';
    const [kind, name] = entry;
    const isUsed = used.has(nameOf(kind, name));
    // An answer of the head that a run used is used up.
    if (isUsed) return kind === 'answer' ? 'none' : 'used';
    return kind === 'answer' || kind === 'base-answer' ? 'unused answer' : 'unused verdict';
  };

  try {
    let ignored = 0;
    for await (const line of readLines(path)) {
      // What was cut off in the middle of a line must not spoil the first one of this run.
      separator = '\n';
      const entry = parseLine(line, mac);
      if (entry === null) ignored += 1;
      else known.set(nameOf(entry[0], entry[1]), entry[2]);
    }
    if (known.size > 0) {
      log.info(
        `The journal has ${grouped(known.size)} answers, statements and verdicts of earlier runs: those that this run needs cost nothing.`,
      );
    }
    if (ignored > 0) {
      const [entries, were] = ignored === 1 ? ['entry', 'was'] : ['entries', 'were'];
      log.info(
        `The journal ${path}: ${grouped(ignored)} ${entries} that ${were} cut short, damaged or not written by a run like this one ${were} ignored.`,
      );
    }
  } catch (thrown) {
    known.clear();
    giveUp('cannot be read', thrown);
  }

  return {
    surroundings,
    take<Kind extends JournalKind>(kind: Kind, name: string) {
      const entry = nameOf(kind, name);
      // The name begins with the kind, so the value is of that kind.
      const value = known.get(entry) as JournalValues[Kind] | undefined;
      if (value === undefined) return undefined;
      known.delete(entry);
      used.add(entry);
      taken[kind] += 1;
      return value;
    },
    has: (kind, name) => known.has(nameOf(kind, name)),
    keep(kind, name, value) {
      used.add(nameOf(kind, name));
      if (broken) return;
      const text = redact(JSON.stringify([kind, name, value]));
      // One write for all that comes in a turn of the event loop: one for each would hold the run where the disk is slow.
      if (unwritten.length === 0) setImmediate(write);
      unwritten.push(`${mac(text)} ${text}\n`);
    },
    digest: (text) => mac(`digest ${text}`),
    notes() {
      const parts = [
        ...counted(taken['base-answer'], 'of the base'),
        ...counted(taken.answer, 'of a run that did not come to its end'),
      ];
      return parts.length === 0 ? [] : [`Not asked again: ${parts.join(' and ')}, kept in the journal.`];
    },
    async finish(of) {
      write();
      if (broken) return;
      try {
        if (outlives === 'nothing') return await rm(path, { force: true });
        let surplus = -MOST_UNUSED;
        for await (const line of readLines(path))
          if (useOf(line) === 'unused verdict') surplus += line.length;
        await rewrite(path, (line) => {
          const use = useOf(line);
          if (use !== 'unused verdict')
            return use === 'used' || (use === 'unused answer' && of === 'some-cases');
          if (surplus <= 0) return true;
          surplus -= line.length;
          return false;
        });
      } catch (thrown) {
        giveUp('cannot be tidied', thrown, 'it is as long as it was');
      }
    },
    async [Symbol.asyncDispose]() {
      write();
    },
  };
}

type Entry = readonly [kind: JournalKind, key: string, value: JournalValues[JournalKind]];

function nameOf(kind: JournalKind, key: string): string {
  return `${kind} ${key}`;
}

function counted(count: number, whose: string): readonly string[] {
  return count === 0 ? [] : [`${grouped(count)} ${count === 1 ? 'answer' : 'answers'} ${whose}`];
}

/** `null` for what no run with this key wrote. */
function parseLine(line: string, mac: (text: string) => string): Entry | null {
  const text = line.slice(MAC_LENGTH + 1);
  const [given, own] = [Buffer.from(line.slice(0, MAC_LENGTH)), Buffer.from(mac(text))];
  if (line[MAC_LENGTH] !== ' ' || given.length !== own.length || !timingSafeEqual(given, own)) return null;
  try {
    return journalEntrySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The lines of the file, a piece of it after the other, so that it is never in memory as a whole. None where there is no file. */
async function* readLines(path: string): AsyncGenerator<string> {
  const stats = await lstat(path).catch((thrown: unknown) => {
    if (isAbsent(thrown)) return null;
    throw thrown;
  });
  if (stats === null) return;
  // A pipe would hold the run, and a link lead anywhere.
  if (!stats.isFile()) throw new Error('it is no plain file');
  if (stats.size > LARGEST_FILE) throw new Error('it is larger than any journal');
  let ready: string[] = [];
  const lines = createLineSplitter({
    longest: LONGEST_LINE,
    onLine: (line) => ready.push(line),
    onOverflow: () => ready.push('an endless line'),
  });
  const take = () => {
    const taken = ready.filter((line) => line !== '');
    ready = [];
    return taken;
  };
  for await (const piece of createReadStream(path, { encoding: 'utf8', end: LARGEST_FILE })) {
    lines.push(piece);
    yield* take();
  }
  lines.end();
  yield* take();
}

/** Leaves the lines that are wanted, in a new file that takes the old one's place as a whole. */
async function rewrite(path: string, isWanted: (line: string) => boolean): Promise<void> {
  // Its own: another run of the same folder may end at the same time.
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    let kept: string[] = [];
    const write = () => {
      appendText(draft, kept.join(''));
      kept = [];
    };
    for await (const line of readLines(path)) {
      if (isWanted(line)) kept.push(`${line}\n`);
      if (kept.length === REWRITTEN_AT_ONCE) write();
    }
    write();
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

/**
 * Never through a link: whoever puts one there would choose the file that is written. Without Node's threads, which would
 * take longer than so short a write, and leave more to lose.
 */
function appendText(path: string, text: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
