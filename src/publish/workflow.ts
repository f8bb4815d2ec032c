import type { Annotation } from '../report/annotations.js';
import { type PublishOutcome, publishing } from './outcome.js';

/** What a step can tell the runner. */
export interface Workflow {
  annotate(annotation: Annotation): void;
  setOutput(name: string, value: string): void;
  /** Adds to the job summary. */
  addSummary(markdown: string): Promise<void>;
  saveState(name: string, value: string): void;
}

/** Adds the report to the job summary. */
export function publishSummary(workflow: Workflow, markdown: string): Promise<PublishOutcome> {
  return publishing('Job summary', () => workflow.addSummary(markdown));
}
