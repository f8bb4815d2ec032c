// src/library/factories.ts: what the catalog's scorers are called in code, as exports that TypeScript can read.
import { readFile } from 'node:fs/promises';
import { CATALOG } from '../src/scorers/catalog.ts';
import { describedOptions } from './scorers-page.mjs';

const OPENING = `// Made from the catalog by \`npm run generate\`: change a scorer in its own folder.
// biome-ignore-all format: it is as long as its texts.`;

export async function factoriesText() {
  const imports = importsOf(await readFile('src/scorers/catalog.ts', 'utf8'));
  return [
    OPENING,
    ...imports,
    `import { type CodeFactory, type JudgedFactory, judgedFactory } from './judged-factory.js';`,
    '',
    ...CATALOG.map(({ about: { id, factory, kind, summary, options } }) => {
      const scorer = camelCase(id);
      const [type, made] =
        kind === 'judged'
          ? ['JudgedFactory', `judgedFactory(${scorer})`]
          : ['CodeFactory', `${scorer}.create`];
      const described = typeText(describedOptions(options), '');
      return `/** ${summary} */\nexport const ${factory}: ${type}<typeof ${scorer}, ${described}> = ${made};\n`;
    }),
  ].join('\n');
}

/** The catalog's own imports of its scorers, as they are written from here. */
function importsOf(catalog) {
  const written = catalog.match(/^import \{[^}]*\} from '\.\/prebuilt\/[^']*';$/gm) ?? [];
  return written.map((line) => line.replace(`'./prebuilt/`, `'../scorers/prebuilt/`));
}

/** Names and meanings alone, for editors: the values' types are the schema's. */
function typeText(options, indent) {
  if (options.length === 0) return 'unknown';
  const members = options.map(({ name, description, value, inner }) => {
    const told =
      value === undefined ? description : `${description} Default: \`${JSON.stringify(value)}\`.`.trim();
    const type = typeText(inner, `${indent}  `);
    return `${indent}  ${told === '' ? '' : `/** ${told} */ `}${name}?: ${type};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function camelCase(id) {
  return id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
}
