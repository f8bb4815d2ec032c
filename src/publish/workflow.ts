import { error, notice, saveState, setOutput, summary, warning } from '@actions/core';

export type Annotation = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
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
    annotate: ({ level, title, message }) => commands[level](message, { title }),
    setOutput,
    async addSummary(markdown) {
      await summary.addRaw(markdown, true).write();
    },
    saveState,
  };
}
