import { ProviderError, UserError } from '../../../ports/errors.js';
import type { Judge, VerdictStore } from '../../../ports/judge.js';
import type { JudgedStatement, Judgement, JudgementFlag } from '../../../ports/verdict.js';
import { digest } from '../../digest.js';
import type { ScoreOptions, ScoreRequest, StatementScorer } from '../../scorer.js';
import { askForReason } from '../protocol/ask-for-reason.js';
import { isRefusal, judgeWithoutAsking } from '../protocol/classify-answer.js';
import { EXTRACTION_RULES } from '../protocol/extraction-rules.js';
import { judgeAgain } from '../protocol/judge-again.js';
import { judgeKeyed } from '../protocol/judge-keyed.js';
import { createLaxBudget, DEFAULT_LAX_LIMIT } from '../protocol/lax-budget.js';
import { screenText } from '../protocol/screen-text.js';
import { HOSTILE_REASON, SPOILT } from '../protocol/spoilt.js';
import { talksToGrader } from '../protocol/talks-to-grader.js';
import { SEGMENTER_VERSION } from '../segment/segment-answer.js';
import type { ItemOptions, ItemPart, ItemScorerSpec, Plan } from './item-spec.js';
import { renderItemsReason } from './items-reason.js';
import { labelled, type PreparedPart, preparePart } from './prepare-part.js';
import { ITEMS_REASON_RULES } from './reason-rules.js';

export type ItemScorerConfig<Options> = {
  readonly judge: Judge;
  /** Verdicts that are known; what is new is kept there. */
  readonly store: VerdictStore;
  readonly options: Options;
  /** Seeds the choice of control items: the same within a run, not to be foretold across runs. */
  readonly salt: string;
  /** Batches that may be judged again one item at a time; default 25. */
  readonly laxLimit?: number;
};

/**
 * A scorer of a list of items, one label each, by the judge protocol: exact counts, fences, control items, the same
 * item with the same verdict, no number where there is no verdict.
 *
 * @throws UserError where the judge is the built-in one, which cannot answer its questions.
 */
