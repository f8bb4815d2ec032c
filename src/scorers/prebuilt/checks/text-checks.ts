import { z } from 'zod';
import { whyNoPattern } from '../../../text/foreign-pattern.js';
import { graphemeCount } from '../../../text/graphemes.js';
import { wordsOf } from '../../../text/words.js';
import { notScorable } from '../../builder/steps.js';
import { defineCodeScorer } from '../../define-scorer.js';
import { answerText, groundTruthText } from '../../messages/read-run.js';
import { COUNT, SWITCH, TEXT } from '../../options.js';
import { CHECK, compared, createCheck, quoted } from './check.js';

export const IGNORE_CASE = SWITCH.describe('Ignore upper and lower case.').default(true);

type TextOptions = { readonly value?: string | undefined; readonly ignoreCase: boolean };

/** How a check compares the answer with a text. */
type Comparison<Key extends string> = {
  readonly name: string;
  /** As in `to contain` and `the answer contains`. */
  readonly verb: readonly [infinitive: string, present: string];
  /** The result's name in `preprocessStepResult`. */
  readonly key: Key;
  readonly passes: (answer: string, text: string) => boolean;
};

/** Without a value the expected text is the run's `groundTruth`; without both it is not scorable. */
export function createTextCheck<Key extends string>(
  id: string,
  { value, ignoreCase }: TextOptions,
  { name, verb: [infinitive, present], key, passes }: Comparison<Key>,
) {
  const wanted = value === undefined ? 'the expected answer' : quoted(value);
  return createCheck({ id, name, description: `Whether the answer ${present} ${wanted}.` }, (run) => {
    const text = value ?? groundTruthText(run) ?? '';
    if (text === '') {
      return notScorable('There is no text to look for: neither option value nor groundTruth is given.');
    }
    const answer = answerText(run);
    const { output, target } = compared(answer, text, ignoreCase);
    const passed = passes(output, target);
    const reason = passed
      ? `The answer ${present} ${quoted(text)}.`
      : `Expected the answer to ${infinitive} ${quoted(text)}, found ${quoted(answer)}.`;
    const result = { [key]: passed } as Readonly<Record<Key, boolean>>;
    return { passed, reason, shown: { output, target, ...result } };
  });
}

export const equals = defineCodeScorer(
  {
    ...CHECK,
    id: 'equals',
    factory: 'createEqualsCheck',
    measure: 'equality',
    summary: 'Whether the answer equals the expected text, ignoring white space around it.',
    options: z.strictObject({
      value: TEXT.optional().describe("The expected answer. Default: the case's ground truth."),
      ignoreCase: IGNORE_CASE,
    }),
  },
  (options, { id }) =>
    createTextCheck(id, options, {
      name: 'Equals',
      verb: ['be', 'is'],
      key: 'isEqual',
      passes: (answer, text) => answer.trim() === text.trim(),
    }),
);

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
  (options, { id }) =>
    createTextCheck(id, options, {
      name: 'Contains',
      verb: ['contain', 'contains'],
      key: 'found',
      passes: (answer, text) => answer.includes(text),
    }),
);

export const startsWith = defineCodeScorer(
  {
    ...CHECK,
    id: 'starts-with',
    factory: 'createStartsWithCheck',
    measure: 'the expected beginning',
    summary: 'Whether the answer begins with a text, ignoring white space before it.',
    options: z.strictObject({ value: TEXT.describe('The expected beginning.'), ignoreCase: IGNORE_CASE }),
  },
  (options, { id }) =>
    createTextCheck(id, options, {
      name: 'Starts With',
      verb: ['start with', 'starts with'],
      key: 'found',
      passes: (answer, text) => answer.trimStart().startsWith(text.trimStart()),
    }),
);

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
  ({ pattern, flags, exact }, { id }) => {
    const written = `/${pattern}/${flags}`;
    const wanted = exact ? `as a whole to match ${written}` : `to match ${written}`;
    // With flag m, one line would satisfy `^` and `$`.
    const source = exact ? `(?<![^])(?:${pattern})(?![^])` : pattern;
    const description = `Whether the answer matches ${written}.`;
    return createCheck({ id, name: 'Regex', description }, (run) => {
      const output = answerText(run);
      const match = new RegExp(source, flags).exec(output);
      const passed = match !== null;
      const reason = passed
        ? `The answer matches ${written}: ${quoted(match[0])}.`
        : `Expected the answer ${wanted}, found ${quoted(output)}.`;
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
      const answer = answerText(run);
      const text = answer.trim();
      const counts = {
        characters: graphemeCount(text.normalize('NFC')),
        words: wordsOf(text, 'hyphens').length,
      };
      const units = (['characters', 'words'] as const).filter((unit) => limits[unit] !== undefined);
      const over = units.filter((unit) => counts[unit] > (limits[unit] ?? 0));
      const passed = over.length === 0;
      const listed = (passed ? units : over).map(
        (unit) => `${counts[unit]} ${unit} of at most ${limits[unit]}`,
      );
      return {
        passed,
        reason: `The answer has ${listed.join(' and ')}${passed ? '' : `: ${quoted(answer)}`}.`,
        shown: { found: Object.fromEntries(units.map((unit) => [unit, counts[unit]])), most: limits, passed },
      };
    }),
);
