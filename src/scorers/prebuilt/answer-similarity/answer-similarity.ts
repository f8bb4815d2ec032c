import { contentWords } from '../../../text/words.js';
import { judgedScorer } from '../../definition.js';
import { askedData } from '../../judged/define/asked-data.js';
import { about } from './about.js';
import { EXTRAS, MATCHES } from './rules.js';
import { similarityShare } from './score.js';

export type AnswerSimilaritySteps = {
  readonly preprocessStepResult: {
    readonly outputUnits: readonly string[];
    readonly groundTruthUnits: readonly string[];
  };
  readonly analyzeStepResult: {
    readonly matches: readonly {
      readonly groundTruthUnit: string;
      readonly outputUnit: string | null;
      readonly matchType: 'exact' | 'semantic' | 'partial' | 'missing';
      readonly explanation: string;
    }[];
    readonly extraInOutput: readonly string[];
    readonly contradictions: readonly {
      readonly outputUnit: string;
      readonly groundTruthUnit: string;
      readonly explanation: string;
    }[];
  };
};

const FOUND = ['exact', 'semantic', 'partial'] as const;

/** Units of the ground truth found in the answer, less contradictions, gaps and extra information. */
export const answerSimilarity = judgedScorer(
  {
    about,
    formulaOptions: ({ scale, reason, ...weights }) => weights,
    parts: () => [MATCHES, EXTRAS],
    plan(request, { options, shown }) {
      const wanted = request.groundTruth?.trim() ?? '';
      const output = request.answer.output;
      if (wanted === '') {
        return options.requireGroundTruth
          ? { kind: 'not-scorable', reason: 'the case has no ground truth to compare the answer with' }
          : { kind: 'settled', share: 0, reason: 'There is no ground truth to compare the answer with.' };
      }
      if (output.trim() === '') return { kind: 'settled', share: 0, reason: 'The answer has no text.' };
      const asked = askedData(request);
      return {
        kind: 'judge',
        parts: {
          matches: {
            items: { from: 'text', text: wanted },
            data: { ...asked, answer: shown(output) },
            hangsOn: [asked, output],
          },
          extras: {
            items: { from: 'text', text: output },
            data: { ...asked, wanted: shown(wanted) },
            hangsOn: [asked, wanted],
          },
        },
      };
    },
    share: similarityShare,
    nothing: 'the ground truth says nothing that could be looked for',
  },
  ({ statements }): AnswerSimilaritySteps => {
    const isMatch = (label = ''): boolean => Object.hasOwn(MATCHES.labels, label);
    const wanted = statements.filter(({ label }) => isMatch(label));
    const said = statements.filter(({ label }) => !isMatch(label));
    const outputUnits = said.map(({ text }) => text);
    return {
      preprocessStepResult: { outputUnits, groundTruthUnits: wanted.map(({ text }) => text) },
      analyzeStepResult: {
        matches: wanted.map(({ text, label, reason }) => {
          const matchType = FOUND.find((found) => found === label) ?? 'missing';
          const outputUnit = matchType === 'missing' ? null : nearestUnit(text, outputUnits);
          return { groundTruthUnit: text, outputUnit, matchType, explanation: reason };
        }),
        extraInOutput: said.filter(({ label }) => label === 'extra').map(({ text }) => text),
        contradictions: wanted
          .filter(({ label }) => label === 'contradicted')
          .map(({ text, reason }) => ({
            outputUnit: nearestUnit(text, outputUnits) ?? '',
            groundTruthUnit: text,
            explanation: reason,
          })),
      },
    };
  },
);

/** The candidate that shares most words with a text (Dice), the first of equals; `null` where there is none. */
function nearestUnit(text: string, candidates: readonly string[]): string | null {
  const wanted = new Set(contentWords(text));
  let best: string | null = null;
  let most = -1;
  for (const candidate of candidates) {
    const words = new Set(contentWords(candidate));
    const shared = [...words].filter((word) => wanted.has(word)).length;
    const likeness = shared === 0 ? 0 : (2 * shared) / (words.size + wanted.size);
    if (likeness > most) {
      best = candidate;
      most = likeness;
    }
  }
  return best;
}
