import type { NewFile } from '../write-project.js';
import type { Assertion } from './assertions.js';

/** A case and the checks of its answer's text. */
export type AssertedCase = { readonly id: string; readonly checks: readonly Assertion[] };

/** A scorer in JavaScript with the assertions of each case; `null` without any. */
export function renderAssertionScorer(
  cases: readonly AssertedCase[],
  { config, path }: { readonly config: string; readonly path: string },
): NewFile | null {
  const asserted = cases.filter(({ checks }) => checks.length > 0);
  if (asserted.length === 0) return null;
  const text = `// The assertions of ${config}, for the answer to each case. Edit them here.
import { checks, createScorer, notScorable } from 'prompt-regression/scorers';

/** By the case's id. */
const ASSERTIONS = {
${asserted.map(renderCase).join('')}};

const ignoreCase = (text) => text.toLowerCase();
const countWords = (text) => text.split(/\\s+/).filter((word) => word !== '').length;

/** Whether an answer passes an assertion, by type. \`not-\` before a type reverses it. */
const CHECKS = {
  equals: (answer, text) => answer === text,
  contains: (answer, text) => answer.includes(text),
  'contains-any': (answer, texts) => texts.some((text) => answer.includes(text)),
  'contains-all': (answer, texts) => texts.every((text) => answer.includes(text)),
  icontains: (answer, text) => CHECKS.contains(ignoreCase(answer), ignoreCase(text)),
  'icontains-any': (answer, texts) => texts.some((text) => CHECKS.icontains(answer, text)),
  'icontains-all': (answer, texts) => texts.every((text) => CHECKS.icontains(answer, text)),
  'starts-with': (answer, text) => answer.startsWith(text),
  regex: (answer, pattern) => new RegExp(pattern).test(answer),
  'word-count': (answer, { min, max }) => min <= countWords(answer) && countWords(answer) <= max,
  'is-json': async (answer, schema) => {
    const { score } = await checks.jsonSchema(schema).run({ input: '', output: answer });
    return score === 1;
  },
  javascript: async (answer, check) => {
    const result = await check(answer);
    return Boolean(result?.pass ?? result);
  },
};

async function isMet({ type, value }, answer) {
  const isReversed = type.startsWith('not-');
  const passes = await CHECKS[isReversed ? type.slice('not-'.length) : type](answer, value);
  return passes !== isReversed;
}

const render = ({ type, value }) => \`\${type} \${typeof value === 'function' ? value : JSON.stringify(value)}\`;

export default createScorer({
  id: 'assertions',
  description: 'Whether the answer passes every assertion of its case.',
})
  .preprocess(async ({ run }) => {
    const assertions = ASSERTIONS[run.caseId] ?? [];
    if (assertions.length === 0) return notScorable('no assertions');
    const failed = [];
    for (const assertion of assertions) {
      if (!(await isMet(assertion, run.output))) failed.push(render(assertion));
    }
    return { failed };
  })
  .generateScore(({ results }) => (results.preprocessStepResult.failed.length === 0 ? 1 : 0))
  .generateReason(({ results, score }) =>
    score === 1 ? 'It passes every assertion.' : \`It fails \${results.preprocessStepResult.failed.join(' and ')}.\`,
  );
`;
  return { path, text, about: 'the scorer of the assertions' };
}

function renderCase({ id, checks }: AssertedCase): string {
  const lines = checks.map(({ type, value }) => `    { type: '${type}', value: ${value} },\n`);
  return `  '${id}': [\n${lines.join('')}  ],\n`;
}
