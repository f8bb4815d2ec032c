import type { Redact } from '../text/redact.js';
import { renderLastLines } from '../text/values.js';

/** Takes a stream's text in pieces. */
export interface LineSplitter {
  push(piece: string): void;
  /** The stream has ended: the rest is a line, even without a newline. */
  end(): void;
}

/**
 * Cuts a stream into lines at `\n` or `\r\n`, in linear time. After `longest` characters in one line it calls
 * `onOverflow` once and drops the rest.
 */
export function createLineSplitter(options: {
  readonly longest: number;
  readonly onLine: (line: string) => void;
  readonly onOverflow: () => void;
}): LineSplitter {
  const { longest, onLine, onOverflow } = options;
  let pieces: string[] = [];
  let length = 0;
  let overflowed = false;

  const keep = (piece: string) => {
    length += piece.length;
    if (length > longest) {
      overflowed = true;
      pieces = [];
      onOverflow();
    } else if (piece !== '') {
      pieces.push(piece);
    }
  };
  const finish = () => {
    const line = pieces.join('');
    pieces = [];
    length = 0;
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  };

  return {
    push(piece) {
      let from = 0;
      while (!overflowed) {
        const at = piece.indexOf('\n', from);
        if (at === -1) break;
        keep(piece.slice(from, at));
        if (!overflowed) finish();
        from = at + 1;
      }
      if (!overflowed) keep(piece.slice(from));
    },
    end() {
      if (!overflowed && pieces.length > 0) finish();
    },
  };
}

const KEPT_CHARACTERS = 32 * 1024;
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 1_000;

/** A line that names an error: Node prints its stack after it, Python before. */
const NAMES_AN_ERROR = /\b\w*(Error|Exception|Failure)\b.*\S|\bpanic(ked)?\b|^(fatal|error)\b/i;

/** The end of a process's stderr, for error messages. */
export interface StderrTail {
  push(piece: string): void;
  clear(): void;
  /**
   * The last line that names an error, else the last one, followed by the last lines. On one line, redacted; empty
   * without output.
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
      // Redacted before it is cut: half a secret would not be recognised.
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
