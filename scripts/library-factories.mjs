// src/library/factories.ts: the catalog's scorers under their names in code.
import { readFile } from 'node:fs/promises';
import { CATALOG } from '../src/scorers/catalog.ts';

const OPENING = `// Made from the catalog by \`npm run generate\`: change a scorer in its own file.
// biome-ignore-all format: it is as long as its texts.`;

export async function factoriesText() {
  const imports = importsOf(await readFile('src/scorers/catalog.ts', 'utf8'));
  return [
    OPENING,
    ...imports,
    `import { judgedFactory } from './judged-factory.js';`,
    '',
    ...CATALOG.map(({ about: { id, factory, kind, summary } }) => {
      const scorer = camelCase(id);
      const made = kind === 'judged' ? `judgedFactory(${scorer})` : `${scorer}.create`;
      return `/** ${summary} */\nexport const ${factory} = ${made};`;
    }),
    '',
  ].join('\n');
}

/** The catalog's own imports of its scorers, as they are written from here. */
function importsOf(catalog) {
  const written = catalog.match(/^import \{[^}]*\} from '\.\/prebuilt\/[^']*';$/gm) ?? [];
  return written.map((line) => line.replace(`'./prebuilt/`, `'../scorers/prebuilt/`));
}

function camelCase(id) {
  return id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
}
