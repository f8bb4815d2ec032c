import type { AnswerView } from '../answer-view.js';
import type { RequestView } from '../request-view.js';
import { type Rule, unsure, yes } from '../rule.js';
import type { TextView } from '../text-view.js';
import { contentKeys, readWords, sharedKeys } from '../tokens.js';

/** Names of the fields that summaries, triage notes and classifications have. */
const FIELD =
  /^(?:\W*)(?:(?:suggested|recommended|proposed|next|required|key|main|overall|customer|user|reported|requested) )?(?:priority|severity|urgency|urgent|impact|category|topic|subject|type|kind|label|class|tags?|sentiment|tone|mood|intent|summary|issue|problem|request|ask|asks|question|need|needs|action|actions|steps?|todo|to-do|follow[- ]?up|owner|assignee|assigned to|team|queue|route|routing|department|from|sender|customer|client|reporter|contact|account|due|deadline|by when|when|date|eta|status|state|language|channel|product|area|root cause|cause|reason|context|background|details|notes?|decision|decisions|risks?|blockers?|points?|points|takeaways?|outcome|result|confidence|score|amount|order|reference|escalation|escalate|reply)\b/i;
const FIELD_ELSEWHERE =
  /^(?:\W*)(?:priorität|dringlichkeit|kategorie|thema|betreff|art|zusammenfassung|problem|anliegen|frage|aktion|maßnahme|nächste\w* schritte?|zuständig|team|abteilung|absender|kunde|kundin|kontakt|fällig|frist|status|stimmung|ursache|hinweis)|(?:優先度|緊急度|重要度|カテゴリ|分類|種別|件名|要約|概要|問題|要望|依頼|対応|次の(?:対応|アクション|ステップ)|担当|期限|締切|状態|感情|差出人|顧客|原因|備考)/i;

/** Words that a digest of a message uses for the message's parts. */
const DIGEST_WORDS =
  /\b(?:p[0-4]|sev ?-?[0-4]|urgent|asap|high|medium|low|critical|priority|severity|outage|incident|complaint|bug|issue|escalat\w*|follow[- ]?up|blocked|blocker|blocking|deadline|overdue|due|owner|assign\w*|unassigned|on[- ]call|triage|ticket|churn|at risk|refund|billing|payment|duplicate|invoice|account|access|login|lockout|locked|shipping|delivery|delay\w*|missing|damaged|feature request|question|inquiry|enquiry|feedback|cancellation|renewal|positive|negative|neutral|spam|not spam|frustrated|angry|unhappy|upset|satisfied|happy|confused|action required|no action|eod|eow|needs? reply|reply by|respond|down|failing|failed|failure|fault|faulty|broken|repairs?|vulnerable|hazard|injury|leak|overcharged|overbilled|regression)\b|\b(?:dringend|hoch|mittel|niedrig|kritisch|beschwerde|störung|ausfall|rückfrage|anfrage|frist|positiv|negativ|neutral|unzufrieden)\b|(?:緊急|至急|高|中|低|重大|苦情|障害|問い合わせ|要望|期限|肯定的|否定的|中立|不満)/iu;

/** "Customer reports …", "Sender wants …": how a digest speaks of whoever wrote. */
const REPORT =
  /^(?:(?:the|an?|our|this|one|existing|new|long-time|loyal|paying|angry|upset|unhappy|frustrated) )*(?:customer|client|user|sender|author|requester|reporter|caller|buyer|subscriber|guest|tenant|patient|student|employee|applicant|writer|colleague|team|they|he|she|email|e-mail|message|letter|ticket|article|text|report|document|speaker|participants?|attendees|company)\b/i;
const REPORT_ELSEWHERE =
  /^(?:(?:der|die|ein|eine) )?(?:kund(?:e|in|en)|absender(?:in)?|nutzer(?:in)?|autor(?:in)?|team|mail|nachricht|text|artikel)\b|^(?:お客様|顧客|送信者|差出人|ユーザー|利用者|担当者|筆者|メール|本文)/i;

