import { z } from 'zod';
import { graphemeCount } from '../../../text/graphemes.js';
import { wordsOf } from '../../../text/words.js';
import type { AboutScorer } from '../../about-scorer.js';
import { answerText } from '../../builder/run-texts.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { CHECK, type CheckResult, COUNT, createCheck, type Given, quoted } from './check.js';

const about = {
  ...CHECK,
  id: 'max-length',
  factory: 'createMaxLengthCheck',
  measure: 'the length limit',
  summary: 'Whether the answer is no longer than a number of characters or words.',
  options: z
    .strictObject({
      characters: COUNT.optional().describe(
        'Most characters, as a reader counts them: an emoji or an accented letter is one.',
      ),
      words: COUNT.optional().describe('Most words, in any script.'),
    })
    .refine(({ characters, words }) => (characters ?? words) !== undefined, {
      path: ['characters'],
      error: 'needs characters or words',
    }),
} satisfies AboutScorer;

export type MaxLengthOptions = z.input<typeof about.options>;

/**
 * 1 where the answer is no longer than so many characters, words or both, else 0.
 * @throws UserError naming every option that does not exist or is out of range, or where neither limit is given.
 */
export function createMaxLengthCheck(given: Given<MaxLengthOptions>, id: string = about.id) {
  const limits = readOptions(about, given);
  return createCheck({ id, name: 'Max Length', description: about.summary }, (run) => {
    const found = checkMaxLength(answerText(run), limits);
    return { ...found, shown: { ...limits, passed: found.passed } };
  });
}

export type LengthLimits = { readonly characters?: number | undefined; readonly words?: number | undefined };

export function checkMaxLength(answer: string, { characters, words }: LengthLimits): CheckResult {
  const text = answer.trim();
  const counts = [
    ...(characters === undefined
      ? []
      : [{ found: graphemeCount(text.normalize('NFC')), most: characters, of: 'characters' }]),
    ...(words === undefined ? [] : [{ found: wordsOf(text, 'hyphens').length, most: words, of: 'words' }]),
  ];
  const over = counts.filter(({ found, most }) => found > most);
  const told = (over.length > 0 ? over : counts).map(
    ({ found, of, most }) => `${found} ${of} of at most ${most}`,
  );
  return over.length === 0
    ? { passed: true, reason: `The answer has ${told.join(' and ')}.` }
    : { passed: false, reason: `The answer has ${told.join(' and ')}: ${quoted(answer)}.` };
}

export const maxLength = codeScorer(about, createMaxLengthCheck);
