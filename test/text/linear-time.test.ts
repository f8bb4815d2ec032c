import { describe, expect, it } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { viewAnswer } from '../../src/offline-judge/answer-view.js';
import { inertForLog } from '../../src/report/console-text.js';
import { excerpt } from '../../src/report/markdown/excerpt.js';
import { breakReferences } from '../../src/report/markdown/inert-references.js';
import { codeCell, codeSpan, fence, formattedLine, inlineText } from '../../src/report/markdown/markdown.js';
import { advertisementsBeside, CONTROL_POOLS } from '../../src/scorers/judged/ask/control-pool.js';
import { createControlChooser } from '../../src/scorers/judged/ask/control-statement.js';
import { parseItemsReply } from '../../src/scorers/judged/ask/items-question.js';
import { createVerdictKeys } from '../../src/scorers/judged/ask/verdict-keys.js';
import { isRefusal, judgeWithoutAsking } from '../../src/scorers/judged/classify-answer.js';
import { checkExtraction } from '../../src/scorers/judged/take-apart/check-extraction.js';
import { isCourtesy, spareWordsOfCourtesy } from '../../src/scorers/judged/take-apart/courtesy.js';
import { cutAtSemicolons, mayJoinPoints } from '../../src/scorers/judged/take-apart/joined-points.js';
import { createQuoteFinder } from '../../src/scorers/judged/take-apart/quote-finder.js';
import { screenText } from '../../src/scorers/judged/take-apart/screen-text.js';
import { segmentAnswer } from '../../src/scorers/judged/take-apart/segment-answer.js';
import { talksToGrader } from '../../src/scorers/judged/take-apart/talks-to-grader.js';
import type { Unit } from '../../src/scorers/judged/take-apart/unit.js';
import { extractElements } from '../../src/scorers/prebuilt/completeness/elements.js';
import { extractKeywords } from '../../src/scorers/prebuilt/keyword-coverage/keywords.js';
import { buildAnswer } from '../../src/target/build-answer.js';
import { graphemeCount } from '../../src/text/graphemes.js';
import { guessLanguage, looksEnglish } from '../../src/text/language.js';
import { createRedactor } from '../../src/text/redact.js';
import { sentencesOf } from '../../src/text/sentences.js';
import { contentWords, emojiOf, piecesOf, wordsOf } from '../../src/text/words.js';

const SMALL = 4_000;
/** As long as the longest answers of models. */
const LARGE = 16 * SMALL;
/** Linear work grows by 16 between the sizes, work with the square of the length by 256. */
const MOST_GROWTH = 80;
/** What is done in less grows by whatever else the machine does. */
const TELLING_MS = 80;

