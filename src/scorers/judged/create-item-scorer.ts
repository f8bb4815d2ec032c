import { UserError } from '../../model/errors.js';
import { omitKeys } from '../../model/omit-keys.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { type JudgedStatement, type Judgement, labelToVerdict, type Verdict } from '../../model/verdict.js';
import { digest } from '../../text/json.js';
import type { ScoreOptions, ScoreRequest, ScorerTools, StatementScorer } from '../scorer.js';
import { findVerdicts, judgeAgain, throwMissingVerdict } from './find-verdicts.js';
import {
  buildRepeatKey,
  hasLabel,
  type ItemOptions,
  type ItemPart,
  type ItemScorerSpec,
  readLabel,
  toLabel,
} from './item-spec.js';
import { MIXED, REPEATS, removeWords, SKIP } from './items-question.js';
import {
  createNotScorableJudgement,
  dropEmpty,
  findFlags,
  type PlannedRequest,
  planRequest,
  scaleScore,
} from './plan-request.js';
import { type KeyedItem, type PartSetup, type PreparedPart, prepareParts } from './prepare-parts.js';
import { SPLITTER_VERSION } from './split-answer.js';
import { askForReason, renderItemsReason } from './word-reason.js';

/** The reason for an item that forges a verdict. */
const HOSTILE_REASON = 'It talks to the grader instead of answering.';

/**
 * A scorer of a list of items with one label each. An item without a verdict leaves the answer unscored.
 * @throws UserError if the built-in judge cannot answer its questions.
 */
export function createItemScorer<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  options: Options,
  tools: ScorerTools,
): StatementScorer {
  if (tools.judge.builtin && spec.offline !== true) {
    throw new UserError(
      `${spec.about.id} needs a judge model, since the built-in judge judges answer relevancy only: give model: 'openai/gpt-6-luna', for example`,
    );
  }
  return new ItemScorer(spec, options, tools);
}

/** Its methods are fields, so that a copy under another name has them too. */
class ItemScorer<Options extends ItemOptions> implements StatementScorer {
  readonly id;
  readonly fingerprint;
  readonly takesLabels;
  readonly #spec: ItemScorerSpec<Options>;
  readonly #options: Options;
  readonly #tools: ScorerTools;
  readonly #setup: PartSetup;

  constructor(spec: ItemScorerSpec<Options>, options: Options, tools: ScorerTools) {
    const { about, formulaVersion = 1, formulaOptions, rubricOptions } = spec;
    const { judge, salt, labels = new Map() } = tools;
    const { id, higherIsBetter, takesLabels = false } = about;
    const parts = spec.parts(options);
    const rubricParts = parts.map(({ rules, labels: known }) => [rules, known]);
    const depends = (rubricOptions ? rubricOptions(options) : options.context) ?? null;
    this.#spec = spec;
    this.#options = options;
    this.#tools = tools;
    this.#setup = { id, judge, salt, parts, labels: takesLabels ? labels : null };
    this.id = id;
    this.takesLabels = takesLabels;
    this.fingerprint = {
      id,
      formula: digest([formulaVersion, id, options.scale, formulaOptions?.(options) ?? null]),
      rubric: digest([rubricParts, depends, SPLITTER_VERSION]),
      scale: options.scale,
      higherIsBetter,
    };
  }

  readonly score = async (given: ScoreRequest, scoring: ScoreOptions): Promise<Judgement> => {
    const planned = planRequest(this.#spec, this.#options, given);
    if ('status' in planned) return planned;
    const { request } = planned;
    const judged = await this.#judge(prepareParts(this.#setup, planned), scoring, ({ part, item, verdict }) =>
      this.#buildStatements(part, item, verdict ?? throwMissingVerdict()),
    );
    const statements = judged.flatMap((each) => (typeof each === 'string' ? [] : each));
    const skipped = judged.filter((each) => typeof each === 'string');
    const scored = this.#computeScore(statements);
    if (scored === null)
      return createNotScorableJudgement(`there are no ${this.#spec.about.items?.many} to judge`);
    const reason = await this.#askForReason(planned, { ...scored, statements }, scoring);
    return omitUndefined({
      status: 'scored',
      ...scored,
      reason: reason ?? scored.reason,
      statements,
      flags: findFlags(request.answer),
      skipped: skipped.length > 0 ? skipped : undefined,
    });
  };

