import type { ModelParameters } from './provider.js';

export type TargetSettings = {
  /** By default, thoughts before an answer are left out. */
  readonly thoughts?: 'kept';
} & (
  | {
      readonly kind: 'prompt';
      readonly prompt: string;
      /** `null`: the prompt file names it. */
      readonly model: string | null;
      readonly parameters: ModelParameters;
    }
  | {
      readonly kind: 'command';
      /** Program and arguments, started without a shell. */
      readonly command: readonly string[];
      readonly workers: number;
      /** For one answer. */
      readonly timeoutMs: number;
      readonly env: readonly string[];
    }
  | {
      readonly kind: 'module';
      /** A file whose default export is a function from a case to its answer. */
      readonly module: string;
      readonly workers: number;
      readonly timeoutMs: number;
      readonly env: readonly string[];
    }
  | {
      readonly kind: 'http';
      readonly http: string;
      /** May hold `${NAME}` for the variables in `env`. */
      readonly headers: Readonly<Record<string, string>>;
      /** JSON with placeholders; `null`: the question as a command gets it. */
      readonly body: unknown;
      /** JSON Pointers into the server's answer. */
      readonly answer: string;
      readonly toolCalls: string;
      readonly context: string;
      readonly env: readonly string[];
    }
  | { readonly kind: 'recorded'; readonly recorded: string }
);

/** `${NAME}` in a header of an `http` target. */
export const HEADER_VARIABLE = /\$\{(\w+)\}/g;

/**
 * Facts about a target that the rest of the program needs. Only code for one kind of target should check its
 * kind.
 */
export type TargetInfo = {
  /** The target in words, by its files: the beginning of its description. */
  readonly name: string;
  /** Prompt file, which has the default task and may have the dataset; `null` if there is none. */
  readonly prompt: string | null;
  /** `null` if its settings name none. */
  readonly model: string | null;
  /** Files that the target needs, each with the setting that names it. */
  readonly files: readonly { readonly key: string; readonly path: string }[];
  /** Parts of a command line, each possibly a file of the repository. */
  readonly words: readonly string[];
  /** Names of environment variables that it gets. Their values are secrets. */
  readonly env: readonly string[];
  /**
   * True if it is a program, which may read any file of the repository.
   * A person who can change these files can reach the program's tools and secrets.
   */
  readonly runsPrograms: boolean;
  /** Address of an agent that already runs, so there is none of the base; `null` if we start it. */
  readonly server: string | null;
  /** True if we call the suite's provider, with its key: every answer is a call. */
  readonly asksProvider: boolean;
  /** False if another run brings nothing new and costs nothing. */
  readonly live: boolean;
};

const PROGRAM = {
  prompt: null,
  model: null,
  files: [],
  words: [],
  env: [],
  runsPrograms: true,
  server: null,
  asksProvider: false,
  live: true,
} as const;

export function describeTarget(target: TargetSettings): TargetInfo {
  switch (target.kind) {
    case 'prompt': {
      const { prompt, model } = target;
      const files = [{ key: 'prompt', path: prompt }];
      return {
        ...PROGRAM,
        name: `prompt ${prompt}`,
        prompt,
        model,
        files,
        runsPrograms: false,
        asksProvider: true,
      };
    }
    case 'command': {
      const { command, env } = target;
      return { ...PROGRAM, name: `command ${command.join(' ')}`, words: command, env };
    }
    case 'module': {
      const { module, env } = target;
      return { ...PROGRAM, name: `module ${module}`, files: [{ key: 'module', path: module }], env };
    }
    case 'http': {
      const { http, env } = target;
      return { ...PROGRAM, name: `http ${http.replace(/[?#].*/s, '')}`, env, server: http };
    }
    case 'recorded': {
      const { recorded } = target;
      const files = [{ key: 'recorded', path: recorded }];
      return { ...PROGRAM, name: `recorded ${recorded}`, files, runsPrograms: false, live: false };
    }
    default:
      return target satisfies never;
  }
}
