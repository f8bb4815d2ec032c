import { createHash } from 'node:crypto';
import { createSeededRandom } from '../../test/support/seeded-random.js';
import type { ScriptedSuite } from './scripted-agent.js';

/**
 * `usual`: a rule is followed in 100%, 90% or 50% of answers (70, 20 and 10% of the rules), and 1% of verdicts are wrong.
 * `often`: the same for facts that no rule causes, but no rule is followed in only 50%. `always`: rules and facts are in
 * every answer, and 1% of verdicts are wrong.
 */
export type NoiseModel = 'none' | 'always' | 'often' | 'usual';

export type SuitePlan = {
  readonly blocks: number;
  readonly cases: number;
  readonly noise: NoiseModel;
  /** Cases that ask about each rule; 0: no case asks about any of the blocks that are left out. */
  readonly noticing: number;
  readonly seed: number;
};

const MISREAD = 0.01;
/** Facts of every answer, which no block causes: they can be misread, and lost by habit. */
const COMMON_FACTS = 4;

export function suiteOf({ blocks, cases, noise, noticing, seed }: SuitePlan): ScriptedSuite {
  const random = createSeededRandom(seed);
  const habits = new Map<string, number>();
  const common = Array.from({ length: COMMON_FACTS }, (_each, at) => `common fact ${at}.`);
  const rules = Array.from({ length: blocks }, (_each, at) => `fact of block ${at}.`);
  for (const words of common) habits.set(words, drawHabit(random(), noise));
  for (const words of rules) {
    const habit = drawHabit(random(), noise);
    habits.set(words, noise === 'often' ? Math.max(habit, OFTEN) : habit);
  }
  const lines = rules.map((words, at) =>
    noticing === 0 ? `Nobody asks about block${at}: ${words}` : `- Asked about block${at}, say: ${words}`,
  );
  return {
    prompt: lines.join('\n\n'),
    shared: common,
    cases: Array.from({ length: cases }, (_each, at) => ({
      id: `case-${at}`,
      question: `What about ${listSubjects(at, { blocks, cases, noticing }).join(' and ')}?`,
    })),
    habits,
    misread: noise === 'none' ? 0 : MISREAD,
    seed: Math.floor(random() * 2 ** 32),
  };
}

function listSubjects(
  at: number,
  { blocks, cases, noticing }: Pick<SuitePlan, 'blocks' | 'cases' | 'noticing'>,
): readonly string[] {
  return Array.from({ length: blocks }, (_each, block) => block)
    .filter((block) =>
      Array.from({ length: noticing }, (_one, turn) => (block * noticing + turn) % cases).includes(at),
    )
    .map((block) => `block${block}`);
}

const OFTEN = 0.9;

function drawHabit(chance: number, noise: NoiseModel): number {
  if (noise === 'none' || noise === 'always' || chance < 0.7) return 1;
  return chance < 0.9 ? OFTEN : 0.5;
}

export function hashSeed(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE();
}
