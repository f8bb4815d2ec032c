import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const { size } = await stat(join(ROOT, 'dist/index.js'));
console.log(`dist/index.js: ${(size / 1e6).toFixed(2)} MB`);
