// src/library/factories.ts: what the catalog's scorers are called in code, as exports that TypeScript can read.
import { CATALOG } from '../lib/scorers/catalog.js';

const OPENING = `// Made from the catalog by \`npm run generate\`: change a scorer in its own folder.`;

/** Where a scorer is, from the top of src/scorers/prebuilt/: a check is one file among the others. */
export function placeOf({ id, kind }) {
  return kind === 'check' ? `checks/${id}` : `${id}/${id}`;
}

export function factoriesText() {
  const abouts = CATALOG.map(({ about }) => about).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const judged = abouts.filter(({ kind }) => kind === 'judged');
  const code = abouts.filter(({ kind }) => kind !== 'judged');
  const from = (about) => `from '../scorers/prebuilt/${placeOf(about)}.js';`;
  return [
    OPENING,
    ...judged.map((about) => `import { ${camelCase(about.id)} } ${from(about)}`),
    `import { judgedFactory } from './judged-factory.js';`,
    '',
    ...code.map((about) => `export { ${about.factory} } ${from(about)}`),
    '',
    ...judged.map(
      ({ id, factory, summary }) =>
        `/** ${summary} */\nexport const ${factory} = judgedFactory(${camelCase(id)});`,
    ),
    '',
  ].join('\n');
}

function camelCase(id) {
  return id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
}
