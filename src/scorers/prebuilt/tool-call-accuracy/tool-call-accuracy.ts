import type { z } from 'zod';
import { listed } from '../../../text/listed.js';
import type { AgentRunInput, AgentRunOutput } from '../../builder/agent-run.js';
import { createCodeScorer } from '../../builder/code-scorer.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { about } from './about.js';
import { isInOrder, readToolInvocations, toolCallInfos } from './tool-invocations.js';

export type ToolCallAccuracyOptions = z.input<typeof about.options>;

/**
 * A scorer of whether the agent called `expectedTool`, or the tools of `expectedToolOrder` in this order: 1 or 0.
 * With `strictMode` it may have called nothing else.
 *
 * @throws UserError where neither is given, naming every option that does not exist or is out of range.
 */
export function createToolCallAccuracyScorerCode(
  given: ToolCallAccuracyOptions & { readonly options?: ToolCallAccuracyOptions },
) {
  const { expectedTool, strictMode, expectedToolOrder } = readOptions(about, given);
  const wanted = expectedToolOrder ? `${listed(expectedToolOrder)} in this order` : (expectedTool ?? '');
  return createCodeScorer<AgentRunInput, AgentRunOutput>({
    id: about.id,
    name: 'Tool Call Accuracy',
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
}

function meets(called: readonly string[], expected: readonly string[], strict: boolean): boolean {
  return isInOrder(called, expected) && (!strict || called.length === expected.length);
}

export const toolCallAccuracy = codeScorer(about, createToolCallAccuracyScorerCode);
