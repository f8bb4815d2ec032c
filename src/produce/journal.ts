import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createIgnoredFolder } from '../baseline/store/folder-files.js';
import { toPathKey } from '../baseline/store/store-paths.js';
import { normalizePath } from '../files/readers.js';
import { type Answer, answerSchema, isEmptyAnswer } from '../model/answer.js';
import type { Case } from '../model/case.js';
import type { PieceMatch } from '../model/comparison.js';
import type { Env, Log } from '../model/effects.js';
import { describeError, isAbsent } from '../model/errors.js';
import {
  type Journal,
  type JournalKind,
  type JournalPlace,
  type Journals,
  type JournalValues,
  NO_JOURNALS,
} from '../model/journal.js';
import { pickScoringParameters } from '../model/provider.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import { verdictSchema } from '../model/verdict.js';
import type { Target } from '../target/target.js';
import { digest, tryStoredJson } from '../text/json.js';
import { type Redact, redactTexts } from '../text/redact.js';
import { formatCount, isList, renderList } from '../text/values.js';
import { isSecretName } from '../workers/child-environment.js';

/** Characters that stay after a run. A journal is read as a whole at every start, so the oldest entries go first. */
const MAX_JOURNAL_LENGTH = 64 * 1024 * 1024;

type JournalEffects = { readonly redact: Redact; readonly log: Log; readonly version: string };

export function openJournals(place: JournalPlace | null, run: JournalEffects): Journals {
  if (place === null) return NO_JOURNALS;
  const opened = new Map<string, FileJournal>();
  return {
    async open(suite) {
      try {
        await createIgnoredFolder(place.folder);
      } catch (thrown) {
        run.log.warning(
          `No journal is kept or read in ${place.folder}: it cannot be used (${describeError(thrown)}).`,
        );
        return NO_JOURNALS.open(suite);
      }
      const name = digest([run.version, ...place.boundTo, suite], 16);
      const path = join(place.folder, `${toPathKey(suite)}-${name}.jsonl`);
      if (place.isIgnored?.(path)) {
        run.log.warning(`No journal is kept or read in ${path}: git tracks it.`);
        return NO_JOURNALS.open(suite);
      }
      const journal = new FileJournal(path, place, { ...run, isReopened: opened.has(suite) });
      opened.set(suite, journal);
      return journal;
    },
    finish: (suite) => opened.get(suite)?.finish(),
  };
}

/** JSON Lines of kind, key and value. Read once, then only appended to until the run ends. */
class FileJournal implements Journal, AsyncDisposable {
  readonly #path: string;
  readonly #place: JournalPlace;
  readonly #run: JournalEffects & { readonly isReopened: boolean };
  readonly #known = new Map<string, unknown>();
  /** Entries of earlier runs that were used. */
  readonly #used = { answers: 0, verdicts: 0 };
  #unwritten = '';
  #isBroken = false;

