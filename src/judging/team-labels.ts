import { ProviderError } from '../ports/errors.js';
import { BUILTIN_JUDGE } from '../ports/judge.js';
import type { Log } from '../ports/log.js';
import type { RunRecord } from '../ports/run-record.js';
import type { SuiteSettings } from '../ports/settings.js';
import {
  type Agreement,
  type LabelCheck,
  type LabelledStatement,
  type LabelledVerdict,
  type TeamLabels,
  verdictOf,
} from '../ports/team-labels.js';
import type { Verdict } from '../ports/verdict.js';
import { takesLabels } from '../scorers/catalog.js';
import { type Asked, isStatementScorer, type ScoreRequest, type StatementScorer } from '../scorers/scorer.js';
import { replaceVerdicts } from './confirm-verdicts.js';
import { type Judging, openJudging } from './open-judging.js';
import { samplesOf, statementsOf } from './verdict-store.js';

/**
 * The record with what the team says in the place of the judge's verdicts: one yardstick for both sides, also where a
 * label is newer than the record. What is no longer labelled has to be judged again (`judgedOtherwise`).
 */
export function applyLabels(
  record: RunRecord,
  { scorers, labels }: Pick<Judging, 'scorers' | 'labels'>,
): RunRecord {
  if (labels.size === 0) return record;
  return scorers.filter(isLabelled).reduce((labelled, scorer) => {
    const verdicts = new Map<string, Verdict>();
    for (const { key, labelKey = '', byTeam, result } of statementsIn(labelled, scorer)) {
      const label = labels.get(labelKey);
      if (label !== undefined && (byTeam !== true || label.label !== result))
        verdicts.set(key, verdictOf(label));
    }
    return replaceVerdicts(labelled, scorer, verdicts);
  }, record);
}

/**
 * Two records under the same labels, so that they can be held against each other: the given ones, and what of either
 * record had a label when it was judged. Nobody is asked.
 */
export function applyToBoth(
  records: { readonly head: RunRecord; readonly base: RunRecord },
  suite: SuiteSettings,
  given: TeamLabels,
): typeof records {
  const offline = { ...suite.judge, model: BUILTIN_JUDGE };
  const own = { ...suite, judge: offline, scorers: suite.scorers.filter(takesLabels) };
  const { scorers } = openJudging({ suite: own, chat: null, salt: '' });
  const then = [records.head, records.base].flatMap((record) =>
    scorers.flatMap((scorer) =>
      statementsIn(record, scorer).flatMap(({ labelKey: key, byTeam, result: label }) =>
        byTeam === true && key !== undefined ? [[key, { key, label, line: 0, said: null }] as const] : [],
      ),
    ),
  );
  // Of a statement that the two label differently, the head's word is the newer one.
  const labels = new Map([...then.toReversed(), ...given]);
  const head = applyLabels(records.head, { scorers, labels });
  return { head, base: applyLabels(records.base, { scorers, labels }) };
}

/** So many statements of two records have a label in one of them, and another one or none in the other. */
export function countLabelledApart(one: RunRecord, other: RunRecord): number {
  const labelled = (record: RunRecord) =>
    new Map(
      record.scorers.flatMap((scorer) =>
        statementsIn(record, scorer).flatMap(({ labelKey: key, byTeam, result }) =>
          key === undefined ? [] : [[key, byTeam === true ? result : null] as const],
        ),
      ),
    );
  const others = labelled(other);
  return [...labelled(one)].filter(([key, label]) => others.has(key) && others.get(key) !== label).length;
}

function isLabelled(scorer: Judging['scorers'][number]): scorer is StatementScorer {
  return isStatementScorer(scorer) && scorer.takesLabels;
}

function statementsIn({ cases }: RunRecord, { id }: { readonly id: string }) {
  return statementsOf(samplesOf(cases), id);
}

/** Labels of one answer that a judge has not been asked about yet. */
type Due = {
  readonly request: ScoreRequest;
  readonly statements: readonly {
    readonly labelKey: string;
    readonly text: string;
    readonly quote: string;
    readonly isCall?: true;
  }[];
};

/** What is known of a judge's own word on the labels, and what it takes to know the rest. */
export type PlannedCheck = {
  readonly scorer: StatementScorer;
  readonly known: LabelCheck;
  readonly due: readonly Due[];
};

/**
 * Plans to hold the judge against the team's labels: what was measured under the same judge and rules holds, the rest is
 * asked, an answer's labels together. A label of which only the key is known counts from the run on that says it.
 *
 * `null` where there is nothing to measure.
 *
 * @param earlier Records that may know some of it.
 * @param said A run whose answers say what labels without a text are about.
 */
