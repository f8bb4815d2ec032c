import { digest } from '../../../text/hash.js';
import { bareWording } from '../../../text/wording.js';
import { contentWords } from '../../../text/words.js';
import { LEAST_OWN_WORDS } from '../take-apart/unit.js';

/** Fewer content words than this mean nothing without the answer around them. */
export const STANDS_ALONE = 4;

/** A tag of HTML with nothing in it that is shown, read out, loaded or led to. */
export const TAG =
  /<\/?[a-z][a-z0-9]{0,15}(?:\s+(?:class|id|target|rel|width|height|align|colspan|rowspan|lang|dir)=(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^\s"'<>]{1,300}))*\s*\/?>/gi;
const COMMENT = /<!--[^<>]{0,300}-->/g;
const SPACE_ENTITY = /&(?:nbsp|ensp|emsp|thinsp|shy|zwn?j|#160|#xa0);/gi;
const SHOWS_NOTHING = /\p{Default_Ignorable_Code_Point}/gu;
const FOOTNOTE = /\[\^?\d{1,3}\]$/;
/** Those of the sentence before, which its full stop cut off. */
const FIRST_FOOTNOTES = /^(?:\s*\[\^?\d{1,3}\])+\s*(?=\S)/;
const LONGEST_FOOTNOTE = '[^123]'.length;
/** Accents fall away: dots can be put under every letter, and two statements seldom differ in one. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{N}])\p{M}+/gu;
/** Numbers with their signs, and letters; `C++` and `C#` are no C. */
const NUMBER = '(?:-|−)?\\p{Sc}?\\p{N}+(?:[.,:\\/]\\p{N}+)*[%‰°\\p{Sc}]?';
/** As many letters at once as can be: they are put together anyway. */
const LETTERS = '(?<!\\p{L})\\p{L}[+#]+|\\p{L}\\p{M}*(?:\\p{L}\\p{M}*(?![+#\\p{M}]))*';
const PICTURES = '\\p{So}\\p{Extended_Pictographic}';
const SAID = new RegExp(`${NUMBER}|${LETTERS}|[${PICTURES}]`, 'gv');
const SAID_BRIEFLY = new RegExp(`${NUMBER}|${LETTERS}|[[${PICTURES}\\p{Sm}\\p{Sc}]--[\\|~]]`, 'gv');

const PICTURE = /^[\p{So}\p{Extended_Pictographic}]/u;

/** A statement as it is compared with what the same answer said before: its letters, numbers, and what pictures it has. */
function saidWording(text: string): string {
  const shown = text
    .replace(COMMENT, (comment) => (contentWords(comment).length < LEAST_OWN_WORDS ? '' : comment))
    .replace(TAG, '')
    .replace(SPACE_ENTITY, ' ');
  const line = bareWording(withoutFootnotes(shown.normalize('NFKC').replace(SHOWS_NOTHING, '').trimEnd()));
  // In code every sign counts.
  if (text.includes('\n')) return line.toLowerCase();
  const plain = line.toLowerCase().normalize('NFKD').replace(ACCENTS, '');
  const found = plain.match(contentWords(plain).length < STANDS_ALONE ? SAID_BRIEFLY : SAID) ?? [];
  const isPicture = (sign: string): boolean => PICTURE.test(sign);
  const words = found.filter((sign) => !isPicture(sign));
  const pictures = [...new Set(found.filter(isPicture))].toSorted();
  const question = isQuestion(line) ? '?' : '';
  // Letters without the space between them, which may be put anywhere; numbers apart.
  const said = words.map((word) => (/\p{N}/u.test(word) ? ` ${word} ` : word)).join('');
  return found.length === 0 ? line : `${said}${question}${pictures.join('')}`;
}

/** The text without the marks of footnotes around it. */
function withoutFootnotes(marked: string): string {
  const text = marked.replace(FIRST_FOOTNOTES, '');
  let kept = text.length;
  for (let end = kept; ; ) {
    while (end > 0 && /[\s.!?]/.test(text[end - 1] ?? '')) end -= 1;
    const mark = FOOTNOTE.exec(text.slice(Math.max(0, end - LONGEST_FOOTNOTE), end))?.[0];
    if (mark === undefined || mark.length === end) return text.slice(0, kept);
    end -= mark.length;
    kept = end;
  }
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Whether a question mark stands behind the last word. */
function isQuestion(line: string): boolean {
  let end = line.length;
  while (end > 0 && !LETTER_OR_NUMBER.test(line[end - 1] ?? '')) end -= 1;
  return /[?؟]/.test(line.slice(end));
}

/**
 * What is said again in the same words, each once: repeating what is true must not make up for what is not. Letter case,
 * punctuation, markup, the mark of a footnote and signs that do not show make no other words; numbers do.
 */
export function onlyOnce<Said extends { readonly text: string }>(items: readonly Said[]): Said[] {
  const first = new Map<string, Said>();
  for (const item of items) {
    const wording = saidWording(item.text);
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
    const said = bareWording(statement);
    const alone = !opensDependent(said) && contentWords(said).length >= STANDS_ALONE;
    return digest(alone ? [asked, said] : [asked, said, options.answerHash]);
  };
}

/** Short enough to be copied, long enough that no statement can be made to have another's (`LABEL_KEY`). */
const LABEL_KEY_CHARACTERS = 20;

/**
 * Gives each statement the key of its label: that of its verdict without judge and rubric, since what a team says holds
 * for any judge.
 *
 * @param options.judged Everything besides the statement that the label hangs on: scorer, task, history, input.
 */
export function createLabelKeys(options: Parameters<typeof createVerdictKeys>[0]): VerdictKeys {
  const keyOf = createVerdictKeys(options);
  return (statement) => keyOf(statement).slice(0, LABEL_KEY_CHARACTERS);
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
    // Spanish and its neighbour, Italian, Dutch
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

const FIRST_WORD = /^[\p{L}\p{M}]+/u;

/** Whether a statement opens with a pronoun, a connective or a bare number: read alone it may mean anything. */
function opensDependent(statement: string): boolean {
  if (BARE_NUMBER.test(statement) || UNSPACED_OPENERS.test(statement)) return true;
  const first = FIRST_WORD.exec(statement)?.[0];
  return first !== undefined && OPENERS.has(first.toLowerCase());
}
