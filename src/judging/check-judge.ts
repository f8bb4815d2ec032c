import { ProviderError } from '../ports/errors.js';
import type { Log } from '../ports/log.js';
import type { RunRecord } from '../ports/run-record.js';
import type {
  Agreement,
  LabelCheck,
  LabelledStatement,
  LabelledVerdict,
  TeamLabels,
} from '../ports/team-labels.js';
import type { Asked, ScoreRequest, StatementScorer } from '../scorers/scorer.js';
import { isLabelled } from './apply-labels.js';
import type { Judging } from './open-judging.js';
import { judgedStatementsOf } from './verdict-store.js';

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
export function planJudgeCheck(
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
      for (const judged of judgedStatementsOf([sample], scorer)) {
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
export async function checkJudge(
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
