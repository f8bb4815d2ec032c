import { describe, expect, it } from 'vitest';
import { listChangedWatched, matchWatched, resolveGlobs } from '../../src/files/watched-files.js';

const tree = (paths: readonly string[]) => paths.map((path) => ({ path, blob: `blob of ${path}` }));
const FILES = tree([
  '.github/workflows/eval.yml',
  'docs/guide.md',
  'prompts/a.md',
  'prompts/deep/b.md',
  'prompts2/c.md',
  'src/agent/main.ts',
  'src/agent/main.test.ts',
  'we[ir]d/p.md',
]);

describe('matchWatched', () => {
  const cases: readonly [name: string, globs: readonly string[], paths: readonly string[]][] = [
    ['an exact path', ['prompts/a.md'], ['prompts/a.md']],
    ['a folder without wildcards', ['prompts'], ['prompts/a.md', 'prompts/deep/b.md']],
    ['a folder with a slash', ['prompts/'], ['prompts/a.md', 'prompts/deep/b.md']],
    ['a leading ./', ['./prompts/a.md'], ['prompts/a.md']],
    ['one level', ['prompts/*.md'], ['prompts/a.md']],
    ['any level', ['prompts/**'], ['prompts/a.md', 'prompts/deep/b.md']],
    ['dot folders', ['**/*.yml'], ['.github/workflows/eval.yml']],
    ['negation', ['src/**', '!**/*.test.ts'], ['src/agent/main.ts']],
    ['a later line wins', ['src/**', '!src/**', 'src/agent/main.ts'], ['src/agent/main.ts']],
    ['empty lines and spaces', ['', '  prompts/a.md  '], ['prompts/a.md']],
    ['no globs: nothing', [], []],
    ['a file that is really called like a glob', ['we[ir]d/p.md'], ['we[ir]d/p.md']],
    [
      'only negations start from every file',
      ['!prompts', '!docs', '!src', '!prompts2', '!.github'],
      ['we[ir]d/p.md'],
    ],
    ['everything', ['**'], FILES.map((file) => file.path)],
  ];
  it.each(cases)('%s', (_name, globs, paths) => {
    expect(matchWatched(FILES, globs).map((entry) => entry.path)).toEqual(paths);
  });
});

describe('listChangedWatched', () => {
  it('names added, removed and edited watched files, and no other', () => {
    const base = tree(['prompts/a.md', 'prompts/gone.md', 'docs/x.md']);
    const head = [
      { path: 'prompts/a.md', blob: 'edited' },
      { path: 'prompts/new.md', blob: 'n' },
      { path: 'docs/x.md', blob: 'edited too' },
    ];
    expect(listChangedWatched(base, head, ['prompts/**'])).toEqual([
      'prompts/a.md',
      'prompts/gone.md',
      'prompts/new.md',
    ]);
    expect(listChangedWatched(base, base, ['**'])).toEqual([]);
  });
});

describe('resolveGlobs', () => {
  it.each([
    ['prompts/*.md', 'apps/bot', 'apps/bot/prompts/*.md'],
    ['./prompts', 'apps/bot', 'apps/bot/prompts'],
    ['!**/*.test.ts', 'apps/bot', '!apps/bot/**/*.test.ts'],
    ['../../.github/**', 'apps/bot', '.github/**'],
    ['/**', 'apps/bot', '**'],
    ['!/docs/', 'apps/bot', '!docs/'],
    ['prompts/', '.', 'prompts/'],
    ['a.md', '', 'a.md'],
  ])('%s in %s is %s', (glob, folder, expected) => {
    expect(resolveGlobs([glob], folder)).toEqual([expected]);
  });
});
