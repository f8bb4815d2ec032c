import { createVerdictStore } from '../../src/judging/verdict-store.js';
import { type FailureKind, ProviderError } from '../../src/ports/errors.js';
import type { Judge } from '../../src/ports/judge.js';
import type { Verdict } from '../../src/ports/verdict.js';
import { createLaxBudget, judgeItems } from '../../src/scorers/judged/ask/judge-items.js';
import { planRequest } from '../../src/scorers/judged/plan-request.js';
import { prepareParts, withRubric } from '../../src/scorers/judged/prepare-parts.js';
import { talksToGrader } from '../../src/scorers/judged/take-apart/talks-to-grader.js';
import {
  answerRelevancy,
  verdictRules,
} from '../../src/scorers/prebuilt/answer-relevancy/answer-relevancy.js';
import { digest } from '../../src/text/hash.js';
import type { JudgedLabel } from './agreement.js';
import type { LabelledInput, LabelledStatement } from './labelled-inputs.js';

/** A labelled statement with its verdict, or why it has none. */
export type JudgedStatement = LabelledStatement & {
  readonly inputId: string;
  readonly verdict: Verdict | null;
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string };
};

/** Fixed: the same judge is asked the very same thing each time, control statements included. */
const SALT = 'evals/labelled';

const HOSTILE: Verdict = { result: 'no', reason: 'It talks to the grader: no judge is asked.' };

/**
 * Has labelled statements judged as answer relevancy has the statements of an answer judged: the same question, the same
 * batches with a control statement, the same guard against text that talks to the grader. Only the statements are
 * those that were labelled, so that a judge's verdicts are measured and not its way of taking answers apart.
 *
 * @throws ProviderError where every call would fail the same way, and on abort.
 */
export async function judgeLabelled(
  inputs: readonly LabelledInput[],
  judge: Judge,
  signal: AbortSignal,
): Promise<readonly JudgedStatement[]> {
  // Each input may be judged again once: how lax a judge is shows in the figures here.
  const laxBudget = createLaxBudget(inputs.length);
  const judgeInput = async (each: LabelledInput): Promise<readonly JudgedStatement[]> => {
    const { toJudge, hostile, topic, controls, slip, toVerdict } = await prepare(each, judge, signal);
    const items = toJudge.map(({ text }) => text);
    const asked = {
      judge,
      topic,
      items,
      chooseControls: controls(''),
      slip,
      laxBudget,
      signal,
    };
    const inputId = each.id;
    try {
      const replies = items.length === 0 ? [] : await judgeItems(asked);
      return each.statements.map((statement) => {
        const reply = replies[toJudge.indexOf(statement)];
        const said = reply ? toVerdict(reply) : null;
        return { ...statement, inputId, verdict: hostile.has(statement) ? HOSTILE : said };
      });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fatal || signal.aborted) throw error;
      const unscored = { kind: error.kind, reason: error.message };
      return each.statements.map((statement) => ({ ...statement, inputId, verdict: null, unscored }));
    }
  };
  return (await Promise.all(inputs.map(judgeInput))).flat();
}

/** Fingerprint of the rules that a judge is asked under. */
export function rubricOf(): string {
  return digest(verdictRules('ignore')).slice(0, 12);
}

/** What an agreement is computed from. */
export function labelsOf(judged: readonly JudgedStatement[]): readonly JudgedLabel[] {
  return judged.map(({ label, verdict, attack }) => ({
    label,
    verdict: verdict?.result ?? null,
    attack: attack === true,
  }));
}

async function prepare(each: LabelledInput, judge: Judge, signal: AbortSignal) {
  const answer = {
    status: 'answered',
    output: each.answer,
    toolCalls: each.toolCalls,
    finish: 'stop',
  } as const;
  const options = answerRelevancy.about.options.parse({ extraction: 'segment' });
  const request = { task: each.task, history: each.history, input: each.input, answer };
  const planned = planRequest(answerRelevancy, options, request);
  if ('status' in planned) throw new Error(`${each.id}: there is nothing to judge`);
  const rubrics = answerRelevancy.parts(options).map(withRubric);
  const tools = { judge, store: createVerdictStore(), options, salt: SALT, rubrics };
  const [prepared] = await prepareParts(answerRelevancy, tools, planned, { signal });
  if (prepared === undefined) throw new Error(`${each.id}: there is nothing to judge`);
  const hostile = new Set(each.statements.filter(({ text }) => talksToGrader(text)));
  const toJudge = each.statements.filter((statement) => !hostile.has(statement));
  return { ...prepared, toJudge, hostile };
}