export function planLabelCheck(
  { scorers, labels, fingerprint }: Pick<Judging, 'scorers' | 'labels' | 'fingerprint'>,
  earlier: readonly (RunRecord | null)[],
  said: { readonly record: RunRecord; readonly askedOf: (id: string) => Asked | null } | null,
): PlannedCheck | null {
  const scorer = scorers.find(isLabelled);
  if (labels.size === 0 || scorer === undefined) return null;
  const { rubric } = scorer.fingerprint;
  const judge = fingerprint.fingerprint;
  const verdicts = new Map<string, LabelledVerdict>();
  for (const check of earlier.flatMap((record) => record?.labelCheck ?? [])) {
    if (check.judge !== judge || check.rubric !== rubric) continue;
    for (const each of check.verdicts) {
      if (labels.has(each.labelKey) && !verdicts.has(each.labelKey)) verdicts.set(each.labelKey, each);
    }
  }
  const places = said === null ? new Map<string, LabelledStatement>() : placesOf(said, scorer);
  const due = new Map<string, Due & { readonly statements: Due['statements'][number][] }>();
  for (const { key, said: own } of labels.values()) {
    const place = own ?? places.get(key);
    if (verdicts.has(key) || place === undefined) continue;
    const { statement: text, quote, isCall, task, history, input, answer: output, toolCalls } = place;
    const name = JSON.stringify([task, history, input, output, toolCalls]);
    const answer = { status: 'answered', output, toolCalls, finish: 'stop' } as const;
    const statement = { labelKey: key, text, quote, ...(isCall && { isCall }) };
    const one = due.get(name);
    if (one !== undefined) one.statements.push(statement);
    else due.set(name, { request: { task, history, input, answer }, statements: [statement] });
  }
  return { scorer, known: { judge, rubric, verdicts: [...verdicts.values()] }, due: [...due.values()] };
}

/** By label key, where a run's answers say what is labelled. */
function placesOf(
  { record, askedOf }: { readonly record: RunRecord; readonly askedOf: (id: string) => Asked | null },
  { id: scorer }: StatementScorer,
): ReadonlyMap<string, LabelledStatement> {
  const places = new Map<string, LabelledStatement>();
  if (record.text !== 'full') return places;
  for (const { id, samples } of record.cases) {
    const asked = askedOf(id);
    if (asked === null) continue;
    const { task, history, input } = asked;
    for (const sample of samples) {
      if (sample.answer.status !== 'answered') continue;
      const { output, toolCalls } = sample.answer;
      for (const judged of statementsOf([sample], scorer)) {
        const { labelKey = '', byTeam, text: statement, quote, isCall } = judged;
        if (byTeam !== true || places.has(labelKey)) continue;
        const asked = { task, history, input, answer: output, toolCalls };
        places.set(labelKey, { statement, quote, ...(isCall && { isCall }), ...asked });
      }
    }
  }
  return places;
}

/**
 * Asks the judge itself what it says of the labelled statements. What it could not be asked about is left out.
 * @throws ProviderError where the run was ended.
 */
export async function checkLabels(
  { scorer, known, due }: PlannedCheck,
  options: { readonly signal: AbortSignal; readonly log: Log },
): Promise<LabelCheck> {
  const asked = await Promise.all(
    due.map(async ({ request, statements }): Promise<readonly LabelledVerdict[]> => {
      try {
        const verdicts = await scorer.judgeLabelled(request, statements, options);
        return statements.flatMap(({ labelKey }, index) => {
          const verdict = verdicts[index];
          return verdict
            ? [{ labelKey, key: verdict.key, result: verdict.result, reason: verdict.reason }]
            : [];
        });
      } catch (thrown) {
        if (!(thrown instanceof ProviderError) || options.signal.aborted) throw thrown;
        options.log.warning(
          `The judge could not be asked about ${statements.length} of your labels: ${thrown.message}`,
        );
        return [];
      }
    }),
  );
  return { ...known, verdicts: [...known.verdicts, ...asked.flat()] };
}

/**
 * How many labels a judge agrees with, by what it says today and the labels of today.
 * @param due So many labels it was to be asked about besides what was known.
 */
export function countAgreement(check: LabelCheck, labels: TeamLabels, due = 0): Agreement {
  const judged = check.verdicts.flatMap(({ labelKey, result }) => {
    const label = labels.get(labelKey)?.label;
    return label === undefined ? [] : [{ label, result }];
  });
  const agreed = judged.filter(({ label, result }) => label === result).length;
  return { agreed, of: judged.length, missed: Math.max(0, due - judged.length), labels: labels.size };
}
