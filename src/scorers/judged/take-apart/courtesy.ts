import { createWordList } from '../../../text/function-words.js';
import { contentWords } from '../../../text/words.js';
import { LEAST_OWN_WORDS } from './unit.js';

/** Longer than this says more than politeness. */
const LONGEST_COURTESY = 120;

/** Thanks, wishes and leave to do something: whole without what follows. Groups catch what is free to be something else. */
const WHOLE_COURTESIES = [
  '(?:many )?(?:thanks|thank you|thx)(?: (?:so|very) much)?(?: (?:for|in advance)([^.!?]{0,60}))?',
  'have a (?:great|nice|good|wonderful|lovely) (?:day|evening|weekend|week|time)([^.!?:]{0,20})',
  "(?:please )?(?:feel free|do not hesitate|don't hesitate)(?: to (?:ask|reach out|contact (?:me|us)|let me know))?([^.!?:]{0,70})",
  '(?:(?:just|please|simply) )?(?:ask|contact|write|call) (?:me|us)([^.!?:]{0,70})|(?:just|please|simply) ask',
  "(?:(?:i|we)(?:'m| am|'re| are|'d be| would be) |id be )?(?:always |more than )?(?:here|happy|glad|pleased) to (?:help|assist|answer)([^.!?:]{0,70})",
];
/** Whole lines or sentences that are politeness and nothing else. A name or a subject follows some. */
const COURTESIES = [
  ...WHOLE_COURTESIES,
  // Agreeing to begin.
  '(?:sure(?: thing)?|certainly|of course|absolutely|gladly|understood|got it|okay|ok|alright|no problem|with pleasure|great question|good question|thanks for (?:asking|your question))',
  // Greeting.
  "(?:dear|hi|hello|hey|greetings|good (?:morning|afternoon|evening|day))(?:[ ,]+([\\p{L}\\p{M}.' -]{1,40}))?",
  // Apologising for nothing in particular.
  '(?:sorry|apologies|we apologi[sz]e|i apologi[sz]e) for (?:the|any|this|that) (?:inconvenience|trouble|delay|confusion)(?: (?:caused|this may have caused))?',
  // Offering more.
  '(?:i )?hope (?:this|that|it) (?:helps|is helpful|answers your question)(?: you)?',
  '(?:please )?let me know([^.!?:]{0,70})',
  '(?:is there anything else|anything else|can i help you with anything else|what else can i do)([^.!?:]{0,50})',
  'if (?:anything|something) (?:else )?is (?:still )?unclear([^.!?:]{0,60})',
  '(?:if you (?:have|need)|should you (?:have|need)) (?:(?:an|any|some) |a )?(?:more |other |further )?(?:questions?|help|assistance|information)([^.!?:]{0,60})',
  "(?:you'?re|you are) (?:very |most )?welcome",
  // Closing a letter, with or without a name.
  "(?:(?:best|kind|warm|warmest|kindest) (?:regards|wishes)|regards|sincerely|yours (?:truly|sincerely|faithfully)|cheers|all the best)(?:[ ,]+([\\p{L}\\p{M}.' -]{1,40}))?",
];
const [COURTESY, WHOLE_COURTESY] = [COURTESIES, WHOLE_COURTESIES].map(
  (courtesies) => new RegExp(`^(?:${courtesies.join('|')})\\s*[.!?,:;。！？、：😊🙂👋🙏]*$`, 'iu'),
) as [RegExp, RegExp];

/** Looked for at the end from its first mark alone, or a long row of marks would cost its square. */
const OUTER_MARKS = /^[*_]+|(?<![*_])[*_]+$/g;

/** What is to be had (`for a discount`) stands behind it, unlike what help is about (`with refunds`). */
const TO_BE_HAD = /\b(?:for|to (?:get|win|claim|receive|book|buy|order|try))\s/giu;

/** What politeness is about; whoever says only this says nothing of their own. */
const POLITE_WORDS = createWordList(
  `contacting reaching writing asking touch question questions query queries concern concerns issue issues problem problems help assistance assist support
  information details clarification need want like know ask contact reach call hesitate feel free let further additional
  else anything unclear message email enquiry inquiry request patience understanding interest time attention feedback happy glad
  team service customer care choosing trusting visiting mr mrs ms mx dr prof sir madam`,
);

/** Whether a line or sentence is politeness and says little else: a name, a subject, never an offer. */
export function isCourtesy(line: string): boolean {
  if (line.length > LONGEST_COURTESY) return false;
  const plain = plainOf(line);
  if ((ownWordsOf(plain) ?? LEAST_OWN_WORDS) < LEAST_OWN_WORDS) return true;
  const parts = plain.split(/(?<=[,!.])\s+/);
  if (parts.length === 1 || parts.length > 3) return false;
  let own = 0;
  for (const part of parts) own += ownWordsOf(part) ?? LEAST_OWN_WORDS;
  return own < LEAST_OWN_WORDS;
}

/** The content words of a text that politeness is not about. */
export function spareWords(text: string): string[] {
  return contentWords(text).filter((word) => !POLITE_WORDS.has(word));
}

/** What a courtesy says besides its set phrases. */
export type SpareWords = {
  readonly all: readonly string[];
  /** Of that, what no name or subject of the phrase can be. */
  readonly aside: readonly string[];
  /** Of that, what it offers to whom it speaks. */
  readonly offered: readonly string[];
};

/** All of it where a part of the line is no courtesy. */
export function spareWordsOfCourtesy(line: string): SpareWords {
  const plain = plainOf(line);
  const parts = COURTESY.test(plain) ? [plain] : plain.split(/(?<=[,!.])\s+/);
  const found = parts.map((part) => {
    const free = COURTESY.exec(part)?.slice(1).join(' ') ?? part;
    const isWhole = WHOLE_COURTESY.test(part);
    const aside = isWhole
      ? free
      : free
          .split(/[,;–—]/)
          .slice(1)
          .join(' ');
    const offered = isWhole ? wordsOffered(free) : [];
    return { all: spareWords(free), aside: spareWords(aside), offered };
  });
  return {
    all: found.flatMap(({ all }) => all),
    aside: found.flatMap(({ aside }) => aside),
    offered: found.flatMap(({ offered }) => offered),
  };
}

/** What a whole courtesy says is to be had; nothing where that is help, an answer or the like. */
function wordsOffered(free: string): string[] {
  return [...free.matchAll(TO_BE_HAD)].flatMap(({ 0: { length }, index }) => {
    const had = contentWords(free.slice(index + length));
    const [first = 'help'] = had;
    return first !== 'free' && POLITE_WORDS.has(first) ? [] : had;
  });
}

function plainOf(line: string): string {
  return line.trim().replace(OUTER_MARKS, '').replaceAll('’', "'");
}

/** The content words that a courtesy has besides those of politeness; `null` where it is none. */
function ownWordsOf(plain: string): number | null {
  const free = COURTESY.exec(plain)?.slice(1);
  if (free === undefined) return null;
  return spareWords(free.join(' ')).length;
}
