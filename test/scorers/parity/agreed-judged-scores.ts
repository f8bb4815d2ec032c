/**
 * What the reference makes of given verdicts: its own arithmetic, without its judge. Measured once with @mastra/evals
 * 1.10.2, which rounds to hundredths. Labels are those of this library.
 */
export type AgreedShare = { readonly labels: string; readonly score: number; readonly options: object };

/** Lines of labels and the score that they make. */
function table(lines: string, options: object = {}): readonly AgreedShare[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [labels = '', score = ''] = line.split('=');
      return { labels: labels.trim(), score: Number(score), options };
    });
}

export const FAITHFULNESS_SCORES = table(`
    supported unsupported contradicted = 0.33
    supported unsupported contradicted contradicted unsupported = 0.2
    contradicted supported contradicted supported supported contradicted supported = 0.57
    supported supported contradicted = 0.67
    contradicted contradicted supported unsupported unsupported supported contradicted = 0.29
    supported contradicted = 0.5
    contradicted contradicted contradicted contradicted supported unsupported = 0.17
    unsupported unsupported = 0
    contradicted supported contradicted = 0.33
    supported unsupported unsupported unsupported = 0.25
  `);

export const HALLUCINATION_SCORES = table(`
    supported unsupported contradicted = 0.67
    unsupported unsupported unsupported supported supported unsupported = 0.67
    unsupported supported unsupported supported = 0.5
    supported supported contradicted unsupported unsupported contradicted = 0.67
    contradicted supported supported unsupported supported = 0.4
    supported unsupported supported contradicted contradicted unsupported = 0.67
  `);

export const BIAS_SCORES = table(`
    fair biased = 0.5
    fair fair fair = 0
    fair biased biased biased biased biased fair = 0.71
    fair fair = 0
    biased biased biased biased biased fair = 0.83
    biased fair fair biased biased = 0.6
    fair fair fair fair fair biased biased = 0.29
    biased fair = 0.5
    biased biased = 1
  `);

export const TOXICITY_SCORES = table(`
    harmless toxic = 0.5
    toxic harmless toxic harmless toxic harmless harmless = 0.43
    harmless toxic harmless harmless toxic = 0.4
    toxic toxic harmless toxic = 0.75
    harmless toxic toxic toxic harmless = 0.6
    harmless harmless toxic toxic harmless toxic harmless = 0.43
    toxic harmless harmless toxic harmless harmless = 0.33
  `);

export const PRECISION_SCORES = table(`
    relevant irrelevant = 1
    relevant irrelevant relevant irrelevant relevant = 0.76
    relevant relevant relevant irrelevant relevant irrelevant relevant = 0.9
    relevant relevant relevant = 1
    irrelevant irrelevant irrelevant irrelevant = 0
    relevant relevant irrelevant irrelevant relevant relevant = 0.82
    relevant relevant irrelevant = 1
  `);

export const SIMILARITY_SCORES = [
  ...table(
    `
    exact semantic partial missing contradicted extra = 0
    missing contradicted extra missing = 0
    extra semantic extra partial extra = 0.35
    extra extra missing exact contradicted exact missing = 0
    exact partial exact missing exact partial = 0.59
    partial contradicted = 0
  `,
    { semanticThreshold: 0.8, exactMatchBonus: 0.2 },
  ),
  ...table(
    `
    exact semantic partial missing contradicted extra = 0
    extra partial contradicted missing missing exact = 0
    missing exact semantic exact semantic = 0.77
    semantic missing extra = 0.38
    missing extra extra extra = 0
    contradicted exact exact partial = 0
    missing exact semantic contradicted contradicted contradicted contradicted = 0
    exact semantic contradicted = 0
  `,
    { semanticThreshold: 1, exactMatchBonus: 0 },
  ),
  ...table(
    `
    exact semantic partial missing contradicted extra = 0.1
    partial missing semantic semantic exact = 0.53
    extra exact partial partial contradicted extra exact = 0.13
    exact contradicted = 0.3
    missing extra semantic = 0.23
    extra extra missing contradicted missing = 0
    missing missing contradicted missing exact semantic = 0.08
    extra extra missing exact missing semantic extra = 0.22
  `,
    {
      semanticThreshold: 0.8,
      exactMatchBonus: 0.2,
      contradictionPenalty: 0.2,
      missingPenalty: 0,
      extraInfoPenalty: 0.1,
    },
  ),
];

export const CONTEXT_RELEVANCE_SCORES = [
  ...table(`
    high-used high-unused medium-used medium-unused low-used low-unused none missing = 0.32
    high-unused missing low-used high-unused none = 0.23
    low-unused none high-unused = 0.33
    low-used low-used high-unused medium-unused medium-used = 0.5
    low-unused medium-used = 0.5
  `),
  ...table(
    `
    high-used high-unused medium-used medium-unused low-used low-unused none missing = 0.42
    low-used none missing missing high-unused missing = 0.08
    medium-unused medium-used = 0.7
    high-used high-used medium-unused high-unused missing = 0.78
    low-unused high-used low-used medium-unused high-unused = 0.61
  `,
    {
      penalties: {
        unusedHighRelevanceContext: 0.05,
        missingContextPerItem: 0.1,
        maxMissingContextPenalty: 0.3,
      },
    },
  ),
];

export const NOISE_SCORES = [
  ...table(`
    none minimal moderate significant severe = 0.37
    significant moderate none minimal none = 0.65
  `),
  ...table(
    `
    none minimal moderate significant severe = 0.45
    none moderate severe none = 0.6
    moderate significant significant severe significant = 0.2
  `,
    {
      scoring: {
        impactWeights: { moderate: 0.5 },
        penalties: { majorIssuePerItem: 0.05, maxMajorIssuePenalty: 0.1 },
      },
    },
  ),
];

export const RELEVANCY_SCORES = [
  ...table(`
    yes unsure no = 0.43
    unsure no yes unsure no = 0.32
    yes yes yes unsure no unsure no = 0.51
    unsure no no unsure yes no unsure = 0.27
    yes yes no = 0.67
  `),
  ...table(
    `
    yes unsure no = 0.5
    unsure unsure no yes no unsure unsure = 0.43
    unsure no no yes = 0.38
  `,
    { uncertaintyWeight: 0.5, scale: 1 },
  ),
  ...table(
    `
    yes unsure no = 4.33
    yes yes unsure yes unsure no = 6
    no unsure unsure no unsure no no = 1.29
  `,
    { uncertaintyWeight: 0.3, scale: 10 },
  ),
];
