import type { ShownAnswer } from '../../ports/comparison.js';
import type { ToolCall } from '../../ports/dataset.js';
import type { RunRecord, Sample } from '../../ports/run-record.js';

const ARGUMENT_CHARACTERS = 200;

/** A sample's answer as a reader sees it; `null` where there is none or the record keeps no answers. */
export function shownAnswer(sample: Sample | undefined, text: RunRecord['text']): ShownAnswer | null {
  if (sample === undefined) return null;
  const { answer } = sample;
  if (answer.status === 'failed') return { status: 'failed', message: answer.message };
  if (text !== 'full') return null;
  return { status: 'answered', output: answer.output, toolCalls: answer.toolCalls.map(renderCall) };
}

function renderCall({ name, arguments: given }: ToolCall): string {
  const text = given === undefined ? '' : typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
  const shown =
    text.length > ARGUMENT_CHARACTERS ? `${text.slice(0, ARGUMENT_CHARACTERS).toWellFormed()}…` : text;
  return `${name}(${shown})`;
}