  /** The results of `read` for each item with its verdict. */
  async #judge<Result>(
    parts: readonly PreparedPart[],
    scoring: ScoreOptions,
    read: (judged: {
      readonly part: PreparedPart;
      readonly item: KeyedItem;
      readonly verdict: Verdict | undefined;
    }) => Result,
  ): Promise<readonly Result[]> {
    const judged = await Promise.all(
      parts.map(async (part) => {
        const verdicts = await findVerdicts(part, this.#tools, scoring);
        return part.items.map((item) => {
          const judgeVerdict = item.hostile ? createHostileVerdict(part.part) : verdicts.get(item.key);
          return read({ part, item, verdict: item.byTeam ?? judgeVerdict });
        });
      }),
    );
    return judged.flat();
  }

  #computeScore(
    statements: readonly JudgedStatement[],
  ): { readonly score: number; readonly reason: string } | null {
    const { counted, share } = this.#spec;
    const options = this.#options;
    const items = counted?.(statements) ?? statements;
    const itemShare = share(items, options);
    if (itemShare === null) return null;
    return {
      score: scaleScore(itemShare, options.scale),
      reason: renderItemsReason(items, this.#setup.parts),
    };
  }

  async #askForReason(
    { request: { task, input } }: PlannedRequest,
    scored: { readonly statements: readonly JudgedStatement[]; readonly score: number },
    scoring: ScoreOptions,
  ): Promise<string | null> {
    const { judge } = this.#tools;
    const { id, measure, higherIsBetter } = this.#spec.about;
    const { reason, scale } = this.#options;
    if (reason !== 'llm' || judge.builtin || scored.statements.length === 0) return null;
    const data = dropEmpty({ measure, higher_is_better: higherIsBetter, task, input });
    return askForReason(judge, { ...scored, id, data, scale }, scoring);
  }

  /** An item's statement; two if it is mixed; its key if it states nothing or only repeats another. */
  #buildStatements(
    { buildLabelKey }: PreparedPart,
    keyed: KeyedItem,
    verdict: Verdict,
  ): readonly JudgedStatement[] | string {
    const item = omitKeys(keyed, 'hostile', 'byTeam');
    const { reason, off = '' } = verdict;
    if (verdict.label === SKIP) return item.key;
    if (verdict.label === REPEATS) return buildRepeatKey(item.key, reason);
    if (verdict.label !== MIXED) return [{ ...verdict, ...item }];
    const buildHalf = (text: string, key: string): Omit<JudgedStatement, 'result'> => {
      const labelKey = buildLabelKey?.({ text });
      return omitUndefined({ ...item, text, key, reason, labelKey });
    };
    const rest = removeWords(item.text, off) ?? item.text;
    const good: JudgedStatement = { ...buildHalf(rest, item.key), result: 'yes', off };
    const bad: JudgedStatement = { ...buildHalf(off, buildOffKey(item.key)), quote: off, result: 'no' };
    return [good, bad].map((each) => {
      const label = this.#setup.labels?.get(each.labelKey ?? '');
      return label === undefined ? each : { ...each, ...labelToVerdict(label) };
    });
  }

  readonly judgeAgain: StatementScorer['judgeAgain'] = async (given, { keys, draw }, scoring) => {
    const planned = planRequest(this.#spec, this.#options, given);
    if ('status' in planned) return new Map();
    const verdictsByKey = new Map<string, Verdict>();
    for (const part of prepareParts(this.#setup, planned)) {
      const keysToAsk = [...part.toJudge.keys()].filter((key) => keys.has(key) || keys.has(buildOffKey(key)));
      const again = { judge: this.#tools.judge, keys: new Set(keysToAsk), draw };
      for (const [key, verdict] of await judgeAgain(part, again, scoring)) {
        for (const wanted of [key, buildOffKey(key)])
          if (keys.has(wanted)) verdictsByKey.set(wanted, toSingleVerdict(verdict));
      }
    }
    return verdictsByKey;
  };

  readonly judgeLabelled: StatementScorer['judgeLabelled'] = async (request, given, scoring) => {
    const planned = planRequest(this.#spec, this.#options, request);
    if ('status' in planned) return [];
    const judged = await this.#judge(
      prepareParts(this.#setup, planned, given),
      scoring,
      ({ item: { key }, verdict }) => (verdict === undefined ? null : { ...verdict, key }),
    );
    const byKey = new Map(judged.filter((each) => each !== null).map((each) => [each.key, each] as const));
    return judged.map((each) => {
      // One that repeats another is as relevant.
      const repeated = each?.label === REPEATS ? byKey.get(each.reason) : undefined;
      return each && { ...toSingleVerdict(repeated ?? each), key: each.key };
    });
  };

  readonly withVerdicts: StatementScorer['withVerdicts'] = (judgement, verdicts) => {
    const statements = judgement.statements.map((each) => {
      const verdict = verdicts.get(each.key);
      if (verdict === undefined) return each;
      // A forged verdict stays bad by rule, unless the team labels it.
      if (each.reason === HOSTILE_REASON && verdict.byTeam !== true) return each;
      const part = this.#setup.parts.find((candidate) => hasLabel(candidate, verdict));
      return part ? { ...each, ...verdict, ...toLabel(part, readLabel(verdict)) } : each;
    });
    const scored = this.#computeScore(statements);
    return scored === null ? judgement : { ...judgement, ...scored, statements };
  };
}

function createHostileVerdict(part: ItemPart): Verdict {
  return { ...toLabel(part, part.hostile), reason: HOSTILE_REASON };
}

/** The key of the off-topic words of a mixed piece. */
function buildOffKey(key: string): string {
  return digest([key, 'off']);
}

/** A verdict on a single statement that counts. */
function toSingleVerdict({ result, label, reason }: Verdict): Verdict {
  if (label === MIXED) return { result: 'no', reason };
  if (label === SKIP) return { result: 'unsure', reason };
  if (label === REPEATS) return { result: 'unsure', reason: '' };
  return omitUndefined({ result, reason, label });
}
