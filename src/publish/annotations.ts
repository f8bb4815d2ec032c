import { type PublishOutcome, publishing } from './outcome.js';
import type { Annotation, Workflow } from './workflow.js';

/** GitHub shows so many of each level a step, and drops the rest in silence. */
const SHOWN_PER_LEVEL = 10;

/** Annotates the run; beyond what GitHub shows, the last one says how many more there are. */
export function publishAnnotations(
  workflow: Workflow,
  annotations: readonly Annotation[],
): Promise<PublishOutcome> {
  return publishing({ name: 'Annotations', permission: null }, async () => {
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
