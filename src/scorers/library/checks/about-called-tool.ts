import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { CHECK, COUNT, TEXT } from '../../check-options.js';

export const calledTool = {
  ...CHECK,
  id: 'called-tool',
  factory: 'createCalledToolCheck',
  measure: 'the expected tool call',
  summary: 'Whether the agent called a tool, as often as asked and with the arguments asked for.',
  options: z.strictObject({
    tool: TEXT.describe('The name of the tool.'),
    times: COUNT.describe('It must be called at least so often.').default(1),
    arguments: z
      .record(z.string(), z.unknown(), { error: 'must be names with values' })
      .optional()
      .describe(
        'Arguments that a call must have to count, each with exactly this value; it may have others.',
      ),
  }),
  choices: [
    '`checks.calledTool(name, { times, arguments })` is the same under its documented name and id, `check-called-tool`; `arguments` is ours.',
  ],
} satisfies AboutScorer;
