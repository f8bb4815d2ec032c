import type { BaselineStore } from './baseline.js';
import type { GitHub } from './github.js';
import type { Journals } from './journal.js';
import type { Note } from './notes.js';
import type { ChatClient, ProviderSettings } from './provider.js';
import type { Git } from './repository.js';
import type { Budget, Prices } from './spending.js';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

export type Effects = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  readonly redact: (text: string) => string;
  /** Aborted when the run is cancelled or its time is up; the reason says which. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** `null` outside a repository. */
  readonly git: Git | null;
  /** `null` on a developer's machine. */
  readonly github: GitHub | null;
  readonly store: BaselineStore;
  readonly journals: Journals;
  readonly budget: Budget;
  readonly prices: Prices;
  readonly extraRuns: number;
  readonly maxConcurrency: number;
  /**
   * One client per role and provider. All share the run's limit of calls in flight, and those with one address and key
   * its rate limits.
   */
  readonly chat: (role: 'target' | 'judge', provider: ProviderSettings) => ChatClient;
  /** A client of an agent's own address, within the same limits. */
  readonly http: (url: string) => HttpClient;
  /** Notes on rate limits in this run, and on models that will soon be shut down. */
  readonly providerNotes: () => Promise<readonly Note[]>;
  /** The command that starts the process of a scorer or agent in the repository; its file is an argument. */
  readonly scorerHost: readonly string[];
};

export type HttpQuestion = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export interface HttpClient {
  /** Resolves with the JSON of the answer. Throws `ProviderError` without one, and on abort. */
  send(
    question: HttpQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly json: unknown; readonly seconds: number }>;
}

/** A run's log. Implementations neutralise workflow commands, control characters and secrets. */
export interface Log {
  info(line: string): void;
  /** Shown as an annotation in a workflow. */
  warning(line: string): void;
  error(line: string): void;
  /** A line that the next one replaces; empty for none. Only on a watched terminal. */
  status?(line: string): void;
  group(title: string): () => void;
}

export const SILENT_LOG: Log = {
  info() {},
  warning() {},
  error() {},
  group: () => () => {},
};
