import { explainStrangeNumber, findStrangeNumber } from '../text/json.js';
import type { Redact } from '../text/redact.js';
import { cutText, quoteOutput } from '../text/values.js';

const MAX_LINE_LENGTH = 160;

/** The beginning of a line, redacted before it is cut: half a secret would not be recognised. */
export function quoteLine(line: string, redact: Redact): string {
  return cutText(redact(line), MAX_LINE_LENGTH);
}

/** Why a line that is not a JSON object is no reply. */
export function explainNoReply(
  line: string,
  redact: Redact,
): { readonly kind: 'broken' | 'stray'; readonly why: string } {
  const shown = quoteLine(line, redact);
  const strange = findStrangeNumber(line);
  if (strange === null) return { kind: 'stray', why: shown };
  const why = `wrote a line that is not JSON: ${explainStrangeNumber(strange)}${quoteOutput(shown)}`;
  return { kind: 'broken', why };
}

const JAVASCRIPT = /(?:^|[/\\])(?:node|tsx|ts-node|bun|deno|npx)(?:\.exe|\.cmd)?$/;

/** How a program keeps its logs away from its answers, in the two lines that its language needs. */
export function explainStrayOutput(command: readonly string[], shown: string): string {
  const isJavaScript = command.some((word) => JAVASCRIPT.test(word));
  const [first, second] = isJavaScript
    ? ['console.log = console.error;', `process.stdout.write(JSON.stringify(answer) + '\\n');`]
    : ['answers, sys.stdout = sys.stdout, sys.stderr', 'print(json.dumps(answer), file=answers, flush=True)'];
  return `wrote text to stdout that is not a JSON object, first: ${shown} (stdout is for answers alone; to send logs to stderr, begin the program with \`${first}\` and write answers with \`${second}\`)`;
}
