import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './code-blocks.js';

/** Compiles files of a folder that has the packages they import. Throws what the compiler says against them. */
export async function compile(
  folder: string,
  { files, ...options }: { readonly files: readonly string[]; readonly [option: string]: unknown },
): Promise<void> {
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024', types: ['node'], ...options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  // In one thread, without collecting garbage: so little code needs half of the work then.
  const command = [join(ROOT, 'node_modules/.bin/tsc'), '-p', folder, '--singleThreaded'];
  const env = { ...process.env, GOGC: 'off' };
  await promisify(execFile)(process.execPath, command, { cwd: folder, env }).catch((failed) => {
    throw new Error(`tsc: ${failed.stdout}`, { cause: failed });
  });
}
