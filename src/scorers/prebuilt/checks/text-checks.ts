import { z } from 'zod';
import { omitUndefined } from '../../../model/omit-undefined.js';
import { explainBadPattern } from '../../../text/foreign-pattern.js';
import { listWords, splitGraphemes } from '../../../text/words.js';
import { notScorable } from '../../builder/steps.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { readAnswerText, readGroundTruthText } from '../../messages/read-run.js';
import { BOOLEAN_OPTION, COUNT_OPTION, SHARE_OPTION, TEXT_OPTION } from '../../options.js';
import type { ScorerName } from '../../scorer.js';
import { computeBigramSimilarity, normalizeForComparison } from '../text-similarity.js';
import { CHECK, type CheckId, createCheck, quoteText, readCheck } from './check.js';

/** `ignoreCase`: default true. */
export type TextCheckOptions = { readonly ignoreCase?: boolean } & CheckId;

const IGNORE_CASE = BOOLEAN_OPTION.describe('Ignore upper and lower case.').default(true);

type TextComparison<Key extends string> = {
  /** As in `to contain` and `the answer contains`. */
  readonly verb: readonly [infinitive: string, present: string];
  /** The result's name in `preprocessStepResult`. */
  readonly key: Key;
  readonly passes: (answer: string, text: string) => boolean;
};

/** Without a value the expected text is the run's `groundTruth`; without both it is not scorable. */
function createTextCheck<Key extends string>(
  id: string,
  { value, ignoreCase }: { readonly value?: string | undefined; readonly ignoreCase: boolean },
  { verb: [infinitive, present], key, passes }: TextComparison<Key>,
) {
  const wanted = value === undefined ? 'the expected answer' : quoteText(value);
  return createCheck({ id, description: `Whether the answer ${present} ${wanted}.` }, (run) => {
    const text = value ?? readGroundTruthText(run) ?? '';
    if (text === '') {
      return notScorable('There is no text to look for: neither option value nor groundTruth is given.');
    }
    const answer = readAnswerText(run);
    const [output, target] = [
      normalizeForComparison(answer, { ignoreCase }),
      normalizeForComparison(text, { ignoreCase }),
    ];
    const passed = passes(output, target);
    const reason = passed
      ? `The answer ${present} ${quoteText(text)}.`
      : `Expected the answer to ${infinitive} ${quoteText(text)}, found ${quoteText(answer)}.`;
    const result = { [key]: passed } as Readonly<Record<Key, boolean>>;
    return { passed, reason, shown: { output, target, ...result } };
  });
}

function defineTextCheck<Value extends z.ZodType<string | undefined>, Key extends string>(
  { value, ...about }: ScorerName & { readonly value: Value },
  comparison: TextComparison<Key>,
) {
  const options = z.strictObject({ value, ignoreCase: IGNORE_CASE });
  return defineCodeScorer({ ...CHECK, ...about, options }, ({ id }, checkOptions) =>
    createTextCheck(id, checkOptions as { value?: string; ignoreCase: boolean }, comparison),
  );
}

export const equals = defineTextCheck(
  {
    id: 'equals',
    factory: 'createEqualsCheck',
    measure: 'equality',
    failing: ['differs from the expected text', 'differ from the expected text'],
    summary: 'Whether the answer equals the expected text, ignoring white space around it.',
    value: TEXT_OPTION.optional().describe("The expected answer. Default: the case's ground truth."),
  },
  { verb: ['be', 'is'], key: 'isEqual', passes: (answer, text) => answer.trim() === text.trim() },
);

export const contains = defineTextCheck(
  {
    id: 'contains',
    factory: 'createContainsCheck',
    measure: 'presence of the expected text',
    failing: ['lacks the expected text', 'lack the expected text'],
    summary: 'Whether the answer contains the expected text.',
    value: TEXT_OPTION.optional().describe("The expected text. Default: the case's ground truth."),
  },
  { verb: ['contain', 'contains'], key: 'found', passes: (answer, text) => answer.includes(text) },
);

export const startsWith = defineTextCheck(
  {
    id: 'starts-with',
    factory: 'createStartsWithCheck',
    measure: 'the expected beginning',
    failing: ['begins in another way', 'begin in another way'],
    summary: 'Whether the answer begins with a text, ignoring white space before it.',
    value: TEXT_OPTION.describe('The expected beginning.'),
  },
  {
    verb: ['start with', 'starts with'],
    key: 'found',
    passes: (answer, text) => answer.trimStart().startsWith(text.trimStart()),
  },
);

/** 1 if the answer does not contain the text, else 0. */
export function excludes(unwanted: string, checkOptions: TextCheckOptions = {}) {
  const shape = { value: TEXT_OPTION, ignoreCase: IGNORE_CASE };
  const { id, options } = readCheck('check-excludes', shape, { ...checkOptions, value: unwanted });
  return createTextCheck(id, options, {
    verb: ['not contain', 'does not contain'],
    key: 'excluded',
    passes: (answer, text) => !answer.includes(text),
  });
}

