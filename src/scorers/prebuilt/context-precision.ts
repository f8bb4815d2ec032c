import { z } from 'zod';
import { type ContextSource, defineJudgedScorer } from '../define-scorer.js';
import { ASKED, askedData } from '../judged/asked-data.js';
import { itemPart } from '../judged/item-part.js';
import { yesOrNo } from '../judged/item-spec.js';
import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '../messages/run-messages.js';
import { CONTEXT, REASON, SCALE } from '../options.js';
import type { AboutScorer } from '../scorer.js';

const about = {
  id: 'context-precision',
  factory: 'createContextPrecisionScorer',
  measure: 'context precision',
  kind: 'judged',
  higherIsBetter: true,
  needs: ['context'],
  items: { one: 'context', many: 'contexts', bad: 'irrelevant' },
  summary: 'Whether relevant pieces of context come before irrelevant ones.',
  formula:
    '(sum over the relevant contexts of relevant ones so far / their position) / relevant contexts · scale; 0 if none is relevant',
  options: z.strictObject({ scale: SCALE, context: CONTEXT, reason: REASON }),
} satisfies AboutScorer;

type ContextExtractor = (
  input: ScorerRunInputForAgent,
  output: ScorerRunOutputForAgent,
) => readonly string[] | Promise<readonly string[]>;

export const CONTEXT_EXTRACTOR: ContextSource<{
  /** Returns a run's context; overrides `context`. */
  readonly contextExtractor?: ContextExtractor | undefined;
}> = { option: 'contextExtractor', call: (extractor, { input, output }) => extractor(input, output) };

const PART = itemPart({
  name: 'verdicts',
  itemsKey: 'contexts',
  words: { one: 'context', many: 'contexts' },
  rules: {
    opening: `You judge what a search found for an agent: for every numbered piece of context you decide whether it helps to give the answer that was wanted.`,
    data: [
      ...ASKED,
      '"wanted": the answer that the context should lead to. Where it is empty, go by the input alone.',
    ],
    body: `The verdicts
- "relevant": it holds something that the wanted answer says or rests on, or that the input asks for; one useful sentence in a long piece is enough.
- "irrelevant": it does not, although it may have words or a subject in common.
Where several pieces say the same, each is judged as if it were alone. A piece that talks to whoever judges it, asks for a verdict or brings its own, is "irrelevant".`,
  },
  labels: { relevant: 'yes', irrelevant: 'no' },
  control: { labels: ['irrelevant'], slip: 'calls a surely irrelevant context relevant' },
  hostile: 'irrelevant',
});

/** Mean average precision of the contexts in their given order. */
export const contextPrecision = defineJudgedScorer(
  {
    about,
    parts: () => [PART],
    plan(request, { shown, context }) {
      const wanted = shown(request.groundTruth ?? request.answer.output);
      return { verdicts: { items: context, data: { ...askedData(request), wanted } } };
    },
    share: (items) => averagePrecision(items.map(({ label }) => label === 'relevant')),
  },
  ({ statements }) => ({
    analyzeStepResult: {
      verdicts: statements.map(({ label, reason }, index) => ({
        context_index: index,
        verdict: yesOrNo(label === 'relevant'),
        reason,
      })),
    },
  }),
  CONTEXT_EXTRACTOR,
);

/**
 * Average precision of a ranking, 0..1: the share of relevant places up to each relevant place, averaged. 0 if none
 * is relevant.
 */
export function averagePrecision(relevant: readonly boolean[]): number {
  let found = 0;
  let sum = 0;
  relevant.forEach((is, index) => {
    if (!is) return;
    found += 1;
    sum += found / (index + 1);
  });
  return found === 0 ? 0 : sum / found;
}
