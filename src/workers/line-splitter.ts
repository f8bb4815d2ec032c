/** Takes a stream's text piece by piece. */
export interface LineSplitter {
  push(piece: string): void;
  /** The stream has ended: what is left is a line, though no newline follows. */
  end(): void;
}

/**
 * Cuts a stream into lines at `\n` (a `\r` before it goes too). Pieces of an unfinished line are joined once, so that
 * long lines cost linear time.
 *
 * @param options.longest characters; past them `onOverflow` is called once and everything else is dropped.
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
