import { ProviderError, UserError } from '../ports/errors.js';
import type { Judge } from '../ports/judge.js';
import { judgeStatements } from './judge-statements.js';

/** Raised whenever a rule changes: verdicts of other rules are not comparable. */
const RULES_VERSION = 7;

/**
 * The offline judge: decides by general rules of form and wording, with no network and no model.
 *
 * It answers `answer-relevancy/verdicts`, and `answer-relevancy/statements` with an empty list, by which it leaves the
 * taking apart to the scorer's own segmenter. It cannot tell a right one-word answer from a wrong one, and recognises
 * no translation, no returned greeting and no text of a program that failed. A tool call beside a text is never a *no*:
 * whether the answer needed it shows in no word.
 */
export function createBuiltinJudge(): Judge {
  return {
    name: 'builtin',
    fingerprint: `builtin/${RULES_VERSION}`,
    builtin: true,
    async ask(question, { signal }) {
      if (signal.aborted) throw new ProviderError('The run was stopped.', { kind: 'aborted' });
      if (question.prompt !== undefined) {
        throw new UserError(
          `The built-in judge cannot answer ${question.name}, which is a prompt in words: give the scorer a model as judge, for example judge: { model: 'openai/gpt-6-luna' }.`,
        );
      }
      switch (question.name) {
        case 'answer-relevancy/statements':
          return { statements: [] };
        case 'answer-relevancy/verdicts':
          return judgeStatements(question);
        default:
          throw new ProviderError(
            `The built-in judge does not answer “${question.name}”: name a model as judge for what needs it.`,
            { kind: 'bad-request' },
          );
      }
    },
  };
}
