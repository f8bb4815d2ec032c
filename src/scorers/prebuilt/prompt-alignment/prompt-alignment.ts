import type { z } from 'zod';
import { judgedScorer } from '../../definition.js';
import { renderTurn } from '../../judged/define/asked-data.js';
import type { PlannedPart } from '../../judged/define/item-spec.js';
import type { ScoreRequest } from '../../scorer.js';
import { about } from './about.js';
import { type AlignmentAnalysis, analysisOf } from './analysis.js';
import type { Side } from './labels.js';
import { ASPECTS, alignmentParts } from './rules.js';
import { alignmentShare } from './score.js';

export type PromptAlignmentOptions = z.output<typeof about.options>;
export type PromptAlignmentSteps = { readonly analyzeStepResult: AlignmentAnalysis };

const DEFAULT_TURNS = 10;

/** How well the answer does what the prompts ask. */
export const promptAlignment = judgedScorer(
  {
    about,
    formulaOptions: ({ evaluationMode }) => evaluationMode,
    rubricOptions: ({ includeConversationHistory }) => includeConversationHistory,
    parts: ({ evaluationMode }) => sidesIn(evaluationMode).flatMap(alignmentParts),
    plan(request, { options, shown }) {
      const prompts = { user: request.input.trim(), system: request.task?.trim() ?? '' };
      const sides = sidesIn(options.evaluationMode).filter((side) => prompts[side] !== '');
      if (sides.length === 0) {
        return { kind: 'not-scorable', reason: 'there is no prompt to hold the answer against' };
      }
      const { output } = request.answer;
      if (output.trim() === '') return { kind: 'settled', share: 0, reason: 'The answer has no text.' };
      const conversation = turnsOf(request, options.includeConversationHistory);
      const entries = sides.flatMap((side): [string, PlannedPart][] => {
        const prompt = shown(prompts[side]);
        const data = {
          conversation,
          prompt,
          ...(side === 'system' && { input: shown(request.input) }),
          answer: shown(output),
        };
        const hangsOn = [side, data, output];
        return [
          [`${side}-requirements`, { items: { from: 'text', text: prompts[side] }, data, hangsOn }],
          [`${side}-aspects`, { items: { from: 'list', texts: ASPECTS[side] }, data, hangsOn }],
        ];
      });
      return { kind: 'judge', parts: Object.fromEntries(entries) };
    },
    share: alignmentShare,
    nothing: 'there is no prompt to hold the answer against',
  },
  ({ statements, reason }, request, { evaluationMode }): PromptAlignmentSteps => ({
    analyzeStepResult: analysisOf(statements, {
      intent: (evaluationMode === 'system' ? request.task : request.input) ?? '',
      reason,
    }),
  }),
);

function sidesIn(mode: PromptAlignmentOptions['evaluationMode']): readonly Side[] {
  return mode === 'both' ? ['user', 'system'] : [mode];
}

function turnsOf(
  { history }: ScoreRequest,
  include: PromptAlignmentOptions['includeConversationHistory'],
): readonly ReturnType<typeof renderTurn>[] {
  if (include === false) return [];
  return history.slice(-(include === true ? DEFAULT_TURNS : include.maxMessages)).map(renderTurn);
}
