import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeBlocks, ROOT } from '../build/code-blocks.js';

test('every example of docs/library.md compiles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'library-page-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const blocks = [...codeBlocks('docs/library.md', 'ts')];
    expect(blocks).toHaveLength(4);
    const files = blocks.map((_, at) => `example-${at}.ts`);
    for (const [at, block] of blocks.entries()) await writeFile(join(folder, `example-${at}.ts`), block);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable', 'esnext.iterator'],
      types: ['node'],
      skipLibCheck: true,
      paths: { 'prompt-regression/scorers': [join(ROOT, 'src/library/index.ts')] },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    expect(() => execFileSync(tsc, ['-p', folder], { encoding: 'utf8' })).not.toThrow();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
