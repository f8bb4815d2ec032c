import { normalPath } from '../files/suite-path.js';
import { type Answer, isEmptyAnswer } from '../ports/answer.js';
import type { Case } from '../ports/dataset.js';
import type { Journal } from '../ports/journal.js';
import type { SuiteSettings } from '../ports/settings.js';
import type { Side } from '../ports/suite-run.js';
import type { Target } from '../ports/target.js';

/** The side whose agent is asked. */
export type AskedSide = Pick<Side, 'name' | 'reader' | 'commit'> & {
  /** Folder that a command runs in; `null` where the side's files are not checked out. */
  readonly root: string | null;
};

/** What decides a target's answers, besides the case. */
export type Asking = {
  readonly suite: SuiteSettings;
  readonly side: AskedSide;
  /** Fingerprint of the side's watched files; `null` where they are not known. */
  readonly watched: string | null;
  /** Samples of the whole suite, or of cases that are asked again alone: the first of one is not the first of the other. */
  readonly sampling: 'suite' | 'case';
};

/**
 * A target whose answers are kept in the journal, and taken from there where an earlier run kept them under the same
 * target, case and sample. What failed or is empty is not kept, so that it is asked again.
 *
 * @param fingerprint of the target; `null` where it cannot be told from another one: then nothing is kept.
 * @param safe An answer without secrets: that is what is kept.
 */
export function recallAnswers(
  target: Target,
  from: {
    readonly journal: Journal;
    readonly fingerprint: string | null;
    readonly asking: Asking;
    readonly safe: (answer: Answer) => Answer;
  },
): Target {
  const { journal, fingerprint, asking, safe } = from;
  if (fingerprint === null) return target;
  const kind = kindOf(asking);
  const keyOf = createKeys(journal, { fingerprint, asking });
  return {
    ...target,
    isKept: (row, sample) => journal.has(kind, keyOf(row, sample)),
    async answer(row, sample, options) {
      const key = keyOf(row, sample);
      const known = options.fresh === true ? undefined : journal.take(kind, key);
      if (known !== undefined) return known;
      const given = safe(await target.answer(row, sample, options));
      if (given.status === 'answered' && !isEmptyAnswer(given)) journal.keep(kind, key, given);
      return given;
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

function kindOf({ side }: Asking): 'answer' | 'base-answer' {
  return side.name === 'base' ? 'base-answer' : 'answer';
}

function createKeys(
  journal: Journal,
  { fingerprint, asking }: { readonly fingerprint: string; readonly asking: Asking },
) {
  return (row: Case, sample: number) =>
    journal.digest(JSON.stringify([fingerprint, asking.sampling, sample, row]));
}

/** How many of the first samples of these cases an earlier run kept. */
export async function countKept(
  asking: Asking,
  { rows, samples }: { readonly rows: readonly Case[]; readonly samples: number },
  from: Parameters<typeof fingerprintTarget>[1],
): Promise<number> {
  const fingerprint = await fingerprintTarget(asking, from);
  if (fingerprint === null) return 0;
  const keyOf = createKeys(from.journal, { fingerprint, asking });
  const kind = kindOf(asking);
  const indexes = Array.from({ length: samples }, (_, index) => index);
  return rows.flatMap((row) => indexes.filter((sample) => from.journal.has(kind, keyOf(row, sample)))).length;
}

/**
 * Hash of what answers: prompt, model and address, or a program with its files and all that it is started with. `null`
 * for recorded answers, which cost nothing, and for a program whose files are not known.
 */
export async function fingerprintTarget(
  { suite, side, watched }: Asking,
  {
    journal,
    env,
    version,
  }: {
    readonly journal: Journal;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly version: string;
  },
): Promise<string | null> {
  const { target, provider } = suite;
  switch (target.kind) {
    case 'prompt': {
      const text = await side.reader.read(normalPath(target.prompt));
      return journal.digest(JSON.stringify([version, target, provider.baseUrl, text]));
    }
    case 'command': {
      if (watched === null) return null;
      const { command, env: names } = target;
      const given = names.map((name) => [name, env[name] ?? null]);
      return journal.digest(JSON.stringify([version, command, given, watched, journal.surroundings]));
    }
    case 'recorded':
      return null;
    default:
      return target satisfies never;
  }
}
