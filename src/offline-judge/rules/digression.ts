import { no, type Rule } from '../rule.js';
import { sharedKeys } from '../tokens.js';

const PROMOTION: readonly RegExp[] = [
  /\b(?:buy|order|shop|upgrade|subscribe|sign up|register|download|book|join|act|switch|try)\b.{0,40}\b(?:now|today|tonight|this week|this month|for free|while (?:stocks?|supplies)|before it's too late)\b/i,
  /\b(?:save|get|enjoy|receive|take|with)\b.{0,30}(?:\b\d+ ?(?:%|percent)|\b(?:free months?|free gift|months? free|extra savings))/i,
  /\b(?:\d+|five|ten|fifteen|twenty|thirty|forty|fifty) ?(?:%|percent) (?:off|discount|cheaper|more)\b|\b(?:two|three|one|\d+) (?:months?|weeks?) (?:for )?free\b/i,
  /\b(?:limited[- ]time|special|exclusive|unbeatable|amazing|great|best) (?:offers?|deals?|discounts?|prices?|savings?|promotions?)\b/i,
  /\b(?:promo(?:tion)?|discount|coupon|voucher) codes?\b|\bdon't miss (?:out|it|our|this)\b|\bfree trial\b|\bmoney can buy\b/i,
  /\b(?:follow us|like us|find us) on (?!the\b)|\b(?:follow|like) us\b|\b(?:our|free) (?:\w+ )?(?:newsletter|podcast|webinar|blog|mailing list)\b|\b(?:subscribe to|sign up for|join) (?:the|a) (?:\w+ )?(?:newsletter|mailing list)\b|\b(?:check out|discover|explore) our\b/i,
  /\b(?:have|take) a look at our (?:new|latest|\p{L}+ (?:collection|range|sale))\b|^we also (?:sell|offer)\b/iu,
  /\b(?:jetzt|heute) (?:\S+ ){0,3}(?:kaufen|bestellen|sichern|upgraden|sparen|testen|zugreifen|wechseln)\b|\b(?:rabatt|sonderangebot|gutschein|gratismonat|folgen sie uns)\w*|\d+ ?(?:%|prozent) (?:rabatt|sparen|günstiger)/i,
  /今すぐ(?:購入|登録|申し込|アップグレード|お試し|ダウンロード)|キャンペーン(?:中|実施)|期間限定|メルマガ|お得な|\d+(?:%|％|パーセント)(?:オフ|割引|引き)|フォローしてください|[一二三四五六七八九十\d]割引/,
];

const PERSONAL: readonly RegExp[] = [
  /^(?:personally|honestly)?,?\s*i(?:'ve| have)? (?:\w+ly )?(?:love|loved|like|liked|enjoy|enjoyed|hate|hated|adore|prefer|preferred|dream|dreamt|wish|miss|missed|remember|grew up|used to|went|visited|bought|watched|ate|always (?:loved|liked|wanted))\b/i,
  /\bmy (?:favou?rite|hobby|hobbies|cat|dog|wife|husband|mother|father|mum|mom|dad|grandm\w+|grandf\w+|sister|brother|kids?|children|childhood|weekend|garden|horoscope|neighbou?r)\b/i,
  /\b(?:ich|wir) (?:liebe|mag|hasse|träume|war gestern|habe gestern)\b|\bmeine? (?:liebling\w*|hund|katze|frau|mann|mutter|oma|opa|hobby)\b/i,
  /私(?:の好きな|は.{1,12}(?:が好き|が大好き))|僕は.{1,12}好き/,
];

const DIGRESSION: readonly RegExp[] = [
  /^(?:by the way|fun fact|did you know|speaking of|on (?:an(?:other| unrelated)|a different) (?:note|topic|matter)|off[- ]topic|unrelated(?:ly)?|random (?:fact|thought)|in other news|apropos|incidentally|changing the subject|while (?:we're|you're) here)\b/i,
  /^(?:übrigens|wussten sie|wusstest du|nebenbei|apropos|ganz nebenbei)\b|^(?:ところで|ちなみに|余談ですが|豆知識)/i,
  /\b(?:the )?weather (?:is|was|will|looks|has)\b|\b(?:it's|it is|it was|what) an? (?:nice|lovely|beautiful|sunny|rainy|wonderful|great) (?:day|morning|evening|afternoon)\b|\bit(?:'s| is| was) (?:raining|snowing|sunny|cloudy|windy|cold|hot|warm) (?:today|outside|here|again)\b|^(?:nice|lovely|great|beautiful) (?:weather|day)\b|\bhave a (?:nice|great|good|wonderful|lovely) (?:day|weekend)\b.{20,}/i,
  /\bdas wetter (?:ist|war|wird)\b|(?:いい|良い|よい)天気/i,
];

const ABOUT_OFFERS =
  /\b(?:offers|(?:an?|any|special|current) offer|discounts?|deals?|promotions?|promo|coupons?|vouchers?|upgrad\w+|newsletter|trial|free|sale|cheap\w*|marketing|advert\w*|slogan|social media|podcast|blog|webinar)\b|rabatt|angebot|gutschein|werbung|割引|キャンペーン|クーポン|特典|宣伝/i;
const ABOUT_AGENT =
  /\b(?:you|your|yourself)\b.*\?|\byou\b.{0,20}\b(?:like|love|prefer|favou?rite|enjoy|feel|think)\b|\b(?:du|dein|deine|Sie|Ihre)\b.*\?|あなた/;
const ABOUT_WEATHER = /weather|forecast|rain|snow|sunny|wetter|regen|天気|雨/i;

/** Advertising, small talk, and things about the speaker that nobody asked for. */
export const digression: Rule = ({ statement, request }) => {
  const { text } = statement;
  const shared = sharedKeys(request.focus, statement.keys).length;
  // A text to be turned may speak of offers by the way.
  const wanted = ABOUT_OFFERS.test(request.input) && (request.transform === null || shared > 0);
  if (!wanted && PROMOTION.some((pattern) => pattern.test(text))) {
    return no('It advertises something that was not asked for.');
  }
  const generated =
    request.kind === 'compose' || ['reply', 'rewrite', 'translation'].includes(request.transform ?? '');
  if (
    PERSONAL.some((pattern) => pattern.test(text)) &&
    shared < 2 &&
    !generated &&
    !(request.transform === null && ABOUT_AGENT.test(request.input))
  ) {
    return no('It is about the speaker, who was not asked about.');
  }
  if (DIGRESSION.some((pattern) => pattern.test(text)) && shared < 2 && !ABOUT_WEATHER.test(request.input)) {
    return no('It turns to something that was not asked.');
  }
  return null;
};
