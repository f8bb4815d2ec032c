import type { Redact } from '../text/redact.js';
import { renderLastLines } from '../text/values.js';

const KEPT_CHARACTERS = 32 * 1024;
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 1_000;

/** A line that says what went wrong: Node prints its stack after it, Python before. */
const NAMES_AN_ERROR = /\b\w*(Error|Exception|Failure)\b.*\S|\bpanic(ked)?\b|^(fatal|error)\b/i;

/** The end of what a process wrote to stderr, for the message when it fails. */
export interface StderrTail {
  push(piece: string): void;
  clear(): void;
  /**
   * The last line that names an error, else the very last, and after it the last lines: whoever shows the message may
   * cut it at its end. On one line, free of secrets, as the end of a message; empty where nothing was written.
   */
  text(): string;
}

export function createStderrTail(redact: Redact): StderrTail {
  let kept = '';
  return {
    push(piece) {
      kept = (kept + piece).slice(-KEPT_CHARACTERS);
    },
    clear() {
      kept = '';
    },
    text() {
      // Redacted whole and cut then: half a secret would not be recognised.
      const lines = redact(kept)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .slice(-SHOWN_LINES);
      const line = lines.findLast((each) => NAMES_AN_ERROR.test(each)) ?? lines.at(-1);
      if (line === undefined) return '';
      const others = lines.length === 1 ? '' : renderLastLines(lines.join(' | ').slice(-SHOWN_CHARACTERS));
      return `; stderr: ${line.slice(-SHOWN_CHARACTERS)}${others}`;
    },
  };
}
