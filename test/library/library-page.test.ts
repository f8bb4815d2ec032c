import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeBlocks, ROOT } from '../build/code-blocks.js';
import { compile } from '../build/compile.js';

test('every example of docs/library.md compiles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'library-page-'));
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules/prompt-regression'));
    await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const blocks = [...codeBlocks('docs/library.md', 'ts')];
    expect(blocks.length).toBeGreaterThan(3);
    const files = blocks.map((_, at) => `example-${at}.ts`);
    for (const [at, block] of blocks.entries()) await writeFile(join(folder, `example-${at}.ts`), block);
    await compile(folder, { files, noEmit: true, skipLibCheck: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
