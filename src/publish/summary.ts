import { type PublishOutcome, publishing } from './outcome.js';
import type { Workflow } from './workflow.js';

/** Adds the report to the job summary. */
export function publishSummary(workflow: Workflow, markdown: string): Promise<PublishOutcome> {
  return publishing({ name: 'Job summary', permission: null }, async () => {
    await workflow.addSummary(markdown);
    return { status: 'published', url: null };
  });
}
