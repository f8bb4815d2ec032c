import type { JudgedStatement, VerdictLabel } from '../../src/model/verdict.js';
import type { Random } from './random.js';

/** One wording of one statement. It carries its verdict itself: that is the verdict store that both sides share. */
export type Phrase = {
  readonly text: string;
  /** True where several cases may say it: only then is it aligned, which costs much and never moves the gate else. */
  readonly shared: boolean;
  /** What a judge without fault says. */
  readonly truth: VerdictLabel;
  verdict: JudgedStatement | null;
  /** What the judge says of it time and again; `null` where its slips pass. */
  lasting: VerdictLabel | null;
};

const WRONG: Readonly<Record<VerdictLabel, readonly [VerdictLabel, VerdictLabel]>> = {
  yes: ['unsure', 'no'],
  unsure: ['yes', 'no'],
  no: ['unsure', 'yes'],
};
/** Of a slip's two ways the milder one. */
const MILD = 0.6;
const REASON = 'simulated';

export type SimulatedJudge = {
  phrase(truth: VerdictLabel): Phrase;
  /** One beside the point that several cases may say. */
  sharedPhrase(): Phrase;
  /** A relevant statement with this text. */
  fact(text: string): Phrase;
  /** The verdict as the store has it, judged at first sight. */
  judged(phrase: Phrase): JudgedStatement;
  /** Judges an irrelevant phrase twice more, past the store; the majority of three is kept, else `unsure`. */
  confirm(phrase: Phrase): void;
};

export function createSimulatedJudge(slip: number, random: Random): SimulatedJudge {
  let count = 0;
  const wrong = (truth: VerdictLabel) => WRONG[truth][random.chance(MILD) ? 0 : 1];
  const say = ({ truth, lasting }: Phrase): VerdictLabel =>
    lasting ?? (random.chance(slip / 2) ? wrong(truth) : truth);
  const keep = (phrase: Phrase, result: VerdictLabel): JudgedStatement => {
    const { text } = phrase;
    phrase.verdict = { text, quote: text, key: text, result, reason: REASON };
    return phrase.verdict;
  };
  const create = (truth: VerdictLabel, shared: boolean): Phrase => {
    count += 1;
    const lasting = !shared && random.chance(slip / 2) ? wrong(truth) : null;
    return { text: `s${count}`, shared, truth, verdict: null, lasting };
  };
  return {
    phrase: (truth) => create(truth, false),
    sharedPhrase: () => create('no', true),
    fact: (text) => ({ text, shared: true, truth: 'yes', verdict: null, lasting: null }),
    judged: (phrase) => phrase.verdict ?? keep(phrase, say(phrase)),
    confirm(phrase) {
      if (phrase.verdict?.result !== 'no') return;
      const [second, third] = [say(phrase), say(phrase)];
      if (second === 'no' || third === 'no') return;
      keep(phrase, second === third ? second : 'unsure');
    },
  };
}

/** How far the score of a replaced statement falls on average when a relevant one becomes irrelevant; 0..1. */
export function averageLoss(slip: number): number {
  const left = slip * (MILD * 0.3 + (1 - MILD));
  return 1 - left;
}
