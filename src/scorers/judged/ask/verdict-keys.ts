import { contentWords } from '../../../text/words.js';
import { digest } from '../../digest.js';
import { plainOf } from '../take-apart/talks-to-grader.js';

/** Fewer content words than this mean nothing without the answer around them. */
export const STANDS_ALONE = 4;

const LIST_MARKS = new Set('-*+•‣◦–>#');
const OPENING_MARKS = new Set(' "\'“”„«»‘’`*_([{「『');
const CLOSING_MARKS = new Set(' "\'“”„«»‘’`*_)]}」』.!,:;…。！、，；：');

/** A statement as it is looked up: the same but for white space, outer list marks and punctuation. */
export function keyedWording(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const start = endOfOuterMarks(line);
  let end = line.length;
  // From the outside in, each sign once: what an answer ends with may be very long.
  while (end > start && CLOSING_MARKS.has(line[end - 1] ?? '')) end -= 1;
  return end > start ? line.slice(start, end) : text.trim();
}

/** Where a line begins to say something: list marks count as outer ones where a space follows them. */
function endOfOuterMarks(line: string): number {
  let at = 0;
  for (;;) {
    let next = at;
    while (OPENING_MARKS.has(line[next] ?? '')) next += 1;
    let marks = next;
    while (LIST_MARKS.has(line[marks] ?? '')) marks += 1;
    if (marks > next && line[marks] === ' ') next = marks;
    if (next === at) return at;
    at = next;
  }
}

/**
 * What is said again in the same words, each once: repeating what is true must not make up for what is not. Letter case
 * and signs that do not show make no other words.
 */
export function onlyOnce<Said extends { readonly text: string }>(items: readonly Said[]): Said[] {
  const first = new Map<string, Said>();
  for (const item of items) {
    const wording = keyedWording(plainOf(item.text)).toLowerCase();
    if (!first.has(wording)) first.set(wording, item);
  }
  return [...first.values()];
}

/** Gives each statement the key of its verdict. */
export type VerdictKeys = (statement: string) => string;

/**
 * @param options.judged Everything besides the statement that the verdict hangs on: judge, rubric, task, history, input.
 * @param options.answerHash Enters the key of statements that mean nothing alone.
 */
export function createVerdictKeys(options: {
  readonly judged: readonly unknown[];
  readonly answerHash: string;
}): VerdictKeys {
  const asked = digest(options.judged);
  return (statement) => {
    const said = keyedWording(statement);
    const alone = !opensDependent(said) && contentWords(said).length >= STANDS_ALONE;
    return digest(alone ? [asked, said] : [asked, said, options.answerHash]);
  };
}

/** First words that point at something said before; lower case. */
const OPENERS: ReadonlySet<string> = new Set(
  [
    // English: pronouns, connectives, short answers
    `he she it they him her them his hers its their theirs this that these those such one ones both all none neither
    either some others another each same former latter here there who which what
    and or but nor so yet also however therefore thus hence then because since moreover furthermore additionally
    besides otherwise instead still though although nevertheless nonetheless meanwhile consequently accordingly
    finally next afterwards similarly likewise conversely if unless yes no not exactly correct true false
    first second third firstly secondly thirdly lastly`,
    // German
    `er sie es ihn ihm ihr ihnen sein seine ihre dies diese dieser dieses das jene jener jenes solche beide alle keine
    und oder aber doch also auch jedoch daher deshalb deswegen dann denn weil außerdem zudem ferner sonst stattdessen
    dennoch trotzdem danach schließlich ja nein nicht hier dort dabei dafür dazu davon`,
    // French
    `il elle ils elles ce cet cette ces cela ça celui celle ceux lui leur y en
    et ou mais donc aussi cependant toutefois pourtant ensuite puis car parce ainsi enfin sinon oui non`,
    // Spanish, Portuguese, Italian, Dutch
    `él ella ello ellos ellas este esta esto estos estas ese esa eso esos esas aquel aquello
    y o pero también además sin embargo por entonces luego así porque aunque finalmente sí no
    ele ela eles elas isso isto esse essa mas também porém portanto então depois assim sim não
    lui lei loro esso essa questo questa quello quella ma anche però quindi poi perché inoltre infine sì
    hij zij ze het dit dat deze die en maar ook echter daarom dus dan want bovendien ja nee`,
    // Russian
    'он она оно они это этот эта эти тот та те и или но а также однако поэтому затем потому кроме да нет',
  ].flatMap((list) => list.split(/\s+/)),
);

/** The same in languages that put no space after the word. */
const UNSPACED_OPENERS =
  /^(?:これ|それ|あれ|この|その|あの|ここ|そこ|こちら|そちら|彼女?|彼ら|また|しかし|でも|そして|だから|なので|ただし|なお|さらに|次に|つまり|はい|いいえ|这|那|它们?|他们?|她们?|其|但是?|而且|所以|因此|然后|此外|另外|不过|是的|不是|不，|이것|그것|저것|이는|그는|그녀|그들|그리고|하지만|그러나|그래서|따라서|또한|네[,.]|아니)/u;

const BARE_NUMBER = /^[+-]?\p{N}[\p{N}.,:/-]*%?(?:\s|$)/u;

/** Whether a statement opens with a pronoun, a connective or a bare number: read alone it may mean anything. */
function opensDependent(statement: string): boolean {
  if (BARE_NUMBER.test(statement) || UNSPACED_OPENERS.test(statement)) return true;
  const first = /^[\p{L}\p{M}]+/u.exec(statement)?.[0];
  return first !== undefined && OPENERS.has(first.toLowerCase());
}
