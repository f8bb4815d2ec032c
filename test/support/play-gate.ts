import { compareRecords } from '../../src/compare/compare-records.js';
import { decideGate } from '../../src/gate/decide-gate.js';
import { noteVote } from '../../src/look-again.js';
import { DEFAULT_GATE, type GateSettings } from '../../src/model/decision.js';
import type { BaselineUsed, SuiteReport } from '../../src/model/report.js';
import type { CaseRecord, RunRecord } from '../../src/model/run-record.js';
import { answerRelevancy } from '../../src/model/scorers/answer-relevancy.js';
import { createBaseline, SCORER } from './records.js';

export type GateStory = {
  /** All samples that the head could give: suite-wide ones, and `caseSamples` for a case that is asked on its own. */
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly settings?: Partial<GateSettings>;
  readonly baseline?: BaselineUsed;
};

/** Lets the real gate decide on the first sample of every case, and hands it whatever it asks for, as a run does. */
export function playGate(story: GateStory): Extract<SuiteReport, { kind: 'evaluated' }> {
  const { base, settings } = story;
  const baseline = story.baseline ?? createBaseline();
  const lookedAgain: string[] = [];
  const confirmed = new Set<string>();
  const own = new Map<string, number>();
  let runs = 1;
  for (let round = 0; round < 30; round += 1) {
    const head = { ...story.head, cases: story.head.cases.map(taken) };
    const comparison = compareRecords({ head, base, scorer: SCORER });
    const gate = decideGate({
      comparison,
      settings: { ...DEFAULT_GATE, ...settings },
      baseline,
      head,
      base,
      canSample: head.stopped === null,
      confirmed,
    });
    if (gate.kind === 'decided') {
      const { decision, notes } = gate;
      const again = decision.outcome === 'inconclusive' ? [] : [...lookedAgain, ...notes];
      const report = { kind: 'evaluated', suite: head.suite, notes: [], lookedAgain: again } as const;
      return { ...report, decision, comparison, baseline, head };
    }
    if (gate.kind === 'confirm') {
      for (const id of gate.cases) confirmed.add(id);
      const statements = countIrrelevant(head, gate.cases);
      lookedAgain.push(
        ...noteVote({
          cases: gate.cases.length,
          statements,
          changed: 0,
          items: answerRelevancy.items ?? { one: 'item', many: 'items', bad: 'bad' },
        }),
      );
    } else if (gate.cases === 'all') {
      runs = gate.upTo;
      lookedAgain.push(gate.why);
    } else for (const id of gate.cases) own.set(id, gate.upTo - runs);
  }
  throw new Error('the gate does not come to an end');

  function taken(row: CaseRecord): CaseRecord {
    return {
      ...row,
      samples: row.samples.slice(0, runs),
      caseSamples: row.caseSamples.slice(0, own.get(row.id) ?? 0),
    };
  }
}

function countIrrelevant({ cases }: RunRecord, ids: readonly string[]): number {
  const statements = cases
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples])
    .flatMap(({ judgements }) => {
      const judgement = judgements[SCORER];
      return judgement?.status === 'scored' ? judgement.statements : [];
    });
  return new Set(statements.filter(({ result }) => result === 'no').map(({ key }) => key)).size;
}
