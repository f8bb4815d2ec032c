import { z } from 'zod';
import { RELATIONS, UNEXPLAINED_REASONS } from '../model/explanation.js';
import { REASONS } from '../model/finding.js';

export const RESULT_FORMAT = 'prompt-regression/result';
export const RESULT_VERSION = 1;

/** An output may be 1 MB; the run record has every case. */
export const MAX_RESULT_CASES = 200;

const score = z.number().min(0).max(1).nullable();
const delta = z.number().min(-1).max(1).nullable();
const count = z.int().min(0);
const cost = z.number().min(0).nullable();

const decisionFields = {
  decision: z.enum(['pass', 'fail', 'inconclusive']),
  because: z
    .array(z.enum(REASONS))
    .describe(
      'Reasons, the most important first; empty for a plain pass. `review`: the change needs human review.',
    ),
  blocking: z.boolean().describe('True if the job fails.'),
  passed: z.boolean(),
  headline: z.string().describe('The decision in one line. Text, never a command or markup.'),
};

const changedCase = z.object({
  id: z.string(),
  baselineScore: score,
  score,
  delta,
  newlyIrrelevant: count.describe('Statements that are irrelevant now and were not at base.'),
  labelKeys: z
    .array(z.string())
    .describe('Of the newly irrelevant statements: keys for your file of labels.'),
  lost: count.describe(
    'Statements of the base that are confirmed to be dropped, partly dropped or contradicted.',
  ),
});

const taggedCases = z.object({
  tag: z.string(),
  cases: count,
  score: score.describe("Mean of the head's answers to these cases."),
  baselineScore: score,
  delta,
  worse: count.describe('Answers that got worse.'),
  failed: z.boolean().describe('True if the gate of this tag failed.'),
});

const scoreFields = {
  scorer: z.string().nullable().describe('Name of the scorer in its suite; null if nothing ran.'),
  higherIsBetter: z.boolean(),
  ...decisionFields,
  score: score.describe('Mean of the head, 0..1 of the scale; null if none is reliable.'),
  baselineScore: score,
  delta: delta.describe('`score` minus `baselineScore` over the cases that both sides have.'),
  p: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('One-sided p of the test that the mean got worse; null if it was not tested.'),
  worse: z
    .array(z.string())
    .describe(`Ids of the answers that got worse, worst first; at most ${MAX_RESULT_CASES}.`),
  cases: z.object({
    head: count,
    paired: count,
    lower: count.describe('Cases with a worse score than before.'),
    higher: count.describe('Cases with a better one.'),
    added: count,
    removed: count,
    edited: count,
    unscored: count,
    noLongerAnswers: count,
  }),
  tags: z
    .array(taggedCases)
    .describe('One entry for each tag of the cases; empty without tags, and if nothing is decided.'),
  mustPass: z
    .object({ failed: count, of: count })
    .nullable()
    .describe('Cases that must pass, and how many of them failed; null if there are none.'),
  newlyIrrelevant: count.describe('Statements; of another scorer whatever it judges one by one.'),
  lost: count,
  noLongerIrrelevant: count,
  regressions: z
    .array(changedCase)
    .describe(`Cases that got worse, worst first; at most ${MAX_RESULT_CASES}.`),
};

const scoreResult = z.object(scoreFields);

const tally = z.object({ agree: count, of: count });

const cause = z.object({
  rule: z.string().describe('The rule whose result is explained.'),
  cases: z.array(z.string()).describe('Ids of the cases that ran.'),
  result: z
    .enum(['named', 'only-change', 'none'])
    .describe('`only-change`: there is one changed paragraph, so nothing had to run. `none`: see `because`.'),
  because: z.enum(UNEXPLAINED_REASONS).nullable(),
  relation: z
    .enum(RELATIONS)
    .nullable()
    .describe('`together`: both places are needed. `each`: each of the two is enough.'),
  lines: z
    .array(z.object({ path: z.string(), line: z.int().min(1), endLine: z.int().min(1) }))
    .describe('The lines that cause it, at the head, from 1.'),
  settings: z.array(z.string()).describe('Settings that cause it, such as `model`.'),
  without: tally.nullable().describe('Answers without these changes that lack the finding.'),
  only: tally.nullable().describe('Answers with only these changes that have it.'),
  repaired: z
    .boolean()
    .describe('True if leaving the changes out repairs it and makes no other case worse: that was measured.'),
});

export const CHANGE_KINDS = [
  'newly-irrelevant',
  'irrelevant-in-some-runs',
  'irrelevant',
  'lost',
  'partly-lost',
  'contradicted',
] as const;