const redact = createRedactor(['a'.repeat(40), 'secret-of-the-run']);

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  wordsOf: (text) => wordsOf(text, 'hyphens'),
  contentWords,
  emojiOf,
  piecesOf,
  sentencesOf,
  guessLanguage,
  looksEnglish,
  graphemeCount,
  redact,
  segmentAnswer,
  checkExtraction: (answer) => {
    const units = segmentAnswer(answer);
    const statements = units.map(({ text, start, end }) => ({ text, quote: answer.slice(start, end) }));
    return checkExtraction({ statements }, { answer, units });
  },
  screenText: (text) => screenText(text, talksToGrader),
  createQuoteFinder: (text) => createQuoteFinder(text)(text.slice(1)),
  isCourtesy,
  spareWordsOfCourtesy,
  viewAnswer: (text) => viewAnswer(text, [text]),
  extractElements,
  extractKeywords: (text) => extractKeywords(text, text),
  talksToGrader,
  createVerdictKeys: (text) => createVerdictKeys({ judged: [text], answerHash: '' })(text),
  parseItemsReply: (text) =>
    parseItemsReply([{ index: 1, echo: text, reason: text, verdict: 'yes' }], {
      items: [text],
      labels: ['yes'],
    }),
  createControlChooser: (text) =>
    createControlChooser({
      salt: '',
      seed: '',
      foreign: [text],
      language: 'en',
      sources: [{ pools: CONTROL_POOLS, labels: ['no'] }],
    })({ items: [text], round: '' }),
  advertisementsBeside,
  mayJoinPoints: (text) => mayJoinPoints(unitOf(text)),
  cutAtSemicolons: (text) => cutAtSemicolons(text, unitOf(text)),
  judgeWithoutAsking: (output) =>
    judgeWithoutAsking({ status: 'answered', output, toolCalls: [], finish: 'stop' }),
  isRefusal: (text) => isRefusal([{ text }]),
  buildAnswer: (output) => buildAnswer({ output }),
  inlineText: (text) => inlineText(text),
  formattedLine: (text) => formattedLine(text),
  codeSpan: (text) => codeSpan(text, text.length),
  codeCell: (text) => codeCell(text, text.length),
  fence,
  excerpt: (text) => excerpt(text, text.length / 2),
  breakReferences,
  inertForLog,
  parseDataset: (text) => parseDataset(JSON.stringify({ id: 'a', input: text }), 'cases.jsonl'),
  parsePromptFile: (text) => parsePromptFile(text.replaceAll('---', '--'), 'prompt.md'),
};

/** A text as one sentence of an answer. */
function unitOf(text: string): Unit {
  const place = { start: 0, end: text.length };
  return { text, ...place, own: place, solid: false };
}

const AWKWARD = [
  ...[
    '"',
    '.',
    '!',
    ' ',
    '\u00a0',
    '\n',
    '\r',
    '\t',
    '`',
    '*',
    '_',
    '~',
    '#',
    '-',
    '>',
    '|',
    ':',
    '[',
    ']',
    '{',
  ],
  ...[
    '(',
    '/',
    '\\',
    '<',
    '&',
    '@',
    '$',
    ',',
    ';',
    'a',
    '0',
    '\u200d',
    '\u200b',
    '\ufe0f',
    '\u0301',
    '\ud800',
  ],
  ...[
    '\u2028',
    '…',
    '。',
    '“',
    '的',
    'ก',
    '👍🏽',
    '🇩',
    '- ',
    '> ',
    '" ',
    '"\n',
    '1. ',
    'a ',
    'A. ',
    'a1',
    ' \n',
  ],
  ...[
    '```\n',
    '|\n',
    '**a ',
    '__a **b ',
    '- a\n',
    '# a\n',
    'a:\n',
    '<!--',
    'www.',
    'ignore ',
    '"s1": ',
    '\u001b[',
  ],
];
/** What is repeated, and what stands before and behind it, so that it is inside. */
const TEXTS: readonly (readonly [before: string, sign: string, behind: string])[] = [
  ...AWKWARD.map((sign) => ['x', sign, 'x'] as const),
  ['', '"', ''],
  ['', '.', ''],
  ['---', ' ', 'x'],
  ['**x**', ' ', 'x'],
  ['```json\n', '\n', 'x'],
  ['|x|\n|-', ' ', 'x'],
];

function millisecondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('the work on a long text of one sign', () => {
  it.each(Object.entries(READERS))('grows with its length: %s', (_, read) => {
    const tooMuch: string[] = [];
    for (const [before, sign, behind] of TEXTS) {
      const of = (length: number) => before + sign.repeat(Math.ceil(length / sign.length)) + behind;
      // The quickest of two: what else the machine does can only slow one down.
      const growth = () => {
        const large = millisecondsOf(() => read(of(LARGE)));
        return large > TELLING_MS ? large / millisecondsOf(() => read(of(SMALL))) : 1;
      };
      if (growth() > MOST_GROWTH && growth() > MOST_GROWTH) tooMuch.push(JSON.stringify(before + sign));
    }
    expect(tooMuch).toEqual([]);
  });
});
