// src/library/factories.ts: the catalog's scorers under their names in code.
import { readFile } from 'node:fs/promises';
import { CATALOG } from '../src/scorers/catalog.ts';

const OPENING = `// Made from the catalog by \`npm run generate\`: change a scorer in its own file.`;

export async function factoriesText() {
  const imports = importsOf(await readFile('src/scorers/catalog.ts', 'utf8'));
  return [
    OPENING,
    ...imports,
    `import { createJudgedFactory } from './judged-factory.js';`,
    '',
    ...CATALOG.map(({ about }) => {
      const scorer = camelCase(about.id);
      const made = about.kind === 'judged' ? `createJudgedFactory(${scorer})` : `${scorer}.create`;
      return `${documentation(about)}\nexport const ${about.factory} = ${made};`;
    }),
    '',
  ].join('\n');
}

const QUESTION = `'When do you open?'`;
const ANSWER = `'We open at nine.'`;

/** Configs and runs of the examples, for scorers that need more than a question and an answer. */
const CONFIGS = {
  contains: `{ value: 'nine' }`,
  regex: `{ pattern: '\\\\bnine\\\\b', flags: 'i' }`,
  'json-schema': `{ schema: { type: 'object', required: ['opens'] } }`,
  'starts-with': `{ value: 'We' }`,
  'max-length': `{ words: 20 }`,
  'called-tool': `{ tool: 'search' }`,
  'tool-call-accuracy': `{ expectedTool: 'search' }`,
  'noise-sensitivity': `{ model: 'openai/gpt-6-luna', noisyQuery: 'When do you opne?' }`,
};
const CALL = `{ role: 'assistant', content: ${ANSWER}, toolCalls: [{ name: 'search' }] }`;
const RUNS = {
  'json-schema': `{ input: ${QUESTION}, output: '{"opens": "nine"}' }`,
  'called-tool': `{ input: ${QUESTION}, output: ${CALL} }`,
  'tool-call-accuracy': `{ input: ${QUESTION}, output: ${CALL} }`,
};

/** A scorer's summary and an example, which `test/build/examples.test.ts` compiles. */
function documentation({ id, factory, kind, summary, needs }) {
  const config = CONFIGS[id] ?? (kind === 'judged' ? `{ model: 'openai/gpt-6-luna' }` : '');
  const fields = [
    `input: ${QUESTION}`,
    `output: ${ANSWER}`,
    ...(needs.includes('groundTruth') || id === 'equals' ? [`groundTruth: 'At nine.'`] : []),
    ...(needs.includes('context') ? [`context: ['We open at nine.']`] : []),
  ];
  const run = RUNS[id] ?? `{ ${fields.join(', ')} }`;
  const lines = [
    `const scorer = ${factory}(${config});`,
    `const { score, reason } = await scorer.run(${run});`,
  ];
  return ['/**', ` * ${summary}`, ' *', ' * @example', ...lines.map((line) => ` * ${line}`), ' */'].join(
    '\n',
  );
}

/** The catalog's own imports of its scorers, as they are written from here. */
function importsOf(catalog) {
  const written = catalog.match(/^import \{[^}]*\} from '\.\/prebuilt\/[^']*';$/gm) ?? [];
  return written.map((line) => line.replace(`'./prebuilt/`, `'../scorers/prebuilt/`));
}

function camelCase(id) {
  return id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
}
