import { normalPath } from '../files/readers.js';
import { type Answer, isEmptyAnswer } from '../model/answer.js';
import type { Case } from '../model/case.js';
import { withoutTier } from '../model/chat.js';
import type { Effects } from '../model/effects.js';
import type { Journal } from '../model/journal.js';
import type { Suite } from '../model/suite.js';
import type { Side } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import type { Target } from '../target/target.js';
import { digest } from '../text/hash.js';
import { looksSecret } from '../workers/child-environment.js';

/** The side whose agent runs. */
export type AgentSide = Pick<Side, 'name' | 'reader' | 'commit'> & {
  /** Folder that a command runs in; `null` if the side's files are not checked out. */
  readonly root: string | null;
};

/** Everything but the case that a target's answers depend on. */
export type AgentSetup = {
  readonly suite: Suite;
  readonly side: AgentSide;
  /** Fingerprint of the side's watched files; `null` if unknown. */
  readonly watched: string | null;
  /** Samples of the whole suite, or of single cases. Each kind is numbered separately. */
  readonly sampling: 'suite' | 'case';
};

type From = Pick<Effects, 'env' | 'version'> & { readonly journal: Journal };

/** A target whose answers are stored in the journal, and read from it after an interrupted run. Failures are not stored. */
export async function recallAnswers(
  target: Target,
  asking: AgentSetup,
  from: From & { readonly safe: (answer: Answer) => Answer },
): Promise<Target> {
  const { journal, safe } = from;
  const fingerprint = await fingerprintTarget(asking, from);
  if (fingerprint === null) return target;
  const kind = asking.side.name === 'base' ? 'base-answer' : 'answer';
  const keyOf = createKeys(fingerprint, asking);
  return {
    ...target,
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

function createKeys(fingerprint: string, { sampling }: AgentSetup) {
  return (row: Case, sample: number) => digest([fingerprint, sampling, sample, row], 64);
}

/**
 * Hash of everything that answers. `null` for recorded answers, which cost nothing, and for a program with unknown
 * files.
 */
async function fingerprintTarget(
  { suite, side, watched }: AgentSetup,
  { env, version }: From,
): Promise<string | null> {
  const { target, provider } = suite;
  const about = aboutTarget(target);
  if (!about.live || (about.runsPrograms && watched === null)) return null;
  const prompt = about.prompt === null ? null : await side.reader.read(normalPath(about.prompt));
  const asked = 'parameters' in target ? { ...target, parameters: withoutTier(target.parameters) } : target;
  // The hash of a secret could be guessed by readers of the journal.
  const given = about.env.map((name) => {
    const value = env[name] ?? null;
    return value !== null && looksSecret(name, value) ? 'secret' : value;
  });
  const files = about.runsPrograms ? watched : prompt;
  return digest([version, asked, given, provider.baseUrl, files], 64);
}
