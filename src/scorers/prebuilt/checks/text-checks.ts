import { z } from 'zod';
import { whyNoPattern } from '../../../text/foreign-pattern.js';
import { graphemeCount } from '../../../text/graphemes.js';
import { wordsOf } from '../../../text/words.js';
import { answerText, groundTruthText } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { COUNT, SWITCH, TEXT } from '../../options.js';
import { type CaseOption, CHECK, type CheckResult, compared, createCheck, quoted } from './check.js';

export const IGNORE_CASE = SWITCH.describe('Ignore upper and lower case.').default(true);

const NO_VALUE = 'There is no text to look for: neither option value nor groundTruth is given.';

/** A check's description. */
function descriptionOf(verb: string, value: string | undefined): string {
  return `Whether the answer ${verb} ${value === undefined ? 'the expected answer' : quoted(value)}.`;
}

/** Without a value the expected text is the run's `groundTruth`; without both it is not scorable. */
export const equals = defineCodeScorer(
  {
    ...CHECK,
    id: 'equals',
    factory: 'createEqualsCheck',
    measure: 'equality',
    summary: 'Whether the answer equals the expected text, ignoring white space around it.',
    options: z.strictObject({
      value: z
        .string({ error: 'must be a text' })
        .optional()
        .describe("The expected answer. Default: the case's ground truth."),
      ignoreCase: IGNORE_CASE,
    }),
  },
  ({ value, ignoreCase }, { id }) =>
    createCheck({ id, name: 'Equals', description: descriptionOf('is', value) }, (run) => {
      const expected = value ?? groundTruthText(run);
      if (expected === null) return notScorable(NO_VALUE);
      const answer = answerText(run);
      const found = checkEquals(answer, expected, { ignoreCase });
      return { ...found, shown: { ...compared(answer, expected, { ignoreCase }), isEqual: found.passed } };
    }),
);

export function checkEquals(answer: string, value: string, option: CaseOption): CheckResult {
  const { output, target } = compared(answer, value, option);
  const passed = output.trim() === target.trim();
  return passed
    ? { passed, reason: `The answer is ${quoted(value)}.` }
    : { passed, reason: `Expected ${quoted(value)}, found ${quoted(answer)}.` };
}

/** Without a value the expected text is the run's `groundTruth`; without both it is not scorable. */
export const contains = defineCodeScorer(
  {
    ...CHECK,
    id: 'contains',
    factory: 'createContainsCheck',
    measure: 'presence of the expected text',
    summary: 'Whether the answer contains the expected text.',
    options: z.strictObject({
      value: TEXT.optional().describe("The expected text. Default: the case's ground truth."),
      ignoreCase: IGNORE_CASE,
    }),
  },
  ({ value, ignoreCase }, { id }) =>
    createCheck({ id, name: 'Contains', description: descriptionOf('contains', value) }, (run) => {
      const expected = value ?? groundTruthText(run);
      if (expected === null || expected === '') return notScorable(NO_VALUE);
      const answer = answerText(run);
      const found = checkContains(answer, expected, { ignoreCase });
      return { ...found, shown: { ...compared(answer, expected, { ignoreCase }), found: found.passed } };
    }),
);

export function checkContains(answer: string, value: string, option: CaseOption): CheckResult {
  const { output, target } = compared(answer, value, option);
  const passed = output.includes(target);
  return passed
    ? { passed, reason: `The answer contains ${quoted(value)}.` }
    : { passed, reason: `Expected the answer to contain ${quoted(value)}, found ${quoted(answer)}.` };
}

export function checkExcludes(answer: string, value: string, option: CaseOption): CheckResult {
  const { output, target } = compared(answer, value, option);
  const at = output.indexOf(target);
  if (at < 0) return { passed: true, reason: `The answer does not contain ${quoted(value)}.` };
  const around = answer.normalize('NFC').slice(Math.max(0, at - 20));
  return {
    passed: false,
    reason: `Expected the answer not to contain ${quoted(value)}, found ${quoted(around)}.`,
  };
}

export const startsWith = defineCodeScorer(
  {
    ...CHECK,
    id: 'starts-with',
    factory: 'createStartsWithCheck',
    measure: 'the expected beginning',
    summary: 'Whether the answer begins with a text, ignoring white space before it.',
    options: z.strictObject({ value: TEXT.describe('The expected beginning.'), ignoreCase: IGNORE_CASE }),
  },
  ({ value, ignoreCase }, { id }) =>
    createCheck({ id, name: 'Starts With', description: descriptionOf('starts with', value) }, (run) => {
      const found = checkStartsWith(answerText(run), value, { ignoreCase });
      return { ...found, shown: { target: value, found: found.passed } };
    }),
);

