import { z } from 'zod';
import type { JudgedStatement, VerdictLabel } from '../../../ports/verdict.js';
import type { AboutScorer } from '../../about-scorer.js';
import { defineJudgedScorer } from '../../define-scorer.js';
import { CONTROL_POOLS } from '../../judged/controls/control-pool.js';
import { renderToolCall, renderTurn } from '../../judged/define/asked-data.js';
import type { ItemPart, Plan, PlanTools } from '../../judged/define/item-spec.js';
import { EXTRACTION_RULES } from '../../judged/take-apart/extract-statements.js';
import { LEFT_OUT } from '../../judged/take-apart/screen-text.js';
import { SEGMENTER_VERSION } from '../../judged/take-apart/segment-answer.js';
import { addressesGrader } from '../../judged/take-apart/talks-to-grader.js';
import { badItems, quoteItems } from '../../judged/word-reason.js';
import { EXTRACTION, REASON, SCALE, SHARE } from '../../options.js';
import type { ScoreRequest } from '../../scorer.js';
import { type Correctness, REASON_RULES, verdictRules } from './rules.js';

const about = {
  id: 'answer-relevancy',
  factory: 'createAnswerRelevancyScorer',
  measure: 'relevancy',
  kind: 'judged',
  higherIsBetter: true,
  needs: [],
  items: { one: 'statement', many: 'statements', bad: 'irrelevant', lost: true },
  takesLabels: true,
  summary: 'How much of the answer belongs to what was asked.',
  formula: '((yes + uncertaintyWeight · unsure) / statements) · scale',
  options: z.strictObject({
    uncertaintyWeight: SHARE.describe('Share of a point that an unsure statement earns.').default(0.3),
    scale: SCALE,
    extraction: EXTRACTION,
    correctness: z
      .enum(['ignore', 'unsure'], { error: 'must be ignore or unsure' })
      .describe('`unsure` gives the stricter reading: on topic but plainly false is unsure.')
      .default('ignore'),
    toolCalls: z
      .enum(['judged', 'ignored'], { error: 'must be judged or ignored' })
      .describe(
        'Tool calls beside a text: judged, and one that nobody asked for counts as a statement, or ignored. An answer of calls alone is scored by all of them.',
      )
      .default('judged'),
    reason: REASON,
  }),
} satisfies AboutScorer;

export type AnswerRelevancySteps = {
  readonly preprocessStepResult: { readonly statements: readonly string[] };
  readonly analyzeStepResult: {
    readonly results: readonly {
      readonly statement: string;
      readonly result: VerdictLabel;
      readonly reason: string;
    }[];
  };
};

type RelevancyOptions = z.output<typeof about.options>;

/** Raise when the way from verdicts to a score changes. */
const FORMULA_VERSION = 2;

/** `((yes + uncertaintyWeight · unsure) / statements) · scale`. */
export const answerRelevancy = defineJudgedScorer(
  {
    about,
    offline: true,
    needsInput: true,
    isHostile: addressesGrader,
    flagsFrom: 'items',
    knownBy: ({ uncertaintyWeight, scale, correctness, extraction, toolCalls }) => ({
      formula: [FORMULA_VERSION, uncertaintyWeight, scale, toolCalls],
      rubric: [verdictRules(correctness), EXTRACTION_RULES, extraction, SEGMENTER_VERSION],
    }),
    parts: ({ correctness }) => [relevancyPart(correctness)],
    plan: planStatements,
    share: (statements, { uncertaintyWeight }) => relevancyShare(countedOf(statements), uncertaintyWeight),
    nothing: 'the answer makes no statements',
    wording: {
      render: renderRelevancyReason,
      rules: REASON_RULES,
      data: ({ task, input }) => ({ task, input }),
    },
  },
  ({ statements }): AnswerRelevancySteps => ({
    preprocessStepResult: { statements: statements.map(({ text }) => text) },
    analyzeStepResult: {
      results: statements.map(({ text, result, reason }) => ({ statement: text, result, reason })),
    },
  }),
);

