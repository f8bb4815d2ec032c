import { askedOf } from '../judging/judge-answer.js';
import { hashTask } from '../judging/record-tasks.js';
import { UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ReadySuite } from '../ports/suite-run.js';
import type { LabelledStatement } from '../ports/team-labels.js';
import type { JudgedStatement } from '../ports/verdict.js';

/** A statement of a record, to be labelled. */
export type Candidate = {
  readonly key: string;
  readonly caseId: string;
  readonly said: LabelledStatement;
  readonly judged: Pick<JudgedStatement, 'result' | 'reason' | 'byTeam'>;
};

/** Every statement of the record once, with all that a judge has to see of it. */
export function listCandidates(record: RunRecord, { files, suite }: ReadySuite): readonly Candidate[] {
  if (record.text !== 'full') {
    throw new UserError(
      `label: the record keeps no answers (text: ${record.text}), and a label needs the answer that it is about; give the record of a run that keeps them`,
    );
  }
  const scorer = suite.scorers.map(({ name }) => name);
  const found = new Map<string, Candidate>();
  for (const known of record.cases) {
    const row = files.cases.find(({ id, inputHash }) => id === known.id && inputHash === known.inputHash);
    if (row === undefined) continue;
    const { history, input, task: today } = askedOf(row, files.tasks);
    const task = hashTask(today) === known.taskHash ? today : (record.tasks[known.taskHash] ?? null);
    for (const { answer, judgements } of [...known.samples, ...known.caseSamples]) {
      if (answer.status !== 'answered') continue;
      const { output, toolCalls } = answer;
      const asked = { task, history, input, answer: output, toolCalls };
      for (const judgement of scorer.map((name) => judgements[name])) {
        if (judgement?.status !== 'scored') continue;
        for (const { labelKey: key, text: statement, quote, isCall, ...judged } of judgement.statements) {
          if (key === undefined || found.has(key)) continue;
          const said = { statement, quote, ...(isCall && { isCall }), ...asked };
          found.set(key, { key, caseId: known.id, said, judged });
        }
      }
    }
  }
  return [...found.values()];
}

/**
 * What tells most comes first: in turns what the judge is unsure about, what is irrelevant and was not said by the
 * baseline, what is relevant, and what else is irrelevant; each from all over the cases.
 */
export function sortByUse(found: readonly Candidate[], base: RunRecord | null): readonly Candidate[] {
  const said = new Set(
    (base?.cases ?? []).flatMap(({ samples }) =>
      samples.flatMap(({ judgements }) =>
        Object.values(judgements).flatMap((judgement) =>
          judgement.status === 'scored' ? judgement.statements.map(({ labelKey }) => labelKey) : [],
        ),
      ),
    ),
  );
  const groupOf = ({ key, judged: { result } }: Candidate) =>
    result === 'no' && said.has(key) ? 'still' : result;
  const groups = Map.groupBy(found, groupOf);
  const turns = (['unsure', 'no', 'yes', 'still'] as const).map((name) => spread(groups.get(name) ?? []));
  const longest = Math.max(...turns.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => turns.flatMap((turn) => turn[index] ?? [])).flat();
}

/** One of every case before a second one of any. */
function spread(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new Map<string, number>();
  return candidates
    .map((each) => {
      const place = seen.get(each.caseId) ?? 0;
      seen.set(each.caseId, place + 1);
      return { each, place };
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each);
}