  constructor(path: string, place: JournalPlace, run: JournalEffects & { readonly isReopened: boolean }) {
    this.#path = path;
    this.#place = place;
    this.#run = run;
    this.#attempt('read', () => {
      for (const { kind, key, value } of this.#read()) this.#known.set(`${kind} ${key}`, value);
    });
    for (const [key, answer] of place.memory ?? []) this.#known.set(`answer ${key}`, answer);
  }

  take<Kind extends JournalKind>(kind: Kind, key: string): JournalValues[Kind] | undefined {
    const value = this.#known.get(`${kind} ${key}`);
    this.#known.delete(`${kind} ${key}`);
    if (!isValidValue(kind, value)) return undefined;
    if (kind === 'answer' || kind === 'base-answer') this.#used.answers += 1;
    if (kind === 'verdict' || kind === 'match') this.#used.verdicts += 1;
    return value;
  }

  has(kind: JournalKind, key: string): boolean {
    return isValidValue(kind, this.#known.get(`${kind} ${key}`));
  }

  keep<Kind extends JournalKind>(kind: Kind, key: string, value: JournalValues[Kind]): void {
    if (kind === 'answer') this.#place.memory?.set(key, value as JournalValues['answer']);
    // One write per turn of the event loop: a write per entry would block the run on a slow disk.
    if (this.#unwritten === '') setImmediate(() => this.#write());
    // The line break comes first, so that a truncated line does not damage the next one.
    this.#unwritten += `\n${JSON.stringify([kind, key, redactTexts(value, this.#run.redact)])}`;
  }

  finish(): void {
    this.#write();
    this.#attempt('tidied', () => {
      const kept = this.#read().filter(({ kind }) => kind !== 'answer');
      const text = kept.map(({ line }) => `\n${line}`).join('');
      const draft = `${this.#path}.draft`;
      writeFileSync(draft, text.slice(-MAX_JOURNAL_LENGTH), { mode: 0o600 });
      renameSync(draft, this.#path);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#write();
    // Its entries would be this run's own.
    if (this.#run.isReopened) return;
    const { answers, verdicts } = this.#used;
    const parts = [
      ...(answers === 0 ? [] : [formatCount(answers, 'answer')]),
      ...(verdicts === 0 ? [] : [formatCount(verdicts, 'verdict')]),
    ];
    if (parts.length > 0) this.#run.log.info(`Reused from earlier runs: ${renderList(parts)}.`);
  }

  #write(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    if (text !== '') this.#attempt('written', () => appendFileSync(this.#path, text, { mode: 0o600 }));
  }

  #read(): readonly Entry[] {
    try {
      const lines = readFileSync(this.#path, 'utf8').split('\n');
      return lines.flatMap((line) => parseLine(line));
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
      const why = describeError(thrown);
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

/** Nothing for a truncated line. */
function parseLine(line: string): readonly Entry[] {
  const entry = tryStoredJson(line);
  if (!isList(entry)) return [];
  const [kind, key, value] = entry;
  return typeof kind === 'string' && typeof key === 'string' ? [{ kind, key, value, line }] : [];
}

const ids = z.array(z.string());

const pieceMatchSchema: z.ZodType<PieceMatch> = z.discriminatedUnion('side', [
  z.object({
    side: z.literal('earlier'),
    result: z.discriminatedUnion('status', [
      z.object({ status: z.enum(['said', 'contradicted']), by: ids }),
      z.object({ status: z.literal('partly'), by: ids, missing: z.string() }),
      z.object({ status: z.enum(['dropped', 'unknown']) }),
    ]),
  }),
  z.object({
    side: z.literal('answer'),
    result: z.discriminatedUnion('status', [
      z.object({ status: z.enum(['said', 'takes-back', 'restricts']), of: ids }),
      z.object({ status: z.enum(['new', 'unknown']) }),
    ]),
  }),
]);

const SCHEMAS = {
  answer: answerSchema,
  'base-answer': answerSchema,
  verdict: verdictSchema,
  match: pieceMatchSchema,
  reply: z.unknown(),
} as const satisfies Record<JournalKind, z.ZodType>;

/** False for what a damaged or edited journal has instead. */
function isValidValue<Kind extends JournalKind>(kind: Kind, value: unknown): value is JournalValues[Kind] {
  return SCHEMAS[kind].safeParse(value).success;
}

/** Everything but the case that a target's answers depend on. */
export type AgentSetup = {
  readonly side: Side;
  /** Samples of the whole suite, of single cases, or under other files. Each kind is numbered separately. */
  readonly sampling: 'suite' | 'case' | 'variant';
};

type JournalSource = { readonly env: Env; readonly version: string; readonly journal: Journal };

/** A target whose answers are stored in the journal, and read from it after an interrupted run. Failures are not stored. */
export async function recallAnswers(
  target: Target,
  asking: AgentSetup,
  from: JournalSource & { readonly safe: (answer: Answer) => Answer },
): Promise<Target> {
  const { journal, safe } = from;
  const fingerprint = await fingerprintTarget(asking, from);
  if (fingerprint === null) return target;
  const kind = chooseAnswerKind(asking.side);
  const buildKey = createKeyBuilder(fingerprint, asking);
  return {
    ...target,
    async answer(row, sample, options) {
      const key = buildKey(row, sample);
      const known = options.fresh === true ? undefined : journal.take(kind, key);
      if (known !== undefined) return known;
      const given = safe(await target.answer(row, sample, options));
      if (given.status === 'answered' && !isEmptyAnswer(given)) journal.keep(kind, key, given);
      return given;
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

/** How many of a side's first answers are in the journal. */
export async function countJournalAnswers(
  side: Side,
  { cases, samples }: { readonly cases: readonly Case[]; readonly samples: number },
  from: JournalSource,
): Promise<number> {
  const asking = { side, sampling: 'suite' } as const;
  const fingerprint = await fingerprintTarget(asking, from);
  if (fingerprint === null) return 0;
  const buildKey = createKeyBuilder(fingerprint, asking);
  const indices = Array.from({ length: samples }, (_, index) => index);
  return indices.reduce(
    (sum, index) =>
      sum + cases.filter((row) => from.journal.has(chooseAnswerKind(side), buildKey(row, index))).length,
    0,
  );
}

function chooseAnswerKind({ name }: Side): 'base-answer' | 'answer' {
  return name === 'base' ? 'base-answer' : 'answer';
}

function createKeyBuilder(fingerprint: string, { sampling }: AgentSetup) {
  return (row: Case, sample: number) => digest([fingerprint, sampling, sample, row], 64);
}

/**
 * Hash of everything that answers. `null` for recorded answers, which cost nothing, and for a program with unknown
 * files.
 */
async function fingerprintTarget(
  { side }: AgentSetup,
  { env, version }: JournalSource,
): Promise<string | null> {
  const { target, provider } = side;
  const watched = side.watched.fingerprint;
  const about = describeTarget(target);
  if (!about.live || (about.runsPrograms && watched === null)) return null;
  const prompt = about.prompt === null ? null : await side.reader.read(normalizePath(about.prompt));
  const asked =
    'parameters' in target ? { ...target, parameters: pickScoringParameters(target.parameters) } : target;
  // The hash of a secret could be guessed by readers of the journal.
  const given = about.env.map((name) => {
    const value = env[name] ?? null;
    return value !== null && isSecretName(name, value) ? 'secret' : value;
  });
  const files = about.runsPrograms ? watched : prompt;
  return digest([version, asked, given, provider.baseUrl, files], 64);
}
