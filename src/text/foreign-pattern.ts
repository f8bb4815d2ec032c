import { type Context, createContext, Script } from 'node:vm';
import { isFields } from './values.js';

const LOOK = new Script('look()');
let looking: Context | undefined;

/** The result of a look, or why there is none. */
export type PatternResult<Value> =
  | { readonly kind: 'found'; readonly found: Value }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-much'; readonly why: string };

/**
 * Matches a pattern from others, which may need years for a short text. No timer could stop it; V8's limit for
 * scripts does, at any point, so `look` must have no other effects. `limitMs` is above 0.
 */
export function matchWithin<Value>(limitMs: number, look: () => Value): PatternResult<Value> {
  const found: Value[] = [];
  looking ??= createContext();
  looking['look'] = () => {
    found.push(look());
  };
  try {
    LOOK.runInContext(looking, { timeout: limitMs });
  } catch (thrown) {
    // The error comes from the script's own realm, which has another `Error`.
    if (isFields(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { kind: 'stopped' };
    // The compiled pattern, or its state, can be too large for the engine.
    if (!(thrown instanceof RangeError || thrown instanceof SyntaxError)) throw thrown;
    return { kind: 'too-much', why: thrown.message };
  }
  return { kind: 'found', found: found[0] as Value };
}

/** A text as a pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** The problem with a regular expression, as the end of a sentence, else `null`. */
export function explainBadPattern(pattern: string, flags: string): string | null {
  try {
    // Some patterns fail only when they are used.
    new RegExp(pattern, flags).test('');
    return null;
  } catch (thrown) {
    return `is not a regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
