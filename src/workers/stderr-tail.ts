import type { Redact } from '../text/redact.js';

const KEPT_CHARACTERS = 32 * 1024;
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 1_500;

/** The end of what a process wrote to stderr, for the message when it fails. */
export interface StderrTail {
  push(piece: string): void;
  clear(): void;
  /** The last lines on one line, free of secrets, as the end of a message; empty where there are none. */
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
      if (lines.length === 0) return '';
      return `; stderr: ${lines.join(' | ').slice(-SHOWN_CHARACTERS)}`;
    },
  };
}
