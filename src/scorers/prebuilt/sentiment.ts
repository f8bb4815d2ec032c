import { looksEnglish, wordsOf } from '../../text/words.js';
import { graphemesOf } from '../graphemes.js';

/**
 * English words with a feeling, from −5 (worst) to 5 (best), chosen and weighted for this project with their relevant
 * forms. Others are neutral.
 */
const GROUPS: readonly (readonly [value: number, words: string])[] = [
  [5, `breathtaking hurrah outstanding superb thrilled`],
  [
    4,
    `amazing awesome brilliant delighting ecstatic exuberant fabulous fantastic fun funny godsend heavenly
    masterpiece miracle miraculous overjoyed rejoice rejoiced rejoicing spectacular stunning terrific
    triumph triumphant win winner winning wins wonderful wonderfully wow`,
  ],
  [
    3,
    `admire admired adorable adore adored affection affectionate amazed appreciation attractive award awarded
    beautiful beautifully beloved best bless blessing celebrate celebrated celebrates celebrating charm
    charming cheer cheerful cheery classy congrats congratulations creative dear delight delighted
    delightful delights devoted elegant elegantly enthusiastic excellence excellent exceptional excited
    excitement exciting exquisite faithful flawless glad glorious good goodness gorgeous grace gracious
    grand grateful great greater greatest happiness happy heartfelt honest honor impress impressed
    impressive incredible inspiration inspirational jolly joy joyful joyous laugh laughed laughing lively
    lovable love loved lovely loving luck lucky magnificent marvellous marvelous merry nice nicely nifty
    paradise perfect perfectly phenomenal pleasant pleased pleasure popular positive proud refreshing
    remarkable splendid success successful successfully sympathetic terrifically treat vibrant wonder worthy`,
  ],
  [
    2,
    `ability able accomplish accomplished accomplishment achievable achievement advantage advantages amuse
    amused amusing appreciate appreciated appreciates approval approve approved approves astonishing benefit
    benefits better bold brave bright brilliance calm care cares caring caution certain cherish clever
    comfort comfortable comforting commitment committed compassionate competent confidence confident
    consistent convenient courage courageous courteous dependable desirable eager ease easy effective
    effectively efficient efficiently encourage encouraged encouragement encouraging enjoy enjoyable enjoyed
    enjoying enjoys enlighten entertaining favor favorite favorites favourite fearless fond forgive
    forgiving fresh friend friendly friends fulfilled fulfilling generous genial gentle gift glee hail hardy
    healthy help helped helpful helping helps hero heroes heroic hope hopeful hopefully hopes humor humorous
    improve improved improvement improves improving innovative inspire inspired inspires inspiring intact
    integrity intelligent intuitive invaluable inviting jovial kind kindly kindness like liked likes loyal
    loyalty mature motivate motivated motivating motivation opportunities opportunity optimistic original
    passionate peace peaceful perfects pleasing praise praised precious prestigious pride productive
    progress prominent promising promptly prosperous protected pure reassure reassured reassuring recommend
    recommended recommends relaxed reliable relief relieved respected respectful reward rewarding rich
    robust satisfied satisfying seamless secure sincere skilled smart smile smiles smiling smooth smoothly
    solid solution solutions sophisticated spirited splendidly stable strength strong stronger strongest
    support supported supporting supportive supports sweet talented thank thankful thanks thoughtful thrive
    thriving tolerant tranquil trust trusted trustworthy useful valuable vision warm warmth wealth wealthy
    welcome welcomed welcoming well won worth worthwhile`,
  ],
  [
    1,
    `accept acceptance accepted accepting accepts active adequate adopt advanced agree agreed agreement
    agrees alive asset assets assurance assure assured attract boost boosted boosting boosts capable champ
    clean clear clearly cool curious desire dream dreams easily eligible embrace ensure ensured excite
    excitedly fair fame feeling fine flexible free growth guarantee haha immune important interest
    interested interesting invite join keen natural novel obtain ok okay pardon please polite politely
    positively prepared promise promised promises prompt protect protects ready safe safely safety sharp
    significant spark stimulate straight substantial substantially suited trusting truth unified unity
    validate validated vested warming wish wishing yes youthful`,
  ],
  [
    -1,
    `absent alas alone anti attacks avoid avoided avoids bias blah cancel cancelled cancels clueless collide
    complicated costly cramp darkness delay delayed delays disabled dizzy drag dragged empty envious error
    errors escape excuse fail feelings fight forget gun hard harder hardest hesitant hesitate ignore ignored
    inability incapable irresponsible isolated lack lacks lag lags late lazy lost mandatory mischief misread
    mock no nosey numb overload pretends provoke pushy questioned questioning retreat rig risk risks
    sarcastic silly slow slowly sore sorry stopping strange strangely tense tired touchy tough trapped
    uncertain unclear undecided unequal unsettled unsure warn warned warning wasting wavering`,
  ],
  [
    -2,
    `abandon abandoned absentee abuse accident accidental accuse accused ache aching afraid aggressive agony
    alarm alarmed alienate allergic anger angers anguish annoy annoyance annoyed annoying annoys anxiety
    anxious apathetic apologise apologize apology argue arguing arrest arrogant ashamed attack attacked
    awkward bad badly ban banned barrier battle bitter blame blamed bland bleak blind bomb bored boring
    bother bothered bothersome broke broken burden burdensome careless cashing casualty chaos chaotic cheap
    cheat clash clumsy complain complained complains complaint complaints concerned condemn conflict
    conflicting confuse confused confusing confusion contagious controversial corrupt costlier crack crash
    crashed crashes crazy crime criminal crises crisis critic criticism criticize cry crying damage damaged
    damages danger dangerously darkest deadlock death debt defect defective defects deficit degrade denied
    denies deny deprived despair desperate destroyed detain deteriorate die died difficult difficulty
    dilemma dire dirt dirty disadvantage disadvantaged disappoint disappointed disappointing disappointment
    disappoints disaster disconcerting discourage discouraged discouraging disgraceful dislike disliked
    dismal dismayed disorder disorganized disputed disregard disrespect disrupt disruption dissatisfied
    distort distract distracted distracting distress distressed distrust disturb disturbed disturbing doubt
    doubtful doubts downside dread drown drunk dull dumb eerie embarrass embarrassed embarrassing
    embarrassment enemies enemy erroneous exaggerate exclude excluded exhausted exploited fad failed failing
    fails failure failures fake fatigue fault faulty fear fearful fearing fears filthy flaw flawed flaws
    flop foolish forced fragile frantic frighten frightened frightening frustrate frustrated frustrates
    frustrating frustration gloom gloomy greed greedy grief grim guilt guilty haphazard harm harmed harmful
    harms harsh haunted helpless hinder hoax homesick hopeless hostile humiliated hunger hurt hurting hurts
    hysteria ill illness immoral impatient imperfect impose inadequate incompetent inconsistent inconvenient
    indecisive indifferent indignant ineffective ineffectively inefficient inferior inhibit injured injury
    insane insecure insensitive insensitivity insignificant insult insulted insulting interrupt interrupted
    intimidate intimidating irate irony irrational irritate irritated irritating jealous kill lame lawsuit
    leak loneliness lonely lose losing loss losses lousy mad meaningless mediocre melancholy mess messed
    messy misbehave mischievous miserable misery misgiving misinformation misleading miss missed missing
    mistake mistaken mistakes misunderstand misunderstanding moan moody mourn murky nasty needy negative
    neglect neglected nervous nonsense obsolete obstacle offend offended offender offensive oppressed outcry
    overreact overwhelm overwhelmed overwhelming pain painful panic paranoid passive pathetic penalty
    pessimistic pity poor poorly powerless prejudice pressure prison problem problems punish punished rage
    reject rejected rejecting rejection reluctant remorse resentful resign restless revenge ridiculous riot
    risky rude ruin sad sadden sadly sadness scare scared scary scream screaming selfish shame shock shocked
    sick skeptical smelly snub sorrow sorrowful spam stall starve stress stressed stressful struck struggle
    struggled struggling stubborn stuck stupid subpar sucks suffer suffered suffering suffers sullen suspect
    suspicious swear tension threat threaten threatened threatening thwart tiresome trauma traumatic trouble
    troubled troubles troublesome ugly unacceptable unappreciated unapproved unaware uncomfortable
    underestimate undermine undesirable uneasy unemployed unfair unfocused unhappy unhealthy unimpressed
    uninspired unjust unloved unmotivated unpleasant unprofessional unreliable unresponsive unsafe
    unsatisfied unstable unsupported unwanted unworthy upset upsets upsetting useless uselessness vague
    violent vulnerable wack waste wasted weak weakness wearisome weary weep weird wicked worn worried
    worries worry worrying worthless wreck wrong wronged wrongly`,
  ],
  [
    -3,
    `abhor abhorrent abominable abusive abysmal angry appalled appalling atrocious awful badness bankrupt
    betray betrayal betrayed catastrophic cruel cruelty dead deceit deceive deceived deceiving defeated
    despise despised destroy destroying destroys destruction destructive devastate devastated devastating
    disastrous disgust disgusted disgusting dreadful evil fatal furious ghastly greenwash hate hated hates
    hating hatred heartbreaking heartbroken hideous horrible horribly horrific horrified horrify horrifying
    horror idiot idiotic incense killed kills lethal liar lies loathe loathed lunacy lunatic moron murderous
    nightmare outrage outraged outrageous pathetically repulsive revolting scandal scandalous shattered
    stupidly terrible terribly terrified terrify terrifying toxic tragedy tragic unbearable vicious vile
    violate violated violence woeful worse worsen worst wretched`,
  ],
  [-4, `catastrophe damned fraud fraudulent hell rapist scumbag torture tortured torturing`],
];