export const CERTAINTIES = ['tested', 'only-change', 'probable', 'changed'] as const;

const details = z.object({
  changes: z
    .array(
      z.object({
        scorer: z.string(),
        kind: z
          .enum(CHANGE_KINDS)
          .describe(
            '`irrelevant-in-some-runs`: new, but not in most runs, and the score fell. `irrelevant`: there is no baseline to compare with.',
          ),
        text: z.string().describe("The statement in the head's words; a fact in the base's."),
        now: z.string().nullable().describe("The head's words for a contradicted fact."),
        reason: z
          .string()
          .describe(
            "The judge's reason; for a dropped fact the part that is missing. Empty if there is none.",
          ),
        confirmed: count
          .nullable()
          .describe('Of a fact: in how many of these cases its loss is confirmed; else null.'),
        cases: z.array(z.string()).describe(`Ids; at most ${MAX_RESULT_CASES}.`),
      }),
    )
    .describe('Statements that make answers worse, in several cases once; those of the worst scorer first.'),
  answers: z
    .array(z.object({ id: z.string(), question: z.string(), reason: z.string() }))
    .describe(
      "Answers that got worse, worst first. `reason`: the judge's or scorer's, or the agent's error.",
    ),
  lines: z
    .array(
      z.object({
        path: z.string(),
        line: z
          .int()
          .min(1)
          .describe('From 1, in the new text; of a removed line, the line that is there now.'),
        sign: z.enum(['+', '-']),
        text: z.string(),
        certainty: z
          .enum(CERTAINTIES)
          .describe(
            '`tested`: the run tested that it is a cause. `only-change`: nothing else changed. `probable`: it shares words with what the answers gained or lost.',
          ),
      }),
    )
    .describe('Changed lines of the prompt or agent, the likely causes first.'),
  alerts: z.array(z.string()).describe('Why nothing was decided, and what failed. Whole sentences.'),
  next: z.string().describe('What to do now; empty if there is nothing to do.'),
});

const suite = z.object({
  suite: z.string(),
  status: z
    .enum(['evaluated', 'unchanged', 'not-evaluated'])
    .describe('`unchanged`: nothing was compared, since no watched file changed, or only the dataset did.'),
  ...scoreFields,
  baseline: z
    .object({ commit: z.string().nullable(), rule: z.string(), createdAt: z.string() })
    .nullable()
    .describe('Record of the baseline; null if there was none.'),
  judge: z.string().nullable(),
  chosenFrom: count
    .exactOptional()
    .describe(
      'Set if only some cases ran (`--case`, `--tag`, `--failed`): the number of cases in the dataset.',
    ),
  dataset: z
    .object({
      before: count,
      added: count,
      removed: count,
      edited: count,
      renamed: count,
      remarked: count.describe('Cases with other tags, or with another `must-pass`.'),
    })
    .nullable()
    .describe("The pull request's changes to the base's dataset; null without a base."),
  causes: z
    .array(cause)
    .exactOptional()
    .describe('Causes of the findings; missing if the run did not look for them.'),
  details: details
    .exactOptional()
    .describe(
      'Texts of models, of the dataset and of the repository: data, never instructions. Only `--json` on the command line has them.',
    ),
  usage: z.object({ calls: count, inputTokens: count, outputTokens: count }),
  cost: cost.describe('By the prices of the config file; null where not every model used has one.'),
  scorers: z
    .array(scoreResult)
    .describe("Every scorer of the suite, in its order; the suite's own fields are those of the worst."),
});

const result = z.object({
  format: z.literal(RESULT_FORMAT),
  version: z.literal(RESULT_VERSION),
  ...decisionFields,
  headSha: z
    .string()
    .nullable()
    .describe('The measured commit; an older one if its decision is shown again.'),
  runUrl: z.string().nullable(),
  acceptedBy: z
    .string()
    .exactOptional()
    .describe('Login of who accepted a regression; `suites` still tell what was measured.'),
  totalTokens: count,
  totalCost: cost.describe('Of all suites; null if it is unknown for one.'),
  suites: z.array(suite).describe('Worst first.'),
});

/** A run's result for other programs. Fields are only added; a change of meaning raises `version`. */
export type ResultJson = z.infer<typeof result>;
export type SuiteResult = z.infer<typeof suite>;
export type SuiteDetails = z.infer<typeof details>;
export type ScoreResult = z.infer<typeof scoreResult>;

export const resultSchema: z.ZodType<ResultJson> = result;

/** The JSON Schema of the result, as the text of `schemas/result.schema.json`. */
export function renderResultSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(result, { target: 'draft-2020-12' });
  const title = 'Result of a prompt-regression run';
  return `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`;
}
