import type { Effects } from '../model/effects.js';
import type { Note } from '../model/notes.js';
import type { Report } from '../model/report.js';
import type { Snapshot, WorkingCopy } from '../model/side.js';
import type { ShardFolder } from '../produce/shard-records.js';
import type { Outlets } from '../publish/outlets.js';
import type { renderConsole } from '../report/console.js';
import type { SettingsOfBothSides } from '../settings/read-settings.js';
import type { CaseChoice } from './choose-cases.js';

/** The suites of a run, and their settings. */
export type Source = {
  readonly sides: SettingsOfBothSides;
  readonly head: WorkingCopy;
  /** `null` outside a repository, on its first commit, or if `baseline` needs no commit. */
  readonly base: Snapshot | null;
  /** Folder of the suites' paths, relative to the repository's top; empty at the top. */
  readonly prefix: string;
};

export type CheckSource = Source & {
  /** Suites that are compared with their latest stored record instead of the base. */
  readonly withoutBase: ReadonlySet<string>;
  /** True if a change started the run. Then it has nothing to do without a changed watched file. */
  readonly onChange: boolean;
};

/** A program's input to a workflow: what to evaluate, under which settings, and where to publish. */
export type Session = CheckSource & {
  readonly forceRun: boolean;
  /**
   * Reason why GitHub gives this run no key, with a maintainer's next step; `null` if it gives all that the workflow
   * names.
   */
  readonly noKey: string | null;
  /** The label that starts the check if the pull request lacks it; nothing is measured then. */
  readonly waitsFor: string | null;
  /** Records of shards; missing if this run measures. */
  readonly shards?: ShardFolder | undefined;
  /** Whether the causes of findings are looked for; `null` if not. */
  readonly explain: ExplainChoice | null;
  /** The cases that are run; missing if all are. */
  readonly only?: CaseChoice | undefined;
  /**
   * Number of the pull request that a merge queue adds. Its decision also counts for the queue's commit, if files and
   * settings are the same. `null` for none.
   */
  readonly queued: number | null;
  readonly notices: readonly Note[];
  readonly effects: Effects;
  readonly outlets: Outlets;
  /** Prints the report, already redacted, to a log or terminal. */
  readonly print: (report: Report, asText: typeof renderConsole) => void;
};

export type ExplainChoice = {
  /** Limit of calls; `null` for as many as the check itself made. */
  readonly maxCalls: number | null;
  /** True if findings that are only worth a look are explained, too. */
  readonly yellow: boolean;
};
