import { randomUUID } from 'node:crypto';
import { markFor, renderData, renderQuestion } from '../judging/question-messages.js';
import { parseReplyJson } from '../judging/reply-json.js';
import { messageOf, ProviderError, UserError } from '../ports/errors.js';
import type { Judge } from '../ports/judge.js';
import { shownJson } from '../text/values.js';

/** What a judge is asked: the rules, and what they are about. The reply is JSON, of the shape that the rules name. */
export type JudgeMessage = {
  readonly system: string;
  readonly prompt: string;
  readonly abortSignal: AbortSignal;
};

/**
 * A judge that asks a model of any library. Code fences and words around the JSON of a reply do no harm.
 *
 * @param name What reports call it; with what changes its verdicts, for example `gpt-x, temperature 0`.
 * @param ask Gives the model's reply. What it throws leaves the answer unscored.
 */
export function createJudge(name: string, ask: (message: JudgeMessage) => Promise<string>): Judge {
  const who = `createJudge ${shownJson(name)}`;
  if (typeof name !== 'string' || name === '')
    throw new UserError(`createJudge: name is ${shownJson(name)}: give a text`);
  if (typeof ask !== 'function') throw new UserError(`${who}: ask is ${shownJson(ask)}: give a function`);
  const salt = randomUUID();
  return {
    name,
    fingerprint: name,
    builtin: false,
    async ask({ name: question, rules, data, prompt, shape }, { signal }) {
      const rendered = renderData(data);
      const messages = renderQuestion(
        { rules, data: rendered, ...(prompt !== undefined && { prompt }) },
        { mark: markFor(rendered, [salt, question]), shape },
      );
      const [system = '', asked = ''] = messages.map(({ content }) => content);
      const reply: unknown = await ask({ system, prompt: asked, abortSignal: signal }).catch(
        (cause: unknown) => {
          if (signal.aborted || cause instanceof ProviderError) throw cause;
          throw new ProviderError(`${name}: ${messageOf(cause)}`, { kind: 'unavailable', cause });
        },
      );
      if (typeof reply === 'string') return parseReplyJson(reply);
      throw new UserError(`${who}: ask gave ${shownJson(reply)}: give the text of the model’s reply`);
    },
  };
}
