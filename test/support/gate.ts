import { compareRecords } from '../../src/decide/compare/compare-records.js';
import { decideGate } from '../../src/decide/gate/decide-gate.js';
import type { Decision, GateAnswer, GateSettings } from '../../src/ports/decision.js';
import type { BaselineUsed } from '../../src/ports/report.js';
import type { CaseRecord, RunRecord } from '../../src/ports/run-record.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import { createBaseline, createRecord, createScoredCase, SCORER } from './records.js';

export type GateScene = {
  readonly head: readonly CaseRecord[];
  readonly base?: readonly CaseRecord[] | null;
  readonly settings?: Partial<GateSettings>;
  readonly baseline?: BaselineUsed;
  readonly canSample?: boolean;
  readonly confirmed?: ReadonlySet<string>;
  readonly headRecord?: Partial<RunRecord>;
  readonly baseRecord?: Partial<RunRecord>;
};

/** Compares and decides, as the pipeline does. */
export function askGate(scene: GateScene): GateAnswer {
  const head = createRecord({ cases: scene.head, ...scene.headRecord });
  const base =
    scene.base === null || scene.base === undefined
      ? null
      : createRecord({ cases: scene.base, ...scene.baseRecord });
  const none = { kind: 'none', reason: 'absent' } as const;
  return decideGate({
    comparison: compareRecords({ head, base, scorer: SCORER }),
    settings: { ...DEFAULT_GATE, ...scene.settings },
    baseline: scene.baseline ?? (base === null ? none : createBaseline()),
    head,
    base,
    canSample: scene.canSample ?? false,
    ...(scene.confirmed && { confirmed: scene.confirmed }),
  });
}

/** The decision; throws where the gate asks for samples instead. */
export function decide(scene: GateScene): Decision {
  const answer = askGate(scene);
  if (answer.kind !== 'decided') throw new Error(`the gate asks for samples: ${answer.why}`);
  return answer.decision;
}

/** So many cases with these scores (0..1), one entry a sample. */
export function createCases(count: number, scores: readonly number[], prefix = 'c'): CaseRecord[] {
  return Array.from({ length: count }, (_, index) => createScoredCase(`${prefix}${index}`, scores));
}
