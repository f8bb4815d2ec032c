/** The terminal that a command runs in. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly color: boolean;
  /** The command that starts the process of a scorer of the repository's own. */
  readonly scorerHost: readonly string[];
};
