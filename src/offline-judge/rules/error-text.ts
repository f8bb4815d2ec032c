import { no, type Rule } from '../rule.js';

/** What only a program writes. */
const PROGRAM_TEXT: readonly RegExp[] = [
  /^\W*(?:undefined|null|nan|none|\[object \w+\]|nil|n\/a)\W*$/i,
  /\[object [A-Z]\w+\]/,
  /^\s*at\s+\S.*(?:\(.+:\d+:\d+\)|:\d+:\d+)\s*$/m,
  /Traceback \(most recent call last\)|^\s*File ".+", line \d+/m,
  /\b[A-Z]\w*(?:Error|Exception)\b\s*(?::|\(|at\b)/,
  /\b(?:Uncaught|Unhandled)\b.{0,40}\b(?:exception|rejection|error)\b|\bsegmentation fault\b|\bstack overflow\b.*\bat\b|\bcore dumped\b/i,
  /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOENT|EACCES|EPIPE|ENOTFOUND)\b/,
];

/** What a person may write as well, when errors are the topic. */
const ERROR_WORDING: readonly RegExp[] = [
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?: code)?|error|code)\W{0,3}(?:4\d{2}|5\d{2})\b/i,
  /\b(?:500 internal server error|502 bad gateway|503 service (?:temporarily )?unavailable|504 gateway time-?out|429 too many requests|404 not found|403 forbidden|401 unauthorized)\b/i,
  /\b(?:internal server error|bad gateway|gateway time-?out|an unexpected error occurred|something went wrong|request (?:failed|timed out)|failed to fetch|connection (?:refused|reset))\b/i,
  /\b(?:is not a function|cannot read propert(?:y|ies) of|is not defined|unexpected token)\b/i,
  /\b(?:interner serverfehler|ein (?:unerwarteter |interner )?fehler ist aufgetreten)\b|(?:内部|サーバー|予期しない)エラー|エラーが発生しました/i,
];

const ABOUT_ERRORS =
  /\b(?:errors?|exceptions?|stack ?traces?|traceback|bugs?|crash\w*|debug\w*|status codes?|http|undefined|null|nan|fehler\w*|log(?:s|file)?|[45]\d{2})\b|エラー|例外|不具合/i;

/** The text of a program that failed. Where errors are asked about, sentences on them are no error text. */
export const errorText: Rule = ({ statement, request }) => {
  const { text } = statement;
  if (statement.code) return null;
  const verdict = no('It is the error text of a program, not an answer.');
  // "None" may be what a short question wants to hear.
  if (/^\W*(?:none|n\/a)\W*$/i.test(text))
    return ['list', 'question'].includes(request.kind) ? null : verdict;
  if (PROGRAM_TEXT.some((pattern) => pattern.test(text) && !pattern.test(request.input))) return verdict;
  if (!ERROR_WORDING.some((pattern) => pattern.test(text))) return null;
  return statement.clause && ABOUT_ERRORS.test(request.input) ? null : verdict;
};
