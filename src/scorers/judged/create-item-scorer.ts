import { type FailureKind, ProviderError, UserError } from '../../model/errors.js';
import type { JudgedStatement, Judgement, Verdict } from '../../model/verdict.js';
import { digest } from '../../text/hash.js';
import type { ScoreOptions, ScoreRequest, StatementScorer } from '../scorer.js';
import { findVerdicts, judgeAgain, missing } from './find-verdicts.js';
import type { ItemOptions, ItemScorerSpec, Scored } from './item-spec.js';
import { MIXED, SKIP, withoutWords } from './items-question.js';
import { flagsOf, notScorable, type PlannedRequest, planRequest, scaled } from './plan-request.js';
import {
  type GivenStatement,
  hasLabel,
  type ItemTools,
  type KeyedItem,
  labelled,
  labelOf,
  type PreparedPart,
  prepareParts,
  withRubric,
} from './prepare-parts.js';
import { SPLITTER_VERSION } from './split-answer.js';
import { askForReason, ITEMS_REASON_RULES, renderItemsReason } from './word-reason.js';

/** Failures of one reply: the answer is unscored, and the run continues. */
const SPOILT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'judge-incomplete',
  'judge-compromised',
  'malformed',
  'length',
  'refused',
  'content-filter',
]);

/** The reason for an item that forges a verdict. */
const HOSTILE_REASON = 'It talks to the grader instead of answering.';

/**
 * A scorer of a list of items with one label each. An item without a verdict leaves the answer unscored.
 * @throws UserError if the built-in judge cannot answer its questions.
 */
export function createItemScorer<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  tools: ItemTools<Options>,
): StatementScorer {
  const { id, higherIsBetter } = spec.about;
  if (tools.judge.builtin && spec.offline !== true) {
    throw new UserError(
      `${id} needs a judge model, since the built-in judge judges answer relevancy only: give model: 'openai/gpt-6-luna', for example`,
    );
  }
  const scorer = new ItemScorer(spec, tools);
  const { formula, rubric } = fingerprintOf(spec, tools.options);
  return {
    id,
    fingerprint: { id, formula, rubric, scale: tools.options.scale, higherIsBetter },
    takesLabels: spec.about.takesLabels === true,
    score: (request, scoring) => scorer.score(request, scoring),
    judgeAgain: (request, again, scoring) => scorer.judgeAgain(request, again, scoring),
    judgeLabelled: (request, given, scoring) => scorer.judgeLabelled(request, given, scoring),
    withVerdicts: (judgement, verdicts) => scorer.withVerdicts(judgement, verdicts),
  };
}

function fingerprintOf<Options extends ItemOptions>(spec: ItemScorerSpec<Options>, options: Options) {
  const { about, formulaVersion = 1, formulaOptions, rubricOptions } = spec;
  const parts = spec.parts(options).map(({ rules, labels }) => [rules, labels]);
  return {
    formula: digest([formulaVersion, about.id, options.scale, formulaOptions?.(options) ?? null]),
    rubric: digest([
      parts,
      (rubricOptions ? rubricOptions(options) : options.context) ?? null,
      SPLITTER_VERSION,
    ]),
  };
}

class ItemScorer<Options extends ItemOptions> {
  readonly #spec: ItemScorerSpec<Options>;
  readonly #tools: ItemTools<Options>;
  readonly #parts;
  readonly #preparing;
  readonly #wording;