export function checkStartsWith(answer: string, value: string, option: CaseOption): CheckResult {
  const { output, target } = compared(answer, value, option);
  const passed = output.trimStart().startsWith(target.trimStart());
  return passed
    ? { passed, reason: `The answer starts with ${quoted(value)}.` }
    : { passed, reason: `Expected the answer to start with ${quoted(value)}, found ${quoted(answer)}.` };
}

type Pattern = { readonly pattern: string; readonly flags: string; readonly exact: boolean };

/** A pattern that takes longer than a second is stopped, and the answer is unscored. */
export const regex = defineCodeScorer(
  {
    ...CHECK,
    id: 'regex',
    factory: 'createRegexCheck',
    measure: 'match with the pattern',
    summary: 'Whether the answer matches a regular expression. After one second the answer is unscored.',
    options: z
      .strictObject({
        pattern: TEXT.describe('A JavaScript regular expression, without slashes.'),
        flags: z
          .string({ error: 'must be letters such as i or ims' })
          .regex(/^[imsuv]*$/, { error: 'must be letters of i, m, s, u and v' })
          .describe('Its flags: i, m, s, u and v.')
          .default(''),
        exact: SWITCH.describe('The pattern must match the whole answer.').default(false),
      })
      .superRefine(({ pattern, flags }, context) => {
        const problem = whyNoPattern(pattern, flags);
        if (problem !== null) context.addIssue({ code: 'custom', path: ['pattern'], message: problem });
      }),
  },
  (options, { id }) => {
    const pattern = `/${options.pattern}/${options.flags}`;
    return createCheck(
      { id, name: 'Regex', description: `Whether the answer matches ${pattern}.` },
      (run) => {
        const output = answerText(run);
        const found = checkRegex(output, options);
        return { ...found, shown: { output, pattern, matched: found.passed } };
      },
    );
  },
);

export function checkRegex(answer: string, { pattern, flags, exact }: Pattern): CheckResult {
  // With flag m, one line would satisfy `^` and `$`.
  const found = new RegExp(exact ? `(?<![^])(?:${pattern})(?![^])` : pattern, flags).exec(answer);
  const written = `/${pattern}/${flags}`;
  const wanted = exact ? `as a whole to match ${written}` : `to match ${written}`;
  return found
    ? { passed: true, reason: `The answer matches ${written}: ${quoted(found[0])}.` }
    : { passed: false, reason: `Expected the answer ${wanted}, found ${quoted(answer)}.` };
}

type LengthLimits = { readonly characters?: number | undefined; readonly words?: number | undefined };

export const maxLength = defineCodeScorer(
  {
    ...CHECK,
    id: 'max-length',
    factory: 'createMaxLengthCheck',
    measure: 'the length limit',
    summary: 'Whether the answer has at most a number of characters or words.',
    options: z
      .strictObject({
        characters: COUNT.optional().describe(
          'Most characters. An emoji or an accented letter counts as one.',
        ),
        words: COUNT.optional().describe('Most words, in any script.'),
      })
      .refine(({ characters, words }) => (characters ?? words) !== undefined, {
        path: ['characters'],
        error: 'needs characters or words',
      }),
  },
  (limits, { id, summary }) =>
    createCheck({ id, name: 'Max Length', description: summary }, (run) => {
      const { found, ...result } = checkMaxLength(answerText(run), limits);
      return { ...result, shown: { found, most: limits, passed: result.passed } };
    }),
);

export function checkMaxLength(
  answer: string,
  { characters, words }: LengthLimits,
): CheckResult & { readonly found: Readonly<Record<string, number>> } {
  const text = answer.trim();
  const counts = [
    ...(characters === undefined
      ? []
      : [{ found: graphemeCount(text.normalize('NFC')), most: characters, of: 'characters' }]),
    ...(words === undefined ? [] : [{ found: wordsOf(text, 'hyphens').length, most: words, of: 'words' }]),
  ];
  const over = counts.filter(({ found, most }) => found > most);
  const listed = (over.length > 0 ? over : counts).map(
    ({ found, of, most }) => `${found} ${of} of at most ${most}`,
  );
  const passed = over.length === 0;
  return {
    passed,
    reason: `The answer has ${listed.join(' and ')}${passed ? '' : `: ${quoted(answer)}`}.`,
    found: Object.fromEntries(counts.map(({ of, found }) => [of, found])),
  };
}
