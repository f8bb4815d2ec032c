import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const scripts = (await readdir(join(ROOT, 'dist'))).filter((name) => name.endsWith('.js'));
const sizes = await Promise.all(scripts.map(async (name) => (await stat(join(ROOT, 'dist', name))).size));
console.log(`dist/*.js: ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2)} MB`);
