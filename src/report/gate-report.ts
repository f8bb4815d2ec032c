import type { GateDecision } from '../ports/finding.js';
import type { Note, SettingsChange } from '../ports/notes.js';
import type { Report, ScorerReport, SuiteReport } from '../ports/report.js';
import { renderChange } from './notes/change.js';
import { renderNote } from './notes/note.js';

type Decided<T> = T extends unknown
  ? Omit<T, 'decision' | 'scorers' | 'notes' | 'changes' | 'lookedAgain'> & {
      readonly decision: GateDecision;
      readonly notes: readonly (Note | string)[];
      readonly changes?: readonly (SettingsChange | string)[];
    }
  : never;

export function noteLine(note: Note | string): string {
  return typeof note === 'string' ? note : renderNote(note);
}

export function changeLine(change: SettingsChange | string): string {
  return typeof change === 'string' ? change : renderChange(change);
}

export type GateScorerReport = Pick<ScorerReport, 'scorer' | 'comparison'> & {
  readonly decision: GateDecision;
};

/** A suite's report with the decision of the five rules. */
export type GateSuite =
  | (Decided<Extract<SuiteReport, { kind: 'evaluated' }>> & {
      readonly scorers?: readonly GateScorerReport[];
    })
  | Decided<Exclude<SuiteReport, { kind: 'evaluated' }>>;

export type GateEvaluated = Extract<GateSuite, { kind: 'evaluated' }>;

export type GateReport = Omit<Report, 'suites' | 'overall' | 'notices'> & {
  readonly notices: readonly (Note | string)[];
  readonly suites: readonly GateSuite[];
  readonly overall: GateDecision;
};
