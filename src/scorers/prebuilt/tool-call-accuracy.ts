import { z } from 'zod';
import { listed } from '../../text/counts.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { isInOrder, readToolInvocations, toolCallInfos } from '../messages/tool-calls.js';
import { SWITCH } from '../options.js';
import { CODE } from '../scorer.js';

const NAME_RULE = 'must be the name of a tool';
const NAME = z.string({ error: NAME_RULE }).min(1, { error: NAME_RULE });

/** Whether the agent called `expectedTool`, or the tools of `expectedToolOrder` in this order: 1 or 0. */
export const toolCallAccuracy = defineCodeScorer(
  {
    ...CODE,
    id: 'tool-call-accuracy',
    factory: 'createToolCallAccuracyScorerCode',
    measure: 'tool call accuracy',
    summary: 'Whether the agent called the expected tool, or the expected tools in order.',
    formula: '1 or 0',
    options: z
      .strictObject({
        expectedTool: NAME.optional().describe('The expected tool. Ignored if `expectedToolOrder` is set.'),
        strictMode: SWITCH.describe('No other calls are allowed.').default(false),
        expectedToolOrder: z
          .array(NAME, { error: 'must be a list of names of tools' })
          .min(1, { error: 'must name at least one tool' })
          .optional()
          .describe('The expected tools, in order.'),
      })
      .refine(({ expectedTool, expectedToolOrder }) => (expectedTool ?? expectedToolOrder) !== undefined, {
        path: ['expectedTool'],
        error: 'needs expectedTool or expectedToolOrder',
      }),
  },
  ({ expectedTool, strictMode, expectedToolOrder }, { id }) => {
    const wanted = expectedToolOrder ? `${listed(expectedToolOrder)} in this order` : (expectedTool ?? '');
    return createRunScorer({
      id,
      description: `Whether the agent called ${wanted}${strictMode ? ', and nothing else' : ''}.`,
    })
      .preprocess(({ run }) => {
        const invocations = readToolInvocations(run.output);
        const actualTools = invocations.map(({ toolName }) => toolName);
        return {
          expectedTool,
          actualTools,
          strictMode,
          expectedToolOrder,
          hasToolCalls: actualTools.length > 0,
          correctToolCalled: expectedTool !== undefined && meets(actualTools, [expectedTool], strictMode),
          correctOrderCalled: expectedToolOrder ? meets(actualTools, expectedToolOrder, strictMode) : null,
          toolCallInfos: toolCallInfos(invocations),
        };
      })
      .generateScore(({ results: { preprocessStepResult: found } }) => {
        return (found.correctOrderCalled ?? found.correctToolCalled) ? 1 : 0;
      })
      .generateReason(({ results: { preprocessStepResult: found } }) => {
        const called = found.hasToolCalls ? `called ${listed(found.actualTools)}` : 'called no tool';
        return `Expected ${wanted}${strictMode ? ' and nothing else' : ''}; the agent ${called}.`;
      });
  },
);

function meets(called: readonly string[], expected: readonly string[], strict: boolean): boolean {
  return isInOrder(called, expected) && (!strict || called.length === expected.length);
}