/** Whoever it is, with a verb of wishing or reporting: "Both tenants ask for …". */
const WISH =
  /^(?:[\p{L}’'-]+\s+){1,3}(?:wants?|asks?|reports?|requests?|complains?|expects?|needs?|claims?|offers?|apologi[sz]es?|wishes|wish|would like|möchten?|bitten?|bittet|fordert|fordern|meldet|melden)\s/iu;

/** Third person without a subject: "Wants …", "Asks for …". */
const HEADLESS =
  /^(?:wants|needs|asks|asking|requests|requesting|reports|reporting|complains|says|states|claims|mentions|expects|demands|threatens|cannot|can't|unable|wishes|would like|requires|seeks|waiting|awaiting|blocked|disputes|thanks|confirms|suggests|offers|möchte|bittet|fragt|meldet|benötigt|fordert|beschwert)\b/i;

/** Orders to whoever handles the message. */
const HANDLING =
  /^(?:please )?(?:forward|dispatch|arrange|compensate|investigate|escalate|assign|route|reply|respond|follow up|contact|call|confirm|investigate|check|verify|refund|credit|reimburse|review|approve|reject|close|resolve|restart|roll ?back|reset|unlock|replace|resend|send|schedule|notify|inform|ask|apologi[sz]e|offer|issue|hand|loop|flag|prioriti[sz]e|acknowledge|update|fix|cancel|draft|prepare|weiterleiten|eskalieren|antworten|prüfen|klären|erstatten|zurückrufen|kontaktieren)\b/i;

/** Text of one line with parts side by side: "P1 · access · whole site". */
const SEPARATORS = /\S\s*[|·•/→>]\s*\S|\s[–—-]\s/u;

/** Evidence that one line was derived from the text that was to be turned. Never by letters alone. */
function evidence(statement: TextView, request: RequestView, answer: AnswerView): string | null {
  const { text, field, clause } = statement;
  const short = text.replace(/^[^\p{L}\p{N}]+/u, '');
  if (field !== null) {
    if (FIELD.test(field.label) || FIELD_ELSEWHERE.test(field.label))
      return `It fills the field “${field.label}”.`;
    if (namedByTask(field.label, request))
      return `It fills the field “${field.label}”, which the task names.`;
    if (!clause && answer.units.filter((unit) => unit.field !== null).length >= 2)
      return `It fills the field “${field.label}”.`;
  }
  if (request.transform === 'label' && !clause && answer.words <= 4)
    return 'It is the label that was asked for.';
  if (REPORT.test(short) && statement.words.length > 2) return 'It reports what the message says.';
  if (REPORT_ELSEWHERE.test(short)) return 'It reports what the message says.';
  if (WISH.test(short)) return 'It reports what somebody wants.';
  if (HEADLESS.test(short)) return 'It reports what the sender wants.';
  if (HANDLING.test(short) && statement.words.length <= 25) return 'It says how to handle the message.';
  if (!clause && statement.words.length <= 14) {
    if (DIGEST_WORDS.test(text)) return 'It is a line of the summary that was asked for.';
    if (namedByTask(text, request) && statement.words.length <= 3)
      return 'It is one of the values that the task names.';
  }
  const marks = text.match(new RegExp(DIGEST_WORDS.source, 'giu'))?.length ?? 0;
  if (marks >= 2 && statement.words.length <= 25) return 'It sums up the message in words of triage.';
  return null;
}

/** All content of a label stands in the task or in the instruction. */
function namedByTask(label: string, request: RequestView): boolean {
  const words = readWords(label);
  const keys = contentKeys(words);
  // "What, where, how urgent": words that are grammar elsewhere.
  if (keys.size === 0) {
    const named = new Set(readWords(request.task).map(({ lower }) => lower));
    return words.length > 0 && words.every(({ lower }) => named.has(lower));
  }
  return (
    sharedKeys(keys, contentKeys(readWords(`${request.task}\n${request.instruction}`))).length === keys.size
  );
}

/** Lines of a summary, triage note or classification are relevant although they share no word with its source. */
export const derivedLine: Rule = ({ statement, request, answer, place }) => {
  if (request.transform !== 'digest' && request.transform !== 'label') return null;
  const found = evidence(statement, request, answer);
  if (found !== null) return yes(found);
  if (place < 0 || statement.clause || statement.code || statement.words.length > 14) return null;
  if (statement.form === 'instruction') return null;
  const others = answer.units.filter(
    (unit, at) => at !== place && evidence(unit, request, answer) !== null,
  ).length;
  if (others >= 1 && (others + 1) * 2 >= answer.units.length)
    return yes('It stands among the lines of the summary that was asked for.');
  if (SEPARATORS.test(statement.text) || others >= 1)
    return unsure('It has the form of a line of the summary.');
  return null;
};
