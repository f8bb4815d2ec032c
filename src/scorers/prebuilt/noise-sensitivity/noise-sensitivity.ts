import { judgedScorer } from '../../definition.js';
import { about } from './about.js';
import { DIMENSIONS, IMPACT_LEVELS, type ImpactLevel, NOISE_PART } from './rules.js';
import { noiseShare, robustness } from './score.js';

export type NoiseSensitivitySteps = {
  readonly analyzeStepResult: {
    readonly dimensions: readonly {
      readonly dimension: string;
      readonly impactLevel: ImpactLevel;
      readonly specificChanges: string;
      readonly noiseInfluence: string;
    }[];
    readonly overallAssessment: string;
    readonly majorIssues: readonly string[];
    readonly robustnessScore: number;
  };
};

const NAMES = Object.keys(DIMENSIONS);
const TEXTS = Object.values(DIMENSIONS);

/** How little the answer suffered from the noise, in five dimensions. */
export const noiseSensitivity = judgedScorer(
  {
    about,
    formulaOptions: ({ scoring }) => scoring,
    rubricOptions: ({ baselineResponse, noisyQuery, noiseType }) =>
      [baselineResponse, noisyQuery, noiseType].map((option) => option ?? null),
    parts: () => [NOISE_PART],
    plan({ input, groundTruth, answer: { output } }, { options, shown }) {
      const baseline = options.baselineResponse ?? groundTruth ?? '';
      if (baseline.trim() === '') {
        return {
          kind: 'not-scorable',
          reason:
            'there is no answer without noise to compare with: give it as baselineResponse or as ground truth',
        };
      }
      if (output.trim() === '') return { kind: 'settled', share: 0, reason: 'The answer has no text.' };
      const data = {
        question: options.noisyQuery === undefined ? null : shown(input),
        noisy_question: shown(options.noisyQuery ?? input),
        noise_type: options.noiseType ?? null,
        baseline: shown(baseline),
        answer: shown(output),
      };
      return {
        kind: 'judge',
        parts: { dimensions: { items: { from: 'list', texts: TEXTS }, data, hangsOn: [data, output] } },
      };
    },
    share: (items, { scoring }) => noiseShare(items, scoring),
    nothing: 'no dimension was judged',
  },
  ({ statements, reason: overallAssessment }, _, { scoring }): NoiseSensitivitySteps => {
    const dimensions = statements.map(({ label, reason }, index) => ({
      dimension: NAMES[index] ?? '',
      impactLevel: IMPACT_LEVELS.find((level) => level === label) ?? 'severe',
      specificChanges: reason,
      noiseInfluence: reason,
    }));
    return {
      analyzeStepResult: {
        dimensions,
        overallAssessment,
        majorIssues: dimensions
          .filter(({ impactLevel }) => impactLevel === 'significant' || impactLevel === 'severe')
          .map(({ dimension, specificChanges }) => `${dimension}: ${specificChanges}`),
        robustnessScore: robustness(statements, scoring) ?? 0,
      },
    };
  },
);
