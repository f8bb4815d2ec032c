import { error, notice, saveState, setOutput, summary, warning } from '@actions/core';
import { type PublishOutcome, publishing } from './outcome.js';

export type Annotation = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  /** Path from the repository's top. */
  readonly file?: string;
  /** From 1; the first where it is missing. */
  readonly line?: number;
};

/** What a step can tell the runner. */
export interface Workflow {
  annotate(annotation: Annotation): void;
  setOutput(name: string, value: string): void;
  /** Adds to the job summary. */
  addSummary(markdown: string): Promise<void>;
  saveState(name: string, value: string): void;
}

/** The runner's own channels. `@actions/core` finds them in the environment and escapes what is put into a command. */
export function openWorkflow(): Workflow {
  const commands = { error, warning, notice };
  return {
    annotate: ({ level, title, message, file, line = 1 }) =>
      commands[level](message, file === undefined ? { title } : { title, file, startLine: line }),
    setOutput,
    async addSummary(markdown) {
      await summary.addRaw(markdown, true).write();
    },
    saveState,
  };
}

/** Adds the report to the job summary. */
export function publishSummary(workflow: Workflow, markdown: string): Promise<PublishOutcome> {
  return publishing('Job summary', async () => {
    await workflow.addSummary(markdown);
    return { status: 'published', url: null };
  });
}

/** GitHub shows so many of each level a step, and drops the rest in silence. */
const SHOWN_PER_LEVEL = 10;

/** Annotates the run; beyond what GitHub shows, the last one says how many more there are. */
export function publishAnnotations(
  workflow: Workflow,
  annotations: readonly Annotation[],
): Promise<PublishOutcome> {
  return publishing('Annotations', async () => {
    for (const level of ['error', 'warning', 'notice'] as const) {
      const all = annotations.filter((annotation) => annotation.level === level);
      const shown = all.length > SHOWN_PER_LEVEL ? all.slice(0, SHOWN_PER_LEVEL - 1) : all;
      for (const annotation of shown) workflow.annotate(annotation);
      const more = all.length - shown.length;
      if (more > 0) {
        workflow.annotate({ level, title: `${more} more`, message: 'The job summary has the rest.' });
      }
    }
    return { status: 'published', url: null };
  });
}
