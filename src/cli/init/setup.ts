import type { NewFile } from './write-project.js';

export const MODEL = 'gpt-6-luna';
export const JUDGE = 'gpt-6.1-terra';

/** The files of a first setup. */
export type Setup = {
  readonly config: object;
  readonly files: readonly NewFile[];
  /** Environment variable and secret with the provider's key. */
  readonly keyVariable: string;
  /** Lines printed before the list of files. */
  readonly notes: readonly string[];
  /** First of the next steps. */
  readonly todo: readonly string[];
};
