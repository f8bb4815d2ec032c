import { listSentences } from '../text/sentences.js';
import { collapseWhitespace, cutText } from '../text/values.js';

const MAX_PURPOSE_LENGTH = 200;

/** The first sentence of a prompt, which mostly says what the agent is for; `null` if it has a placeholder. */
export function findPurpose(prompt: string): string | null {
  const lines = prompt.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:#|---|<)/.test(line));
  const [line = ''] = lines;
  const [plain = ''] = line.split('{');
  const [first] = listSentences(collapseWhitespace(plain));
  const isWhole = plain === line || /[.!?。！？]\s*$/.test(first ?? '');
  return first === undefined || !isWhole ? null : cutText(first, MAX_PURPOSE_LENGTH);
}
