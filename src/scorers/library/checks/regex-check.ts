import { type CheckResult, quoted } from './check-result.js';

/** Longer answers are not matched: the time of a pattern can grow with the square of the text, and nothing can stop it. */
export const LONGEST_MATCHED = 20_000;

/** The pattern to test with: without a memory of the last match, and for the whole text where that is asked for. */
function matcherOf({ pattern, flags, exact }: RegexOptions): RegExp {
  return new RegExp(exact ? whole(pattern) : pattern, flags.replaceAll(/[gy]/g, ''));
}

export type RegexOptions = {
  readonly pattern: string;
  readonly flags: string;
  readonly exact: boolean;
};

/** With flag m, `^` and `$` would be satisfied by one line. */
function whole(pattern: string): string {
  return `(?<![^])(?:${pattern})(?![^])`;
}

/** `null` where the answer is too long to be matched. */
export function checkRegex(answer: string, options: RegexOptions): CheckResult | null {
  if (answer.length > LONGEST_MATCHED) return null;
  const found = matcherOf(options).exec(answer);
  const pattern = `/${options.pattern}/${options.flags}`;
  const wanted = options.exact ? `as a whole to match ${pattern}` : `to match ${pattern}`;
  return found
    ? { passed: true, reason: `The answer matches ${pattern}: ${quoted(found[0])}.` }
    : { passed: false, reason: `Expected the answer ${wanted}, found ${quoted(answer)}.` };
}
