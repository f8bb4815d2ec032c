import type { Workflow } from '../../src/publish/outlets.js';
import type { Annotation } from '../../src/report/annotations.js';

/** A runner that only writes down what a step tells it. */
export type RecordedWorkflow = {
  readonly workflow: Workflow;
  readonly annotations: Annotation[];
  readonly outputs: Map<string, string>;
  readonly summary: string[];
  /** As the environment of the post step has it. */
  readonly state: Record<string, string>;
  /** Everything in the order in which it was told, by its kind. */
  readonly told: string[];
};

export function createRecordedWorkflow(overrides: Partial<Workflow> = {}): RecordedWorkflow {
  const annotations: Annotation[] = [];
  const outputs = new Map<string, string>();
  const summary: string[] = [];
  const state: Record<string, string> = {};
  const told: string[] = [];
  const workflow: Workflow = {
    annotate(annotation) {
      told.push('annotation');
      annotations.push(annotation);
    },
    setOutput(name, value) {
      told.push('output');
      outputs.set(name, value);
    },
    async addSummary(markdown) {
      told.push('summary');
      summary.push(markdown);
    },
    saveState(name, value) {
      told.push('state');
      state[`STATE_${name}`] = value;
    },
    ...overrides,
  };
  return { workflow, annotations, outputs, summary, state, told };
}
