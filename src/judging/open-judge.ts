import { createBuiltinJudge } from '../offline-judge/builtin-judge.js';
import type { ChatClient } from '../ports/chat.js';
import { UserError } from '../ports/errors.js';
import type { Judge } from '../ports/judge.js';
import type { JudgeSettings } from '../ports/settings.js';
import { createLlmJudge } from './llm-judge.js';

/** The model name that means the offline judge. */
export const BUILTIN_JUDGE = 'builtin';

/**
 * Opens the judge that the settings name.
 * @param chat The judge's provider; only the built-in judge does without.
 * @throws UserError where a model is named and no provider was given.
 */
export function openJudge(
  settings: JudgeSettings,
  chat: ChatClient | null,
  options: { readonly salt: string },
): Judge {
  if (settings.model === BUILTIN_JUDGE) return createBuiltinJudge();
  if (chat === null) {
    throw new UserError(`judge-model: ${settings.model} needs a provider, and none was opened for it`);
  }
  return createLlmJudge(settings, chat, options);
}
