import type { GateDecision } from '../ports/finding.js';
import type { Report, ScorerReport, SuiteReport } from '../ports/report.js';

type Decided<T> = T extends unknown ? Omit<T, 'decision' | 'scorers'> & { readonly decision: GateDecision } : never;

export type GateScorerReport = Decided<ScorerReport>;

/** A suite's report with the decision of the five rules. */
export type GateSuite =
  | (Decided<Extract<SuiteReport, { kind: 'evaluated' }>> & {
      readonly scorers?: readonly GateScorerReport[];
    })
  | Decided<Exclude<SuiteReport, { kind: 'evaluated' }>>;

export type GateEvaluated = Extract<GateSuite, { kind: 'evaluated' }>;

export type GateReport = Omit<Report, 'suites' | 'overall'> & {
  readonly suites: readonly GateSuite[];
  readonly overall: GateDecision;
};
