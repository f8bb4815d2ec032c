import type { Repeat } from '../../ports/run-record.js';
import { counted } from '../../text/counts.js';
import { bareReason, cutText, oneLine } from '../../text/values.js';

const REASON_CHARACTERS = 120;

const WHAT: Readonly<Record<Repeat['of'], (count: number) => string>> = {
  answer: (count) => `${counted(count, 'answer')} asked for a second time`,
  judgement: (count) => `${counted(count, 'answer')} judged a second time`,
  reply: (count) => `${counted(count, 'reply', 'replies')} of the judge asked for a second time`,
};

/** What a run had to ask for once more, and the commonest reason. Holds foreign text. */
export function explainRepeats(repeats: readonly Repeat[] = []): readonly string[] {
  return [...Map.groupBy(repeats, ({ of }) => of)].map(([of, all]) => {
    const [first] = all.toSorted((a, b) => b.count - a.count);
    const count = all.reduce((sum, repeat) => sum + repeat.count, 0);
    return `${WHAT[of](count)}: ${cutText(oneLine(bareReason(first?.why ?? '')), REASON_CHARACTERS)}`;
  });
}