/** Statements and tool calls of an answer, held against what was asked. */
export function relevancyPart(correctness: Correctness): ItemPart {
  return {
    name: 'verdicts',
    itemsKey: 'statements',
    words: { one: 'statement', many: 'statements' },
    rules: verdictRules(correctness),
    labels: { yes: 'yes', unsure: 'unsure', no: 'no' },
    ignored: [],
    control: {
      pools: CONTROL_POOLS,
      labels: ['no'],
      // An attack that makes an advertisement unsure has gained a third of a statement: no case rises by it.
      beside: ['no', 'unsure'],
      slip: 'calls a surely irrelevant statement relevant',
    },
    hostile: 'no',
  };
}

function planStatements(
  { task, history, input, answer }: ScoreRequest,
  { shown, options: { toolCalls } }: PlanTools<Pick<RelevancyOptions, 'toolCalls'>>,
): Plan {
  const blank = answer.output.trim() === '';
  if (blank && answer.toolCalls.length === 0) {
    return { kind: 'settled', share: 0, reason: 'The answer is empty.' };
  }
  const calls = answer.toolCalls.map(withoutHostileResult).map(renderToolCall);
  // What a tool gave back is its own word: the call is the agent's.
  const called = answer.toolCalls.map(({ result: _, ...call }) => renderToolCall(call));
  const conversation = history.map(renderTurn);
  return {
    kind: 'judge',
    parts: {
      verdicts: {
        items: { from: 'answer', calls: blank || toolCalls === 'judged' ? called : [] },
        data: {
          task,
          conversation,
          input,
          answer: blank ? '' : shown(answer.output),
          tool_calls: calls.map((call) => (addressesGrader(call) ? LEFT_OUT : call)),
        },
        asked: input,
        hangsOn: [task, conversation, input],
      },
    },
  };
}

/** What a tool returned is not the agent's word: it is kept from the judge, and not held against the agent. */
function withoutHostileResult(call: ScoreRequest['answer']['toolCalls'][number]): typeof call {
  if (call.result === undefined || !addressesGrader(renderToolCall({ name: '', result: call.result }))) {
    return call;
  }
  return { ...call, result: LEFT_OUT };
}

/**
 * What enters the score. Beside a text a call counts where it is *no*: what nobody asked for is as irrelevant as a
 * sentence. One that is needed, or may be, does not: ten look-ups must not dilute a bad sentence. An answer of calls alone
 * is scored by all of them.
 */
export function countedOf<Judged extends Pick<JudgedStatement, 'result' | 'isCall'>>(
  statements: readonly Judged[],
): readonly Judged[] {
  const hasText = statements.some(({ isCall }) => isCall !== true);
  return hasText ? statements.filter(({ isCall, result }) => isCall !== true || result === 'no') : statements;
}

/**
 * `(yes + uncertaintyWeight · unsure) / statements`, 0..1.
 * The denominator is the number of statements, so the caller must hold exactly one verdict for each.
 */
export function relevancyShare(
  statements: readonly { readonly result: VerdictLabel }[],
  uncertaintyWeight: number,
): number {
  if (statements.length === 0) return 0;
  let credit = 0;
  for (const { result } of statements) {
    if (result === 'yes') credit += 1;
    else if (result === 'unsure') credit += uncertaintyWeight;
  }
  return credit / statements.length;
}

/** The reason in words, from the verdicts alone: counts, then the worst statements with the judge's reasons. */
function renderRelevancyReason(judged: readonly JudgedStatement[]): string {
  const statements = countedOf(judged);
  const count = (label: VerdictLabel): number => statements.filter(({ result }) => result === label).length;
  const [yes, unsure, no] = [count('yes'), count('unsure'), count('no')];
  const total = statements.length;
  if (yes === total) {
    return total === 1 ? 'The statement is relevant.' : `All ${total} statements are relevant.`;
  }
  const counts = [
    `${yes} of ${total} ${total === 1 ? 'statement' : 'statements'} ${yes === 1 || total === 1 ? 'is' : 'are'} relevant`,
  ];
  if (unsure > 0) counts.push(`${unsure} unsure`);
  if (no > 0) counts.push(`${no} not relevant`);
  const worst = quoteItems(badItems(statements), ({ result }) =>
    result === 'no' ? 'Not relevant' : 'Unsure',
  );
  return [`${counts.join(', ')}.`, ...worst].join(' ');
}
