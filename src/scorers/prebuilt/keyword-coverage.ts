import { z } from 'zod';
import { summarizeWords } from '../../text/values.js';
import {
  createWordList,
  ENGLISH_GRAMMAR,
  findEmoji,
  GRAMMAR_WORDS,
  isUnspaced,
  listWords,
  looksEnglish,
  SHORT_HIRAGANA,
} from '../../text/words.js';
import { notScorable } from '../builder/steps.js';
import { createRunScorer, defineCodeScorer } from '../define-scorer.js';
import { readAnswerText, readInputText } from '../messages/read-run.js';
import { CODE_SCORER } from '../scorer.js';

/**
 * Matched ÷ total keywords of the input, from 0 to 1. Two empty texts score 1, one empty text 0; an input of stop
 * words alone is not scorable.
 */
export const keywordCoverage = defineCodeScorer(
  {
    ...CODE_SCORER,
    id: 'keyword-coverage',
    factory: 'createKeywordCoverageScorer',
    measure: 'keyword coverage',
    summary: "Share of the input's keywords that the answer contains.",
    formula: 'matched keywords / total keywords of the input',
    options: z.strictObject({}),
  },
  (names) =>
    createRunScorer(names)
      .preprocess(({ run }) => {
        const [input, answer] = [readInputText(run), readAnswerText(run)];
        const { reference, response } = extractKeywords(input, answer);
        if (reference.size === 0 && input.trim() !== '') return notScorable('The input has no keyword.');
        return { referenceKeywords: reference, responseKeywords: response };
      })
      .analyze(({ results: { preprocessStepResult: keywords } }) => ({
        totalKeywords: keywords.referenceKeywords.size,
        matchedKeywords: listMatchedKeywords({
          reference: keywords.referenceKeywords,
          response: keywords.responseKeywords,
        }).length,
      }))
      .generateScore(({ run, results: { analyzeStepResult: counts } }) => {
        if (counts.totalKeywords > 0) return counts.matchedKeywords / counts.totalKeywords;
        return readAnswerText(run).trim() === '' ? 1 : 0;
      })
      .generateReason(({ results: { preprocessStepResult: keywords, analyzeStepResult: counts } }) => {
        const { totalKeywords: total, matchedKeywords: matched } = counts;
        if (total === 0) return 'There was no input to take keywords from.';
        const words = { reference: keywords.referenceKeywords, response: keywords.responseKeywords };
        const matchedSet = new Set(listMatchedKeywords(words));
        const missing = [...keywords.referenceKeywords].filter((word) => !matchedSet.has(word));
        const covered = `${matched} of ${total} keywords of the input are in the answer`;
        return missing.length === 0 ? `${covered}.` : `${covered}. Missing: ${summarizeWords(missing)}.`;
      }),
  2,
);

/** English words that are not keywords: function words and other very common ones. */
const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set([
  ...ENGLISH_GRAMMAR,
  ...createWordList(
    `either neither none many much less least several enough one ones someone somebody something anyone anybody
    anything everyone everybody everything nobody nothing else whereas thus hence moreover furthermore otherwise
    instead besides among throughout along across around behind beside beyond near toward towards like unlike
    except despite ought get gets got getting gotten go goes going gone went let make makes made come comes came
    take taken took seem seems seemed become becomes became keep keeps kept tell tells told want wants wanted
    need needs use uses used using say says said see seen saw know knows known knew think thought give gives
    given gave look looks looking try tries trying tried help ask asked asking mean means never quite rather
    almost already always often sometimes usually still even ever once twice now away perhaps maybe indeed
    really actually certainly probably likely mostly mainly nearly well soon later today whatever whichever
    whoever whenever wherever thank thanks hello hi ok okay sorry welcome when's how's first second last next
    new able different certain particular various possible example etc eg ie vs`,
  ),
]);

/** Signs around a word; `c++`, `c#` and `.net` keep theirs. */
const OUTER =
  /^[^\p{L}\p{N}.@#$]+|^[.@#$]+(?![\p{L}\p{N}])|(?<![^\p{L}\p{M}\p{N}+#%])[^\p{L}\p{M}\p{N}+#%]+$/gu;
const SAYS_NOTHING = /^[\p{N}.,:]*$|^[a-z]$/u;
const ADDRESS = /^https?:\/\//u;

export type Keywords = { readonly reference: ReadonlySet<string>; readonly response: ReadonlySet<string> };

/**
 * Both texts' keywords: words in small letters, without outer signs, common words and bare numbers. Technical terms
 * stay whole (`node.js`, `c++`, `self-hosted`).
 */
export function extractKeywords(reference: string, response: string): Keywords {
  const left = looksEnglish(reference) ? ENGLISH_STOP_WORDS : GRAMMAR_WORDS;
  return { reference: listKeywords(reference, left), response: listKeywords(response, left) };
}

function listKeywords(text: string, left: ReadonlySet<string>): Set<string> {
  const words = text
    .normalize('NFC')
    .replace(/<[a-z/][^<>]*>/giu, ' ')
    .split(/[\s\u2013\u2014]+/u)
    .flatMap((piece) => [...(isUnspaced(piece) ? listWords(piece) : [trimSigns(piece)]), ...findEmoji(piece)])
    .map((word) => word.toLowerCase().normalize('NFC').replaceAll('’', "'"));
  return new Set(
    words.filter((word) => !left.has(word) && !SAYS_NOTHING.test(word) && !SHORT_HIRAGANA.test(word)),
  );
}

function trimSigns(piece: string): string {
  return ADDRESS.test(piece) ? piece : piece.replace(OUTER, '').replace(/['’]s$/u, '');
}

/** The reference's keywords that the response has too, also in another regular form (plural, `-ed`, `-ing`). */
export function listMatchedKeywords({ reference, response }: Keywords): string[] {
  const forms = new Set(Array.from(response, removeEnding));
  return [...reference].filter((word) => response.has(word) || forms.has(removeEnding(word)));
}

/** English words without a regular ending. */
function removeEnding(word: string): string {
  if (!/^[a-z]{4,}$/u.test(word)) return word;
  if (/ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
  if (/[^suiy]s$/u.test(word)) return word.slice(0, -1);
  return word;
}
