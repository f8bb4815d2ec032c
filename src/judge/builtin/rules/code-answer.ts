import { type Rule, yes } from '../rule.js';

/** Code where code was asked for, or a way to do something: its names need not be those of the question. */
export const codeAnswer: Rule = ({ statement, request, answer, place }) => {
  const unit = answer.units[place];
  if (unit === undefined || unit.block !== 'code' || !(statement.code || unit.code)) return null;
  if (request.wantsCode) return yes('It is the code that was asked for.');
  return request.expected === 'steps' && request.kind !== 'list'
    ? yes('It shows how to do what was asked.')
    : null;
};
