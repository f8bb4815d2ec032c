import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endProcesses } from './start-process.js';

// The same values every time: a run that fails by chance says nothing of the change that it was made for. Search
// further with `SEED=$RANDOM npm test`.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 8) });

afterAll(endProcesses);
