import type { Annotation } from '../report/annotations.js';

/** What a step can tell the runner. */
export interface Workflow {
  annotate(annotation: Annotation): void;
  setOutput(name: string, value: string): void;
  /** Adds to the job summary. */
  addSummary(markdown: string): Promise<void>;
  saveState(name: string, value: string): void;
}
