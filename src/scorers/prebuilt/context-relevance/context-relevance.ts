import { judgedScorer } from '../../definition.js';
import { askedData, findContext, NO_CONTEXT } from '../../judged/define/asked-data.js';
import { CONTEXT_EXTRACTOR } from '../context-precision/context-precision.js';
import { about } from './about.js';
import { EVALUATIONS, GAPS } from './rules.js';
import { contextRelevanceShare, levelOf, type RelevanceLevel } from './score.js';

export type ContextRelevanceSteps = {
  readonly analyzeStepResult: {
    readonly evaluations: readonly {
      readonly context_index: number;
      readonly contextPiece: string;
      readonly relevanceLevel: RelevanceLevel;
      readonly wasUsed: boolean;
      readonly reasoning: string;
    }[];
    readonly missingContext: readonly string[];
    readonly overallAssessment: string;
  };
};

/** How relevant the contexts are, less relevant ones that were not used and points that none of them holds. */
export const contextRelevance = judgedScorer(
  {
    about,
    formulaOptions: ({ penalties }) => penalties,
    rubricOptions: ({ context }) => context ?? null,
    parts: () => [EVALUATIONS, GAPS],
    plan(request, { options, shown }) {
      const contexts = findContext(request, options.context);
      if (contexts.length === 0) return { kind: 'not-scorable', reason: NO_CONTEXT };
      const asked = askedData(request);
      const context = contexts.map(shown);
      const answer = shown(request.answer.output);
      const text = request.groundTruth ?? request.answer.output;
      return {
        kind: 'judge',
        parts: {
          evaluations: {
            items: { from: 'list', texts: contexts },
            data: { ...asked, answer },
            hangsOn: [asked, answer],
          },
          gaps: { items: { from: 'text', text }, data: { ...asked, context }, hangsOn: [asked, context] },
        },
      };
    },
    share: contextRelevanceShare,
    nothing: 'there is no context to judge',
  },
  ({ statements, reason }): ContextRelevanceSteps => {
    const evaluations = statements.flatMap(({ text, label, reason: reasoning }) => {
      const relevanceLevel = levelOf(label);
      return relevanceLevel === null
        ? []
        : [
            {
              contextPiece: text,
              relevanceLevel,
              wasUsed: label?.endsWith('-used') === true,
              reasoning,
            },
          ];
    });
    return {
      analyzeStepResult: {
        evaluations: evaluations.map((each, index) => ({ context_index: index, ...each })),
        missingContext: statements.filter(({ label }) => label === 'missing').map(({ text }) => text),
        overallAssessment: reason,
      },
    };
  },
  { contextFrom: CONTEXT_EXTRACTOR },
);
