import type { AnswerView } from '../answer-view.js';
import type { RequestView } from '../request-view.js';
import { type Rule, yes } from '../rule.js';

/** Code where code was asked for: its names need not be those of the question. */
export const codeAnswer: Rule = ({ statement, request, answer, place }) => {
  const unit = answer.units[place];
  if (unit === undefined || unit.block !== 'code' || !(statement.code || unit.code)) return null;
  if (isOtherLanguage(unit.text, request, answer)) return null;
  return request.wantsCode ? yes('It is the code that was asked for.') : null;
};

/** The request names the language of another block of the answer, and not this one's. */
function isOtherLanguage(code: string, request: RequestView, answer: AnswerView): boolean {
  const words = new Set(request.input.toLowerCase().match(/[\p{L}\p{N}+#]+/gu));
  const tags = answer.units.filter(({ code: is }) => is).map(({ text }) => tagOf(text));
  const own = tagOf(code);
  return own !== '' && !words.has(own) && tags.some((tag) => words.has(tag));
}

function tagOf(code: string): string {
  return /^\s*(?:```|~~~)\s*([\p{L}\p{N}+#]*)/u.exec(code)?.[1]?.toLowerCase() ?? '';
}
