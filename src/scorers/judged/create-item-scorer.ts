import { type FailureKind, ProviderError, UserError } from '../../ports/errors.js';
import type { JudgedStatement, Judgement, Verdict } from '../../ports/verdict.js';
import { digest } from '../../text/hash.js';
import type { ScoreOptions, StatementScorer } from '../scorer.js';
import { findVerdicts, judgeAgain } from './ask/find-verdicts.js';
import { createLaxBudget, DEFAULT_LAX_LIMIT } from './ask/judge-items.js';
import type { ItemOptions, ItemPart, ItemScorerSpec } from './define/item-spec.js';
import { flagsOf, notScorable, type PlannedRequest, planRequest, scaled } from './plan-request.js';
import {
  extractionOf,
  hasLabel,
  type ItemTools,
  labelled,
  labelOf,
  prepareParts,
  withRubric,
} from './prepare-parts.js';
import { EXTRACTION_RULES } from './take-apart/extract-statements.js';
import { SEGMENTER_VERSION } from './take-apart/segment-answer.js';
import { askForReason, ITEMS_REASON_RULES, renderItemsReason } from './word-reason.js';

/** What a judge can spoil without being out of reach: the answer is unscored, and the run goes on. */
const SPOILT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'judge-incomplete',
  'judge-compromised',
  'judge-too-lax',
  'malformed',
  'length',
  'refused',
  'content-filter',
]);

function hostileVerdict(part: ItemPart): Verdict {
  return { ...labelled(part, part.hostile), reason: HOSTILE_REASON };
}

/** Why an item that gives orders to the grader is judged by rule. */
const HOSTILE_REASON = 'It talks to the grader instead of answering.';

export type ItemScorerConfig<Options> = ItemTools<Options> & {
  /** Batches that may be judged again one item at a time; default 25. */
  readonly laxLimit?: number;
};

/**
 * A scorer of a list of items, one label each, by the judge protocol: exact counts, fences, control items, the same
 * item with the same verdict, no number where there is no verdict.
 *
 * @throws UserError where the judge is the built-in one, and cannot answer its questions.
 */
export function createItemScorer<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  { judge, store, labels, options, salt, laxLimit }: ItemScorerConfig<Options>,
): StatementScorer {
  const { id, higherIsBetter } = spec.about;
  if (judge.builtin && spec.offline !== true) {
    throw new UserError(
      `${id} needs a judge model, since the built-in judge judges answer relevancy only: give model: 'openai/gpt-6-luna', for example`,
    );
  }
  const parts = spec.parts(options);
  const laxBudget = createLaxBudget(laxLimit ?? DEFAULT_LAX_LIMIT);
  const wording = spec.wording ?? {
    render: (items) => renderItemsReason(items, parts),
    rules: ITEMS_REASON_RULES,
    data: ({ input }) => ({ measure: spec.about.measure, higher_is_better: higherIsBetter, input }),
  };
  const { formula, rubric } = spec.knownBy?.(options) ?? {
    formula: [spec.formulaVersion ?? 1, id, options.scale, spec.formulaOptions?.(options) ?? null],
    rubric: [
      parts.map(({ rules, labels }) => [rules, labels]),
      (spec.rubricOptions ? spec.rubricOptions(options) : options.context) ?? null,
      EXTRACTION_RULES,
      extractionOf(options),
      SEGMENTER_VERSION,
    ],
  };
  const preparing = {
    judge,
    store,
    options,
    salt,
    rubrics: parts.map(withRubric),
    ...(labels && { labels }),
  };

  async function judgePlanned(planned: PlannedRequest, scoring: ScoreOptions): Promise<Judgement> {
    const { request } = planned;
    const prepared = await prepareParts(spec, preparing, planned, scoring);
    const judged = await Promise.all(
      prepared.map(async (each) => {
        const verdicts = await findVerdicts(each, { judge, store, laxBudget }, scoring);
        return each.items.map(({ hostile, byTeam, ...item }): JudgedStatement => {
          if (byTeam) return { ...byTeam, ...item };
          if (hostile) return { ...hostileVerdict(each.part), ...item };
          const verdict = verdicts.get(item.key);
          if (verdict) return { ...verdict, ...item };
          throw new ProviderError('the judge left an item without a verdict', { kind: 'judge-incomplete' });
        });
      }),
    );
    const statements = judged.flat();
    const share = spec.share(statements, options);
    if (share === null) return notScorable(spec.nothing);
    const { scale } = options;
    const score = scaled(share, scale);
    const { rules, data } = wording;
    const reason =
      options.reason === 'llm' && !judge.builtin
        ? await askForReason(
            { judge, name: `${id}/reason`, rules, data: data(request), statements, score, scale },
            scoring,
          )
        : null;
    const [only] = prepared;
    return {
      status: 'scored',
      score,
      reason: reason ?? wording.render(statements),
      statements,
      flags: flagsOf(
        planned,
        spec.flagsFrom === 'items'
          ? prepared.flatMap(({ items }) => items).map((item, index) => ({ ...item, ...statements[index] }))
          : null,
      ),
      // Statements of several parts are not what one answer was taken apart into.
      extractionKey: prepared.length === 1 ? (only?.extractionKey ?? null) : null,
    };
  }

  return {
    id,
    fingerprint: {
      id,
      formula: digest(formula),
      rubric: digest(rubric),
      scale: options.scale,
      higherIsBetter,
    },
    async score(request, scoring) {
      const planned = planRequest(spec, options, request);
      if ('status' in planned) return planned;
      try {
        return await judgePlanned(planned, scoring);
      } catch (error) {
        if (!(error instanceof ProviderError) || !SPOILT.has(error.kind)) throw error;
        return { status: 'unscored', kind: error.kind, reason: error.message };
      }
    },
    async judgeAgain(request, { keys, draw }, scoring) {
      const planned = planRequest(spec, options, request);
      if ('status' in planned) return new Map();
      const prepared = await prepareParts(spec, preparing, planned, scoring);
      const again = { judge, keys, draw, laxBudget };
      const verdicts = await Promise.all(prepared.map((each) => judgeAgain(each, again, scoring)));
      return new Map(verdicts.flatMap((found) => [...found]));
    },
    takesLabels: spec.about.takesLabels === true,
    async judgeLabelled(request, given, scoring) {
      const planned = planRequest(spec, options, request);
      if ('status' in planned) return [];
      const prepared = await prepareParts(spec, preparing, planned, scoring, given);
      const judged = await Promise.all(
        prepared.map(async (each) => {
          const verdicts = await findVerdicts(each, { judge, store, laxBudget }, scoring);
          return each.items.map(({ hostile, key }) => {
            const verdict = hostile ? hostileVerdict(each.part) : verdicts.get(key);
            return verdict === undefined ? null : { ...verdict, key };
          });
        }),
      );
      return judged.flat();
    },
    withVerdicts(judgement, verdicts) {
      const statements = judgement.statements.map((each) => {
        const verdict = verdicts.get(each.key);
        if (verdict === undefined) return each;
        // What talks to the grader is bad by rule, also where another answer says it harmlessly; unless the team says so.
        if (each.reason === HOSTILE_REASON && verdict.byTeam !== true) return each;
        const part = parts.find((candidate) => hasLabel(candidate, verdict));
        return part ? { ...each, ...verdict, ...labelled(part, labelOf(verdict)) } : each;
      });
      const share = spec.share(statements, options);
      if (share === null) return judgement;
      const score = scaled(share, options.scale);
      return { ...judgement, score, reason: wording.render(statements), statements };
    },
  };
}
