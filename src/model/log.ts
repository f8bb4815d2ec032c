/** A run's log. Implementations neutralise workflow commands, control characters and secrets. */
export interface Log {
  info(line: string): void;
  /** Shown as an annotation in a workflow. */
  warning(line: string): void;
  error(line: string): void;
  /** A line that the next one replaces; empty for none. Only on a watched terminal. */
  status?(line: string): void;
  /** Begins a group of lines under one heading; the returned function ends it. */
  group(title: string): () => void;
}

export const SILENT_LOG: Log = {
  info() {},
  warning() {},
  error() {},
  group: () => () => {},
};
