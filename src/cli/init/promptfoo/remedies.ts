import { namePage } from '../../../settings/page-name.js';

/** The remedy for a check without a counterpart. */
export const OWN_SCORER = `write your own scorer: ${namePage('config.md#your-own-scorer')}`;
const LIMITS = namePage('config.md#groups-cases-that-must-pass-cost-and-time');
const AGENTS = namePage('agents.md');
const SUITE_GATE = '`gate: { threshold: 0.8 }` of the suite limits the mean score';

type Remedies = readonly (readonly [name: RegExp, remedy: string])[];

/** Replacements for assertions without a counterpart. */
const OF_ASSERTIONS: Remedies = [
  [/^(?:not-)?javascript$/, `code that needs more than \`output\`; ${OWN_SCORER}`],
  [/^(?:not-)?(?:python|ruby|webhook)$/, `code; ${OWN_SCORER}`],
  [/^cost$/, `\`gate: { max-cost-rise: 20% }\` limits its rise: ${LIMITS}`],
  [/^latency$/, `\`gate: { max-time-rise: 50% }\` limits its rise: ${LIMITS}`],
  [/^contains-json$/, `the scorer json-schema with allow-fence: ${namePage('scorers.md#json-schema')}`],
  [
    /^(?:levenshtein|bleu|gleu|meteor|rouge)/,
    `the scorer content-similarity: ${namePage('scorers.md#content-similarity')}`,
  ],
  [/^context-faithfulness$/, `the scorer faithfulness: ${namePage('scorers.md#faithfulness')}`],
  [
    /^context-re(?:call|levance)$/,
    `the scorer context-relevance: ${namePage('scorers.md#context-relevance')}`,
  ],
  [
    /tools?-call|function-call|tool-call|^trajectory:|^skill-used$/,
    `the scorer called-tool: ${namePage('scorers.md#called-tool')}`,
  ],
  [/^(?:moderation|guardrails)$/, `the scorer toxicity: ${namePage('scorers.md#toxicity')}`],
  [/^(?:not-)?is-refusal$/, `say in the \`task\` what the agent should refuse: a refusal is then relevant`],
  [/^(?:select-best|max-score)$/, 'each model is a suite of its own: compare their comments'],
  [/^conversation-relevance$/, `\`turns\` make a conversation: ${namePage('config.md#conversations')}`],
  [/^(?:g-eval|model-graded-closedqa|search-rubric|pi)$/, 'make it an llm-rubric, and give every test one'],
  [/^assert-set$/, 'write its assertions one by one'],
  [/^#/, 'write the assertion out'],
  [/^human$/, `label statements yourself: ${namePage('judge.md#your-own-labels')}`],
];

/** Replacements for options of an assertion or a test. */
const OF_OPTIONS: Remedies = [
  [
    /^(?:options\.)?(?:provider|rubricPrompt|factuality|embedding)$/,
    `\`judge\` names the model, and its rules are fixed: ${namePage('judge.md')}`,
  ],
  [
    /^(?:options\.)?(?:transform|postprocess)$/,
    `the answer is scored as the model gives it; to change it first, make a program the agent: ${AGENTS}`,
  ],
  [/^(?:options\.)?storeOutputAs$/, `\`turns\` make a conversation: ${namePage('config.md#conversations')}`],
  [/^threshold$/, SUITE_GATE],
  [/^weight$/, 'all assertions count alike; delete those that should not decide'],
  [/^metric$/, 'the `name` of the scorer'],
  [/^metadata$/, 'its tags are taken; write other keys as columns of the dataset'],
  [/^assertScoringFunction$/, OWN_SCORER],
  [/^config$/, `the options of the scorer: ${namePage('scorers.md')}`],
];

/** Replacements for settings of the whole config. */
const OF_SETTINGS: Remedies = [
  [/^evaluateOptions$/, `\`limits\` and \`repeat\`: ${namePage('config.md')}`],
  [/^env$/, 'set the variables in the workflow, below `env:`'],
  [
    /^(?:outputPath|sharing|writeLatestResults|commandLineOptions|tags|metadata)$/,
    'not needed: each run writes a comment and a report',
  ],
  [/^(?:extensions|nunjucksFilters)$/, `code; make a program the agent: ${AGENTS}`],
  [/^derivedMetrics$/, OWN_SCORER],
  [/^assertionTemplates$/, 'write the assertions out'],
];

/** Replacements for options of a provider. */
const OF_PROVIDERS: Remedies = [
  [
    /^(?:tools|tool_choice|functions|function_call)$/,
    `make a program the agent, which calls the tools: ${AGENTS}`,
  ],
  [/^response_format$/, `\`responseFormat\` of a .prompt.yml: ${namePage('config.md#prompt-files')}`],
  [/^apiKey$/, 'a secret of the workflow, whose variable `api-key-env` names'],
  [/^(?:transform|inputs|functionToolCallbacks|callApi)$/, `make a program the agent: ${AGENTS}`],
  [/^(?:delay|maxRetries|timeout)$/, `\`limits\`: ${namePage('config.md')}`],
  [/^prompts$/, 'its suites ask every prompt; delete those that you do not need'],
  [/^(?:cost|inputCost|outputCost)$/, `\`prices\`: ${namePage('config.md')}`],
];

function findRemedy(remedies: Remedies, name: string): string | null {
  return remedies.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The end of the reason why an assertion is not taken. */
export function findAssertionRemedy(type: string): string {
  return findRemedy(OF_ASSERTIONS, type) ?? `no counterpart; ${OWN_SCORER}`;
}

/** The end of the reason why an option is not taken. */
export function findOptionRemedy(name: string): string {
  return findRemedy(OF_OPTIONS, name) ?? `no counterpart; ${OWN_SCORER}`;
}

/** The end of the reason why a setting is not taken. */
export function findSettingRemedy(name: string): string {
  return (
    findRemedy(OF_SETTINGS, name) ?? 'no counterpart; keep it in promptfoo, which can run next to this check'
  );
}

/** Options that a chat completion takes can be written as parameters. */
export function findProviderRemedy(name: string): string {
  const remedy = findRemedy(OF_PROVIDERS, name);
  return (
    remedy ??
    `if the provider takes it in a chat completion, add it to \`parameters\` of the target: ${namePage('providers.md')}`
  );
}
