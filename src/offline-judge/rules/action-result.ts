import type { AnswerView } from '../answer-view.js';
import { hasTimeExpression } from '../calendar-words.js';
import { type Rule, yes } from '../rule.js';
import type { TextView } from '../text-view.js';
import { sharedKeys } from '../tokens.js';

const DONE =
  /^\W*(?:(?:done|all set|ok(?:ay)?|sure|great|perfect)[,!.:;–—-]*\s*)?(?:(?:i(?:'ve| have)?|we(?:'ve| have)?|it(?:'s| is| has been)?|you(?:'re| are| have been)|your \w+(?: \w+)? (?:is|has been|was)|that(?:'s| is))\s+(?:now |been |just |successfully )*)?(?:scheduled|booked|created|confirmed|added|sent|cancel+ed|set(?: up)?|updated|saved|invited|reserved|arranged|moved|deleted|removed|assigned|logged|opened|ordered|placed|completed|reminded|done|all set)\b/i;
const DONE_ELSEWHERE =
  /\b(?:erledigt|gebucht|angelegt|erstellt|eingetragen|bestätigt|vereinbart|verschickt|gesendet|storniert|reserviert|hinzugefügt|gelöscht)\b|(?:完了|予約|作成|登録|追加|設定|送信|変更|キャンセル|確定)(?:し(?:ました|ています)|いたしました|されました|済み)|承知(?:しました|いたしました)|かしこまりました/i;
const FAILED =
  /\b(?:no (?:free |open |available )*slots?|fully booked|already (?:booked|taken)|conflicts? with|not available|kein termin frei|空きがありません)\b/i;

/** Names of fields that describe an entry of a calendar or another record. */
const RECORD_FIELD =
  /\b(?:title|subject|name|summary|date|day|time|start|starts|end|ends|begin|from|to|until|when|where|duration|length|location|place|room|link|url|attendees?|participants?|guests?|invitees?|organi[sz]er|host|with|who|status|state|id|uid|event|meeting|appointment|agenda|description|notes?|reminders?|recurrence|time ?zone|calendar|created|updated|confirmation|reference|kind|type)\b|titel|betreff|datum|uhrzeit|beginn|ende|dauer|ort|raum|teilnehmer|termin|件名|タイトル|日時|日付|時間|開始|終了|場所|会議室|参加者|出席者|主催|所要時間|状態|議題/i;
/** Fields that make a record one of a calendar. */
const EVENT_FIELD =
  /\b(?:start|starts|end|ends|begin|date|time|when|duration|attendees?|participants?|event|meeting|appointment|location)\b|datum|uhrzeit|beginn|dauer|termin|teilnehmer|日時|日付|開始|終了|参加者|時間/i;

const CLARIFY =
  /^(?:(?:sure|of course|okay|ok|gladly|certainly|gern|natürlich)[,!.]*\s*)?(?:with whom|who(?:m| should| would| is)?|when|what (?:time|day|date|should|is the)|which (?:day|time|room|date)|how long|where|(?:could|can|would) you (?:please )?(?:tell|share|give|confirm|provide|let)|do you want|would you like|shall i|should i|mit wem|wann|um wie viel|wie lange|welche[rs]?|soll ich|いつ|何時|どなた|どちら)/i;

/** What an order to do something leads to: word that it is done, the record of it, or a question back. */
export const actionResult: Rule = ({ statement, request, answer, place }) => {
  const acted = request.transform === null && request.kind !== 'list' && answer.toolCalls.some(acts);
  const ordered = request.scheduling && request.kind !== 'question' && request.transform === null;
  if (request.kind !== 'action' && !ordered && !acted) return null;
  const { text, field } = statement;
  if (DONE.test(text) || (DONE_ELSEWHERE.test(text) && !isForeign(statement, request.focus))) {
    return yes('It says that what was asked is done.');
  }
  if (field !== null && RECORD_FIELD.test(field.label)) {
    if (!request.scheduling || isEvent(answer) || EVENT_FIELD.test(field.label)) {
      return yes(`It is the field “${field.label}” of the record that was asked for.`);
    }
  }
  const unit = answer.units[place];
  if (unit?.block === 'json' && isEvent(answer) && !statement.clause)
    return yes('It is part of the record that was asked for.');
  if (
    request.scheduling &&
    place >= 0 &&
    hasTimeExpression(text) &&
    (!statement.clause || FAILED.test(text))
  ) {
    return yes('It gives a time, as an entry of a calendar does.');
  }
  if (
    request.scheduling &&
    place >= 0 &&
    !statement.clause &&
    statement.words.length <= 6 &&
    answer.units.some((unit, at) => at !== place && hasTimeExpression(unit.text))
  ) {
    return yes('It stands in the entry of a calendar.');
  }
  if (request.scheduling && FAILED.test(text)) return yes('It says why it cannot be scheduled so.');
  if (/[?？]\s*$/.test(text) && (CLARIFY.test(text) || /\byou\b/i.test(text)) && place >= 0)
    return yes('It asks for what is missing to do it.');
  return null;
};

/** A tool whose name says that it changes something. */
function acts({ name }: AnswerView['toolCalls'][number]): boolean {
  return /(?:^|[._-])(?:create|add|insert|book|schedule|cancel|delete|remove|send|set|update|move|reserve|invite|turn|close|assign|post|put)(?:$|[._-])|^(?:create|add|insert|book|schedule|cancel|delete|remove|send|set|update|move|reserve|invite)\p{Lu}/u.test(
    name,
  );
}

/** Two fields of a calendar entry, or one and a time, make the answer an event. */
function isEvent(answer: AnswerView): boolean {
  const fields = answer.units.filter((unit) => unit.field !== null && EVENT_FIELD.test(unit.field.label));
  return fields.length >= 2 || (fields.length === 1 && hasTimeExpression(answer.text));
}

/** A full sentence with a subject of its own that has nothing to do with the order. */
function isForeign(statement: TextView, focus: ReadonlySet<string>): boolean {
  return (
    statement.language !== 'ja' &&
    statement.clause &&
    statement.words.length > 6 &&
    sharedKeys(focus, statement.keys).length === 0
  );
}
