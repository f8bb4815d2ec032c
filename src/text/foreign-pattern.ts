import { type Context, createContext, Script } from 'node:vm';
import { isFields } from './values.js';

const LOOK = new Script('look()');
let looking: Context | undefined;

/** What came of a look, or in a few words why it came to nothing. */
export type Looked<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-much'; readonly why: string };

/**
 * The one way to match a pattern that others wrote: a pattern that can match one text in many ways may need years for a
 * short one. No timer stops it, since nothing else runs meanwhile: only V8's own limit for a script does.
 *
 * @param look matches, and does nothing else: where it is stopped, it ends anywhere.
 * @param limitMs more than 0.
 */
export function lookWithin<Found>(limitMs: number, look: () => Found): Looked<Found> {
  const found: Found[] = [];
  looking ??= createContext();
  looking['look'] = () => {
    found.push(look());
  };
  try {
    LOOK.runInContext(looking, { timeout: limitMs });
  } catch (thrown) {
    // Node makes its error in the script's own world, where `Error` is another.
    if (isFields(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { kind: 'stopped' };
    // What a pattern is compiled to, or has to remember of a long text, can be too much for the engine.
    if (!(thrown instanceof RangeError || thrown instanceof SyntaxError)) throw thrown;
    return { kind: 'too-much', why: thrown.message };
  }
  return { kind: 'found', found: found[0] as Found };
}

/** What is wrong with a regular expression that others wrote, as the end of a sentence about it; else `null`. */
export function whyNoPattern(pattern: string, flags: string): string | null {
  try {
    // Some are refused only where they are used.
    new RegExp(pattern, flags).test('');
    return null;
  } catch (thrown) {
    return `is no regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
