import type { FailOn } from '../ports/decision.js';
import type { BaselineChoice } from '../ports/settings.js';

/** Everything that action inputs or flags can say, checked one by one; what was not given is not there. */
export type Overrides = {
  readonly config?: string;
  readonly suites?: readonly string[];
  readonly prompt?: string;
  readonly dataset?: string;
  readonly task?: string;
  readonly watch?: readonly string[];
  readonly model?: string;
  readonly baseUrl?: string;
  readonly openaiApiKey?: string;
  readonly judgeModel?: string;
  readonly judgeBaseUrl?: string;
  readonly judgeApiKey?: string;
  /** 0..1. */
  readonly threshold?: number;
  /** 0..1. */
  readonly maxDrop?: number;
  /** 0..1. */
  readonly caseDrop?: number;
  readonly failOn?: readonly FailOn[];
  readonly baseline?: BaselineChoice;
  readonly comment?: 'update' | 'off';
  readonly commentKey?: string;
  readonly status?: boolean;
  readonly pullRequest?: number;
  /** Full commit id. */
  readonly sha?: string;
  /** Evaluate although the same files were decided before. */
  readonly forceRun?: boolean;
  readonly workingDirectory?: string;
  readonly githubToken?: string;
  /** Folder that record and report are written to. */
  readonly output?: string;
  /** Folder of the file store. */
  readonly store?: string;
  readonly repeat?: number | 'auto';
  readonly baselineRepeat?: number;
  /** For the whole run. */
  readonly timeoutMs?: number;
  /** Model calls of the whole run. */
  readonly maxCalls?: number;
};