/** Emoji with a clear feeling, on the same scale, for any language. */
const EMOJI: readonly (readonly [value: number, signs: string])[] = [
  [4, '😍 🥰 🎉 🤩 🏆'],
  [3, '😀 😃 😄 😁 😊 🙂 ☺ ❤ 💖 💕 💙 💚 💛 💜 🧡 😘 🥳 ✨ 🌟 😂 🤗 💯'],
  [2, '👍 👏 🙏 💪 😎 😉 🙌 👌 ⭐ 🎊 😇 ✅'],
  [-1, '😐 😕 😬 🤔 😴 ⚠'],
  [-2, '🙁 ☹ 😞 😟 😔 😣 😩 😢 👎 💔 😰 😨 😒 ❌ 😓'],
  [-3, '😡 😠 🤬 😭 😱 🤮 🤢 💀 🖕'],
];

function spread(groups: readonly (readonly [number, string])[]): ReadonlyMap<string, number> {
  return new Map(
    groups.flatMap(([value, words]) => words.split(/\s+/).map((word) => [word, value] as const)),
  );
}

export const ENGLISH_SENTIMENT: ReadonlyMap<string, number> = spread(GROUPS);
export const EMOJI_SENTIMENT: ReadonlyMap<string, number> = spread(EMOJI);