export function createItemScorer<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  { judge, store, options, salt, laxLimit }: ItemScorerConfig<Options>,
): StatementScorer {
  const { id, higherIsBetter } = spec.about;
  if (judge.builtin) {
    throw new UserError(
      `${id} needs a judge model; the built-in judge only judges answer relevancy: set judge.model`,
    );
  }
  const parts = spec.parts(options);
  const laxBudget = createLaxBudget(laxLimit ?? DEFAULT_LAX_LIMIT);
  const extraction = options.extraction ?? 'segment';
  const scaled = (share: number): number => Math.min(1, Math.max(0, share)) * options.scale;

  const planOf = (request: ScoreRequest): Plan =>
    spec.plan(request, { options, shown: (text) => screenText(text, talksToGrader).shown });

  function prepare(
    request: ScoreRequest,
    plan: Extract<Plan, { kind: 'judge' }>,
    scoring: ScoreOptions,
  ): Promise<readonly PreparedPart[]> {
    const { output, toolCalls } = request.answer;
    const preparing = {
      judge,
      store,
      salt,
      id,
      extraction,
      answer: screenText(output, talksToGrader),
      answerHash: digest([output, toolCalls]),
    };
    const due = parts.flatMap((part) => {
      const planned = plan.parts[part.name];
      return planned ? [{ part, planned }] : [];
    });
    return Promise.all(due.map((each) => preparePart(each, preparing, scoring)));
  }

  async function judgePlanned(
    request: ScoreRequest,
    plan: Extract<Plan, { kind: 'judge' }>,
    scoring: ScoreOptions,
  ): Promise<Judgement> {
    const prepared = await prepare(request, plan, scoring);
    const judged = await Promise.all(
      prepared.map(async (each) => {
        const verdicts = await judgeKeyed(each, { judge, store, laxBudget }, scoring);
        return each.items.map(({ text, quote, key, hostile }): JudgedStatement => {
          if (hostile) {
            return { ...labelled(each.part, each.part.hostile), reason: HOSTILE_REASON, text, quote, key };
          }
          const verdict = verdicts.get(key);
          if (verdict) return { ...verdict, text, quote, key };
          throw new ProviderError('the judge left an item without a verdict', { kind: 'judge-incomplete' });
        });
      }),
    );
    const statements = judged.flat();
    const share = spec.share(statements, options);
    if (share === null) return notScorable(spec.nothing);
    const score = scaled(share);
    const reason =
      options.reason === 'llm'
        ? await askForReason(
            {
              judge,
              name: `${id}/reason`,
              rules: ITEMS_REASON_RULES,
              data: { measure: spec.about.measure, higher_is_better: higherIsBetter, input: request.input },
              statements,
              score,
              scale: options.scale,
            },
            scoring,
          )
        : null;
    const [only] = prepared;
    return {
      status: 'scored',
      score,
      reason: reason ?? renderItemsReason(statements, parts),
      statements,
      flags: flagsOf(request),
      // Statements of several parts are not what one answer was taken apart into.
      extractionKey: prepared.length === 1 ? (only?.extractionKey ?? null) : null,
    };
  }

  return {
    id,
    fingerprint: {
      id,
      formula: digest([spec.formulaVersion, id, options.scale, spec.formulaOptions(options)]),
      rubric: digest([
        parts.map(({ rules, labels }) => [rules, labels]),
        spec.rubricOptions(options),
        EXTRACTION_RULES,
        extraction,
        SEGMENTER_VERSION,
      ]),
      scale: options.scale,
      higherIsBetter,
    },
    async score(given, scoring) {
      const early = judgeWithoutAsking(given.answer);
      if (early?.status === 'unscored') return early;
      // What an empty answer is worth is for the scorer to say.
      const request = early === null ? given : withoutText(given);
      const plan = planOf(request);
      if (plan.kind === 'not-scorable') return notScorable(plan.reason);
      if (plan.kind === 'settled') {
        return {
          status: 'scored',
          score: scaled(plan.share),
          reason: plan.reason,
          statements: [],
          flags: flagsOf(request),
          extractionKey: null,
        };
      }
      try {
        return await judgePlanned(request, plan, scoring);
      } catch (error) {
        if (!(error instanceof ProviderError) || !SPOILT.has(error.kind)) throw error;
        return { status: 'unscored', kind: error.kind, reason: error.message };
      }
    },
    async judgeAgain(given, { keys, draw }, scoring) {
      const early = judgeWithoutAsking(given.answer);
      if (early?.status === 'unscored') return new Map();
      const request = early === null ? given : withoutText(given);
      const plan = planOf(request);
      if (plan.kind !== 'judge') return new Map();
      const prepared = await prepare(request, plan, scoring);
      const verdicts = await Promise.all(
        prepared.map((each) => judgeAgain(each, { judge, keys, draw, laxBudget }, scoring)),
      );
      return new Map(verdicts.flatMap((found) => [...found]));
    },
    withVerdicts(judgement, verdicts) {
      const statements = judgement.statements.map((each) => {
        const verdict = verdicts.get(each.key);
        // What talks to the grader is bad by rule, also where another answer says it harmlessly.
        if (verdict === undefined || each.reason === HOSTILE_REASON) return each;
        const part = partOf(parts, verdict.label);
        return part ? { ...each, ...verdict, ...labelled(part, verdict.label ?? '') } : each;
      });
      const share = spec.share(statements, options);
      if (share === null) return judgement;
      return { ...judgement, score: scaled(share), reason: renderItemsReason(statements, parts), statements };
    },
  };
}

/** Signs that show nothing say nothing. */
function withoutText(request: ScoreRequest): ScoreRequest {
  return { ...request, answer: { ...request.answer, output: '' } };
}

function notScorable(reason: string): Judgement {
  return { status: 'unscored', kind: 'not-scorable', reason };
}

function partOf(parts: readonly ItemPart[], label: string | undefined): ItemPart | undefined {
  return label === undefined ? undefined : parts.find(({ labels }) => Object.hasOwn(labels, label));
}

function flagsOf({ answer }: ScoreRequest): JudgementFlag[] {
  const flags: JudgementFlag[] = [];
  if (isRefusal([{ text: answer.output }])) flags.push('refusal');
  if (screenText(answer.output, talksToGrader).hostile.size > 0) flags.push('addresses-grader');
  if (answer.output.trim() === '') flags.push(answer.toolCalls.length > 0 ? 'tool-calls-only' : 'empty');
  return flags;
}
