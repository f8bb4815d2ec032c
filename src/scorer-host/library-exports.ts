/** What a scorer's file gets as `prompt-regression/scorers`: the library, with the `z` that the bundle has room for. */
export * from '../library/index.js';
export * as z from './zod-exports.js';
