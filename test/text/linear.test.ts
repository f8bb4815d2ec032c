import { expect, it } from 'vitest';
import { findForeignTemplates } from '../../src/dataset/foreign-templates.js';
import { parsePromptFile } from '../../src/dataset/prompt-file.js';
import { listPlaceholders } from '../../src/dataset/render-prompt.js';
import { parseReply } from '../../src/judging/judge-messages.js';
import { classifyAnswer, toClause } from '../../src/llm/provider-failure.js';
import { readErrorAnswer } from '../../src/llm/send-completion.js';
import { ProviderError } from '../../src/model/errors.js';
import { toConsoleLine } from '../../src/report/console.js';
import { formatHtml } from '../../src/report/html/html.js';
import { escapeLine, formatLine, renderCodeCell, renderFence } from '../../src/report/markdown.js';
import { removeWords } from '../../src/scorers/judged/items-question.js';
import { parseReplyText } from '../../src/scorers/judged/reply-text.js';
import { screenText } from '../../src/scorers/judged/split-answer.js';
import { findStrangeNumber, tryJson } from '../../src/text/json.js';
import { createRedactor } from '../../src/text/redact.js';
import { listSentences } from '../../src/text/sentences.js';
import { collapseWhitespace, cutText } from '../../src/text/values.js';
import { revealInvisible } from '../../src/text/visible-text.js';
import { findEmoji, listWords, normalizeWording, readWords } from '../../src/text/words.js';
import { explainNoReply } from '../../src/workers/stray-output.js';
import { growthOf, MAX_LINEAR_GROWTH } from '../support/growth.js';

const SECRET = 'sk-live-0123456789abcdef';
const redact = createRedactor([SECRET, 'first line of a key 1\nsecond line of a key 2']);

/** What reads texts of an agent, a judge, a provider or a fork. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  normalizeWording,
  clauseOf: (text) => toClause(new ProviderError(text, { kind: 'malformed' })),
  renderCodeCell,
  consoleLine: toConsoleLine,
  cutText: (text) => cutText(text, 60),
  findEmoji,
  error: (text) =>
    classifyAnswer(
      readErrorAnswer(429, { error: { message: text, code: text } }, new Headers(), redact),
      { from: 'host', baseUrl: '', keySource: '' },
      0,
    ),
  explainNoReply: (text) => explainNoReply(text, redact),
  renderFence,
  findForeignTemplates,
  findStrangeNumber,
  formatHtml,
  formatLine: (text) => formatLine(text, Number.POSITIVE_INFINITY),
  escapeLine,
  collapseWhitespace,
  parseReply: (text) => attempt(() => parseReply({ content: text, toolCalls: [] })),
  parseReplyText: (text) => parseReplyText(text, ['yes', 'no']),
  listPlaceholders: (text) => attempt(() => listPlaceholders(parsePromptFile(text, 'p.md'))),
  readWords,
  redact,
  screenText,
  listSentences,
  tryJson,
  revealInvisible,
  removeWords: (text) => removeWords(`Kept. ${text} x`, 'x'),
  listWords,
};

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

/** What is repeated: signs that open or close something, and beginnings of what somebody looks for. */
const REPEATED = [
  ...Array.from(' .,:;-_*~`\'"|<>[](){}\\#@&!$%/=+”。「'),
  '\n',
  '\\"',
  '\\n',
  '\r',
  '\u2028',
  '\u202e',
  '👩\u200d',
  'e\u0301',
  '犬',
  'a。',
  'a\n',
  '**a',
  '**a:** b ',
  '](',
  '![',
  '<a',
  '</',
  '<!--',
  '- ',
  '1. ',
  '> ',
  '|a',
  '|-|\n',
  '```\n',
  '~~~\n',
  '{{a',
  '{%',
  '{#',
  '","',
  '{"a":',
  '[1,',
  '"s1": ',
  'verdict ',
  '<think>',
  '</think>',
  '@a ',
  '#1 ',
  'http://a ',
  'a@b.c ',
  'e.g. ',
  'A. ',
  'model is ',
  'quota ',
  'per day ',
  'try again in 1s ',
  'sk-live-',
  'first line of a key 1\n',
  `${SECRET}\n`,
];

/** A text of this length that is read this soon tells nothing: the time is not measured exactly. */
const LONG = 65_536;
const SOON_MS = 100;

function isSoon(work: () => unknown): boolean {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system < SOON_MS * 1000;
}

it.each(Object.entries(READERS))('%s reads any text in time that grows with it', (_, read) => {
  for (const repeated of REPEATED) {
    const shapes = [(size: number) => repeated.repeat(size), (size: number) => `x${repeated.repeat(size)}y`];
    for (const textOf of shapes) {
      const size = Math.ceil(LONG / repeated.length);
      if (isSoon(() => read(textOf(size)))) continue;
      // Measured twice, since a busy machine can disturb one measurement.
      const measure = () => growthOf(textOf, Math.ceil(size / 16), read);
      expect(Math.min(measure(), measure()), JSON.stringify(repeated)).toBeLessThan(MAX_LINEAR_GROWTH);
    }
  }
});
