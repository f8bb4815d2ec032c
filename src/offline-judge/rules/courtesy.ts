import { type Rule, yes } from '../rule.js';

const GREETING =
  /^(?:hi|hello|hey|welcome|good (?:morning|afternoon|evening)|you(?:'re| are) (?:very )?welcome|my pleasure|no problem|glad (?:i|to)|how can i (?:help|assist)|what can i do|hallo|guten (?:tag|morgen|abend)|gern(?:e)?\b|bitte (?:schön|sehr)|wie kann ich|willkommen|こんにちは|おはよう|いらっしゃいませ|どういたしまして|ようこそ)/i;

const SYMPATHY =
  /\b(?:sorry (?:to hear|about|for|that)|apologi[sz]e|apologies|thank you for (?:reaching|contacting|letting|your|the|reporting|getting)|thanks for (?:reaching|contacting|letting|your|the|reporting|getting))|\b(?:entschuldig|tut uns leid|vielen dank für|danke für)|申し訳|お詫び|ご連絡ありがとう|お問い合わせ(?:いただき)?ありがとう/i;

const OFFER =
  /\b(?:let me know|feel free|don't hesitate|happy to help|if you (?:need|have) (?:any|more|further|anything)|i hope (?:this|that) helps|anything else)\b|\b(?:melden sie sich|bei (?:weiteren )?fragen|ich hoffe,? das hilft)\b|お気軽に|ご不明な点/i;

/** Polite lines belong to a reply that greets back, to a letter, and to an answer to a complaint; nowhere else. */
export const courtesy: Rule = ({ statement, request, place }) => {
  const polite = GREETING.test(statement.text) || SYMPATHY.test(statement.text) || OFFER.test(statement.text);
  if (!polite || statement.words.length > 25 || place < 0) return null;
  if (request.kind === 'chat') return yes('It returns a greeting or thanks.');
  if (request.transform === 'reply') return yes('It is a polite line of the letter that was asked for.');
  if (request.kind === 'topic' && SYMPATHY.test(statement.text))
    return yes('It reacts to what the user reports.');
  return null;
};
