import { type Rule, yes } from '../rule.js';
import type { TextView } from '../text-view.js';
import { sharedKeys } from '../tokens.js';

const NOTHING =
  /^(?:sorry,? )?(?:(?:there (?:are|is|were) (?:currently |no |not |none)|you (?:do not|don't|currently|have no)|i (?:found no|could(?:n't| not) find)|we (?:found no|have no)|no |none|nothing|not any|zero |0 )|(?:es gibt |sie haben |du hast |ich habe )?(?:derzeit |aktuell |noch )?keine?\b|nichts )|(?:ありません|見つかりません(?:でした)?|いません|ございません|0件|なし)/i;
/** Longest "nothing found" in words; longer ones say something of their own. */
const NOTHING_WORDS = 9;
/** Longest entry of a list that is still only named. */
const ENTRY_WORDS = 12;
const DESCRIPTION = /^(.{1,60}?)\s*(?:[-–—]\s|[:：(（]|,\s|→)/u;

/** Entries of the list that was asked for, whatever their names, and the news that there are none. */
export const listItem: Rule = ({ statement, request, answer, place }) => {
  const plural =
    request.kind === 'list' ||
    (request.kind === 'question' && ['thing', 'person'].includes(request.expected));
  if (!plural) return null;
  if (NOTHING.test(statement.text) && statement.words.length <= NOTHING_WORDS) {
    const about = sharedKeys(request.focus, statement.keys).length > 0 || statement.words.length <= 3;
    if (about || /\bfound\b|\byet\b|gefunden|vorhanden|見つかり/i.test(statement.text)) {
      return yes('It says that there is nothing to list.');
    }
  }
  const unit = answer.units[place];
  if (unit === undefined) return null;
  const entry =
    unit.listItem ||
    unit.block === 'table' ||
    unit.block === 'json' ||
    (request.kind === 'list' && isPlainEntry(unit));
  if (!entry) return null;
  if (!unit.clause && statement.words.length <= ENTRY_WORDS * 2)
    return yes('It is an entry of the list that was asked for.');
  const named = DESCRIPTION.exec(unit.text)?.[1];
  if (
    named !== undefined &&
    named.split(/\s+/).length <= 5 &&
    !/^(?:the|an?|i|you|it)\b.*\b(?:is|are)\b/i.test(named)
  ) {
    return yes('It names an entry of the list that was asked for and describes it.');
  }
  return null;
};

/** One of several short lines without marks, or one line of names parted by commas. */
function isPlainEntry(unit: TextView): boolean {
  if (unit.clause || unit.words.length === 0 || unit.words.length > ENTRY_WORDS) return false;
  return (
    /,|、|\band\b|\bund\b|\p{Lu}|[\p{Script=Han}\p{Script=Katakana}]/u.test(unit.text) ||
    unit.words.length <= 3
  );
}
