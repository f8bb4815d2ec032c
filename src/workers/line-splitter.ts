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