  constructor(spec: ItemScorerSpec<Options>, tools: ItemTools<Options>) {
    const { judge, salt, labels } = tools;
    const { id, measure, higherIsBetter, takesLabels } = spec.about;
    this.#spec = spec;
    this.#tools = tools;
    this.#parts = spec.parts(tools.options);
    this.#preparing = {
      judge,
      salt,
      id,
      labels: takesLabels === true ? (labels ?? new Map()) : null,
      rubrics: this.#parts.map(withRubric),
    };
    this.#wording = spec.wording ?? {
      render: (items: readonly JudgedStatement[]) => renderItemsReason(items, this.#parts),
      rules: ITEMS_REASON_RULES,
      data: ({ input }: ScoreRequest) => ({ measure, higher_is_better: higherIsBetter, input }),
    };
  }

  async score(given: ScoreRequest, scoring: ScoreOptions): Promise<Judgement> {
    const planned = planRequest(this.#spec, this.#tools.options, given);
    if ('status' in planned) return planned;
    try {
      return await this.#judge(planned, scoring);
    } catch (error) {
      if (!(error instanceof ProviderError) || !SPOILT.has(error.kind)) throw error;
      return { status: 'unscored', kind: error.kind, reason: error.message };
    }
  }

  async #judge(planned: PlannedRequest, scoring: ScoreOptions): Promise<Judgement> {
    const spec = this.#spec;
    const { judge, options } = this.#tools;
    const { request } = planned;
    const judged = await Promise.all(
      prepareParts(this.#preparing, planned).map(async (part) => {
        const verdicts = await findVerdicts(part, this.#tools, scoring);
        return part.items.map((item) => this.#entriesOf(part, item, verdicts));
      }),
    );
    const entries = judged.flat();
    const statements = entries.flatMap((entry) => entry.statements);
    const skipped = entries.flatMap((entry) => entry.skipped);
    const share = spec.share(statements, options);
    if (share === null) return notScorable(spec.nothing);
    const { scale } = options;
    const score = scaled(share, scale);
    const { rules, data, render } = this.#wording;
    const told = { judge, name: `${spec.about.id}/reason`, rules, data: data(request), statements };
    const reason =
      options.reason === 'llm' && !judge.builtin
        ? await askForReason({ ...told, score, scale }, scoring)
        : null;
    return {
      status: 'scored',
      score,
      reason: reason ?? render(statements),
      statements,
      flags: flagsOf(request, spec.flagsFrom === 'items' ? statements : null),
      ...(skipped.length > 0 && { skipped }),
    };
  }

  /** The statements of an item: none, one, or two if it is mixed. */
  #entriesOf(
    { part, labelKeyOf }: PreparedPart,
    { hostile, byTeam, ...item }: KeyedItem,
    verdicts: ReadonlyMap<string, Verdict>,
  ): { readonly statements: readonly JudgedStatement[]; readonly skipped: readonly string[] } {
    const verdict = byTeam ?? (hostile ? hostileVerdict(part) : (verdicts.get(item.key) ?? missing()));
    const { reason, off = '' } = verdict;
    if (verdict.label === SKIP) return { statements: [], skipped: [item.key] };
    if (verdict.label !== MIXED) return { statements: [{ ...verdict, ...item }], skipped: [] };
    const rest = withoutWords(item.text, off) ?? item.text;
    const half = (text: string, key: string): Omit<JudgedStatement, 'result'> => {
      const labelKey = labelKeyOf?.({ text });
      return { ...item, text, key, reason, ...(labelKey !== undefined && { labelKey }) };
    };
    const good: JudgedStatement = { ...half(rest, item.key), result: 'yes', off };
    const bad: JudgedStatement = { ...half(off, offKey(item.key)), quote: off, result: 'no' };
    return { statements: [good, bad].map((each) => this.#asLabelled(each)), skipped: [] };
  }

  #asLabelled(statement: JudgedStatement): JudgedStatement {
    const label = this.#preparing.labels?.get(statement.labelKey ?? '');
    if (label === undefined) return statement;
    return {
      ...statement,
      result: label.label,
      reason: `labelled ${label.label} by your team`,
      byTeam: true,
    };
  }

  async judgeAgain(
    given: ScoreRequest,
    { keys, draw }: { readonly keys: ReadonlySet<string>; readonly draw: number },
    scoring: ScoreOptions,
  ): Promise<ReadonlyMap<string, Verdict>> {
    const planned = planRequest(this.#spec, this.#tools.options, given);
    if ('status' in planned) return new Map();
    const found = new Map<string, Verdict>();
    for (const part of prepareParts(this.#preparing, planned)) {
      const asked = [...part.toJudge.keys()].filter((key) => keys.has(key) || keys.has(offKey(key)));
      const again = { judge: this.#tools.judge, keys: new Set(asked), draw };
      for (const [key, verdict] of await judgeAgain(part, again, scoring)) {
        for (const wanted of [key, offKey(key)]) if (keys.has(wanted)) found.set(wanted, asOne(verdict));
      }
    }
    return found;
  }

  async judgeLabelled(
    request: ScoreRequest,
    given: readonly GivenStatement[],
    scoring: ScoreOptions,
  ): Promise<readonly ((Verdict & { readonly key: string }) | null)[]> {
    const planned = planRequest(this.#spec, this.#tools.options, request);
    if ('status' in planned) return [];
    const judged = await Promise.all(
      prepareParts({ ...this.#preparing, given }, planned).map(async (part) => {
        const verdicts = await findVerdicts(part, this.#tools, scoring);
        return part.items.map(({ hostile, key }) => {
          const verdict = hostile ? hostileVerdict(part.part) : verdicts.get(key);
          return verdict === undefined ? null : { ...asOne(verdict), key };
        });
      }),
    );
    return judged.flat();
  }

  withVerdicts(judgement: Scored, verdicts: ReadonlyMap<string, Verdict>): Scored {
    const statements = judgement.statements.map((each) => {
      const verdict = verdicts.get(each.key);
      if (verdict === undefined) return each;
      // A forged verdict stays bad by rule, unless the team labels it.
      if (each.reason === HOSTILE_REASON && verdict.byTeam !== true) return each;
      const part = this.#parts.find((candidate) => hasLabel(candidate, verdict));
      return part ? { ...each, ...verdict, ...labelled(part, labelOf(verdict)) } : each;
    });
    const { options } = this.#tools;
    const share = this.#spec.share(statements, options);
    if (share === null) return judgement;
    const score = scaled(share, options.scale);
    return { ...judgement, score, reason: this.#wording.render(statements), statements };
  }
}

function hostileVerdict(part: PreparedPart['part']): Verdict {
  return { ...labelled(part, part.hostile), reason: HOSTILE_REASON };
}

/** The key of the off-topic words of a mixed piece. */
function offKey(key: string): string {
  return digest([key, 'off']);
}

/** A verdict on a single statement that counts. */
function asOne({ result, label, reason }: Verdict): Verdict {
  if (label === MIXED) return { result: 'no', reason };
  if (label === SKIP) return { result: 'unsure', reason };
  return { result, reason, ...(label !== undefined && { label }) };
}
