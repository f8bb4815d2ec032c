import { ProviderError, UserError } from '../ports/errors.js';
import type { Judge } from '../ports/judge.js';
import { judgeStatements } from './judge-statements.js';

/** Raised when a rule changes: verdicts under different rules are not comparable. */
const RULES_VERSION = 9;

/**
 * The offline judge for the demo, a first look and tests: shared words, short answers, lists and a few phrases. It
 * understands no meaning, makes no claim, and answers only `answer-relevancy/verdicts`.
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