/** The Dice coefficient, or 1 and 0 with a threshold. */
export function similarity(
  expected: string,
  checkOptions: TextCheckOptions & { readonly threshold?: number } = {},
) {
  const shape = {
    value: z.string({ error: 'must be a text' }),
    ignoreCase: IGNORE_CASE,
    threshold: SHARE_OPTION.optional(),
  };
  const { id, options } = readCheck('check-similarity', shape, { ...checkOptions, value: expected });
  const { threshold } = options;
  const description = `How alike the answer and ${quoteText(expected)} are.`;
  return createCheck({ id, description }, (run) => {
    const answer = readAnswerText(run);
    const [output, target] = [
      normalizeForComparison(answer, options),
      normalizeForComparison(expected, options),
    ];
    const score = computeBigramSimilarity(output.replace(/\s+/gu, ''), target.replace(/\s+/gu, ''));
    const wanted = threshold === undefined ? '' : `, at least ${threshold} wanted`;
    return omitUndefined({
      passed: score >= (threshold ?? 1),
      reason: `Similarity ${score.toFixed(2)} with ${quoteText(expected)}${wanted}, found ${quoteText(answer)}.`,
      shown: { output, target, score, threshold },
      score: threshold === undefined ? score : undefined,
    });
  });
}

export const regex = defineCodeScorer(
  {
    ...CHECK,
    id: 'regex',
    factory: 'createRegexCheck',
    measure: 'match with the pattern',
    failing: ['does not match the pattern', 'do not match the pattern'],
    summary: 'Whether the answer matches a regular expression. After one second the answer is unscored.',
    options: z
      .strictObject({
        pattern: TEXT_OPTION.describe('A JavaScript regular expression, without slashes.'),
        flags: z
          .string({ error: 'must be letters such as i or ims' })
          .regex(/^[imsuv]*$/, { error: 'must be letters of i, m, s, u and v' })
          .describe('Its flags: i, m, s, u and v.')
          .default(''),
        exact: BOOLEAN_OPTION.describe('The pattern must match the whole answer.').default(false),
      })
      .superRefine(({ pattern, flags }, context) => {
        const problem = explainBadPattern(pattern, flags);
        if (problem !== null) context.addIssue({ code: 'custom', path: ['pattern'], message: problem });
      }),
  },
  ({ id }, { pattern, flags, exact }) => {
    const written = `/${pattern}/${flags}`;
    const wanted = exact ? `as a whole to match ${written}` : `to match ${written}`;
    // With flag m, one line would satisfy `^` and `$`.
    const source = exact ? `(?<![^])(?:${pattern})(?![^])` : pattern;
    const description = `Whether the answer matches ${written}.`;
    return createCheck({ id, description }, (run) => {
      const output = readAnswerText(run);
      const match = new RegExp(source, flags).exec(output);
      const passed = match !== null;
      const reason = passed
        ? `The answer matches ${written}: ${quoteText(match[0])}.`
        : `Expected the answer ${wanted}, found ${quoteText(output)}.`;
      return { passed, reason, shown: { output, pattern: written, matched: passed } };
    });
  },
);

export const maxLength = defineCodeScorer(
  {
    ...CHECK,
    id: 'max-length',
    factory: 'createMaxLengthCheck',
    measure: 'the length limit',
    failing: ['is too long', 'are too long'],
    summary: 'Whether the answer has at most a number of characters or words.',
    options: z
      .strictObject({
        characters: COUNT_OPTION.optional().describe(
          'Most characters. An emoji or an accented letter counts as one.',
        ),
        words: COUNT_OPTION.optional().describe('Most words, in any script.'),
      })
      .refine(({ characters, words }) => (characters ?? words) !== undefined, {
        path: ['characters'],
        error: 'needs characters or words',
      }),
  },
  (names, limits) =>
    createCheck(names, (run) => {
      const answer = readAnswerText(run);
      const text = answer.trim();
      const counts = {
        characters: splitGraphemes(text.normalize('NFC')).length,
        words: listWords(text, 'hyphens').length,
      };
      const units = (['characters', 'words'] as const).filter((unit) => limits[unit] !== undefined);
      const over = units.filter((unit) => counts[unit] > (limits[unit] ?? 0));
      const passed = over.length === 0;
      const listed = (passed ? units : over).map(
        (unit) => `${counts[unit]} ${unit} of at most ${limits[unit]}`,
      );
      return {
        passed,
        reason: `The answer has ${listed.join(' and ')}${passed ? '' : `: ${quoteText(answer)}`}.`,
        shown: { found: Object.fromEntries(units.map((unit) => [unit, counts[unit]])), most: limits, passed },
      };
    }),
);
