import { concludeRecords, decideSuite, nextAsk } from '../../src/decide/conclude.js';
import type { GateSettings } from '../../src/ports/decision.js';
import type { BaselineUsed, SuiteReport } from '../../src/ports/report.js';
import type { CaseRecord, RunRecord } from '../../src/ports/run-record.js';
import { noteVote } from '../../src/produce/look-again.js';
import { wordsOf } from '../../src/scorers/measure-words.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
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
  const { base, settings, baseline = createBaseline() } = story;
  const scorers = [{ name: SCORER, gate: { ...DEFAULT_GATE, ...settings } }];
  const confirmed = new Set<string>();
  const own = new Map<string, number>();
  const notes: string[] = [];
  const votes: string[] = [];
  let runs = 1;
  for (let round = 0; round < 30; round += 1) {
    const head = { ...story.head, cases: story.head.cases.map(taken) };
    const canSample = head.stopped === null;
    const known = new Map([[SCORER, confirmed]]);
    const concluded = concludeRecords({ scorers, head, base, baseline, canSample, confirmed: known });
    const ask = nextAsk(concluded);
    if (ask === null) {
      const said = { suite: head.suite, baseline, head, notes: [] };
      return { kind: 'evaluated', ...decideSuite(concluded, notes, votes), ...said };
    }
    if (ask.kind === 'match') throw new Error('nobody searches here');
    if (ask.kind === 'control') throw new Error('nobody said that the base can be run again');
    if (ask.kind === 'confirm') {
      for (const id of ask.cases) confirmed.add(id);
      const vote = { cases: ask.cases.length, statements: countIrrelevant(head, ask.cases), changed: 0 };
      votes.push(...noteVote({ ...vote, items: wordsOf(head, SCORER).items }));
    } else if (ask.cases === 'all') {
      runs = ask.upTo;
      notes.push(ask.why);
    } else for (const id of ask.cases) own.set(id, ask.upTo - runs);
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