export type Sentiment = {
  /** Mean value of words and emoji, from −5 to 5; 0 if neutral or empty. */
  readonly comparative: number;
  readonly tokens: number;
};

/** Additional words with values from −5 to 5; small letters. */
export type WordValues = ReadonlyMap<string, number>;

const NEGATION = /^(?:not|no|non|never|cannot|cant|dont|doesnt|didnt|isnt|wasnt|wont|hardly|without)$|n't$/u;
const MOST_BETWEEN = 2;
/** Words between a negation and the word it negates. */
const BETWEEN =
  /^(?:a|an|the|very|really|so|too|that|all|any|particularly|especially|quite|at|be|been|feel|find)$/u;
const IS_EMOJI = /\p{Extended_Pictographic}/u;
/** Skin tones, and the variation selector for the coloured form. */
const VARIANTS = /[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu;

/** A text's sentiment by word list; a negation inverts a word's value. Knows English, emoji and the given words. */
export function sentimentOf(text: string, given: WordValues): Sentiment {
  const english = looksEnglish(text);
  let sum = 0;
  let tokens = 0;
  const before: string[] = [];
  for (const token of tokensOf(text)) {
    tokens += 1;
    const value =
      given.get(token) ?? EMOJI_SENTIMENT.get(token) ?? (english ? ENGLISH_SENTIMENT.get(token) : 0);
    if (value !== undefined && value !== 0) sum += isNegated(before) ? -value : value;
    before.push(token);
  }
  return { comparative: tokens === 0 ? 0 : sum / tokens, tokens };
}

/** True if the lists apply: the text is English, or has known emoji or given words. */
export function isReadable(text: string, given: WordValues): boolean {
  return looksEnglish(text) || tokensOf(text).some((token) => EMOJI_SENTIMENT.has(token) || given.has(token));
}

function isNegated(before: readonly string[]): boolean {
  const at = before.findLastIndex((word) => !BETWEEN.test(word));
  return before.length - at <= MOST_BETWEEN + 1 && NEGATION.test(before[at] ?? '');
}

function tokensOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/\s+/u)
    .flatMap((piece) => [...wordsOf(piece, 'hyphens'), ...emojiWithoutVariants(piece)]);
}

function emojiWithoutVariants(piece: string): string[] {
  if (!IS_EMOJI.test(piece)) return [];
  return Array.from(graphemesOf(piece))
    .filter((sign) => IS_EMOJI.test(sign))
    .map((sign) => sign.replaceAll(VARIANTS, ''));
}
