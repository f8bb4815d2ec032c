import type { ChatClient } from '../model/chat.js';
import { UserError } from '../model/errors.js';
import type { Judge } from '../model/judge.js';
import type { JudgeSettings } from '../model/settings.js';
import { createBuiltinJudge } from './builtin/builtin-judge.js';
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
