/** A set of words written as one text with white space between them. */
export function createWordList(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/u)).filter((word) => word !== ''));
}

/** The words of a language that carry grammar and no topic; lower case, each in one group. */
type Groups = {
  /** Articles, pronouns, prepositions, conjunctions and what else holds a sentence together. */
  readonly linking: string;
  /** Finite forms of auxiliaries: with one of them a text makes a statement of its own. */
  readonly finite: string;
  /** Words that turn, measure or place what is said: little alone, but they tell one statement from another. */
  readonly turning?: string;
  /** Further ones, taken only where the language is known: many mean something in another. */
  readonly own?: string;
};

const LANGUAGES: Readonly<Record<string, Groups>> = {
  en: {
    linking: `a an the and or but so if then than that this these those there here i me my we us our you your he him his
      she her it its they them their who whom whose which what when where why how be been being of in on at by to
      from with into over under after before about for as up down out off per any some all each both such only too
      very just also yes please`,
    finite: `is are was were am have has had do does did can could will would shall should may might must it's that's
      there's here's what's who's where's i'm you're we're they're he's she's i've you've we've they've i'd you'd
      he'd she'd we'd they'd i'll you'll he'll she'll it'll we'll they'll`,
    turning: `nor without between through during above below not no few more most other own same isn't aren't wasn't don't
      doesn't didn't can't won't hers theirs having done onto`,
    own: `yet mine myself ours ourselves yours yourself yourselves himself herself itself themselves doing within upon
      via every however therefore because while until since although though unless whether let's lets another
      again against cannot weren't hasn't haven't hadn't couldn't wouldn't shouldn't mustn't shan't`,
  },
  de: {
    linking: `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als dass es er sie ihr ihm ihre ihren
      sein ich wir uns du ihnen was wie von in im an am auf bei zu zum zur aus mit nach vor über unter durch für
      um seit ja sehr nur auch noch schon hier da so also sich bitte`,
    finite: `ist sind war waren bin bist wird werden wurde wurden hat haben hatte hatten habe hast kann können konnte
      könnte könnten muss müssen musste soll sollen sollte will wollen darf dürfen mag möchte möchten gibt`,
    turning: 'doch zwischen nicht kein keine nein mich dich ihn mein dein unser wer wo wann warum',
    own: `sondern denn ob weil dies diese dieser dieses diesem diesen jener jene ihrem ihrer ihres seine
      seinen mir meine meinen meinem meiner unsere unseren unserem unserer dir deine deinen deinem deiner euch wen
      wem wessen welche welcher welches welchen woher wohin wieso weshalb sei worden vom beim während bis ab alle
      alles jede jeder jedes jeden beide dort jedoch daher deshalb selbst etwa sowie keinen keinem keiner ohne
      gegen man`,
  },
  fr: {
    linking: `le la les un une des du de et ou mais donc que qui quoi ce cet cette ces il elle ils elles je tu nous vous
      on me te se mon ma ton son notre votre leur être dans sur sous avec pour par en au aux ne si`,
    finite: 'est sont était a ont avait',
    turning: 'sans pas',
    own: `ni dont où quand comment pourquoi quel quelle quels quelles mes ta tes sa ses nos vos leurs avoir très car
      plus`,
  },
  es: {
    linking: `el la los las un una unos unas y o pero que por para con de del en a al se ser tu tú su sus yo él lo le les
      sí`,
    finite: 'es son está están era ha han',
    turning: 'sin no',
    own: `ni quien quién qué cuál cuáles cuándo dónde cómo cuánto cuántos mi mis tus nuestro nuestra ellos nosotros
      usted ustedes muy este esta estos estas ese esa ella hay más`,
  },
  it: {
    linking:
      'il lo la i gli le un uno una e o ma che di del della dei a al in con per da su io loro noi voi suo',
    finite: 'è sono ha hanno era',
    turning: 'senza non sì',
    own: `chi quale quali quando perché quanto quanti alla nel nella essere mio mia tuo nostro vostro come cosa dove`,
  },
  pt: {
    linking:
      'o a os as um uma uns e ou mas que de do da dos das na ao com por para ser eu você ele ela sim mais',
    finite: 'é são está era há foi',
    turning: 'no sem não nós',
    own: `umas quem qual quais quando onde como porque quanto quantos em nos nas meu minha seu sua nosso muito`,
  },
  nl: {
    linking: 'de het een en maar van dat die dit deze wie in op te ik je jij hij zij we wij ja',
    finite: 'is zijn was waren had wordt worden heeft hebben kunnen moet',
    turning: 'met zonder voor niet geen nee',
    own: 'wat welke wanneer waar waarom aan bij naar uit u mijn jouw uw onze ook of ben door hoe kan',
  },
  sv: {
    linking: 'och att det som för på av jag',
    finite: 'är',
    turning: 'inte',
  },
  da: {
    linking: 'i og af til den',
    finite: 'er',
    turning: 'ikke',
  },
  pl: {
    linking: 'się na w z do to że',
    finite: 'jest',
    turning: 'nie',
  },
  tr: {
    linking: 've bir bu için ile',
    finite: '',
    turning: 'değil',
  },
  ru: {
    linking: 'и в на что он она оно они мы вы я ты с к по из за от до у о об для это как но или а же бы',
    finite: 'был была были есть',
    turning: 'не',
  },
  zh: {
    linking: '的 了 在 和 与 或 也 都 就 我 你 他 她 它 们 我们 你们 他们 这 那 吗 呢 吧',
    finite: '是',
    turning: '不 有',
  },
  ko: {
    linking: '은 는 이 가 을 를 의 에 와 과',
    finite: '',
  },
};

/** All function words of a language, by its ISO 639-1 code. */
export const FUNCTION_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, groups]) => [language, createWordList(...Object.values(groups))]),
);

/** What links words in any of these languages: without words that turn, measure or place what is said. */
export const LINKING_WORDS = createWordList(
  ...Object.values(LANGUAGES).flatMap(({ linking, finite }) => [linking, finite]),
);

/** The same with words that turn, measure or place. */
export const GRAMMAR_WORDS: ReadonlySet<string> = new Set([
  ...LINKING_WORDS,
  ...createWordList(...Object.values(LANGUAGES).map(({ turning }) => turning ?? '')),
]);

/** Endings of Japanese and particles: short words of hiragana alone. */
export const SHORT_HIRAGANA = /^\p{Script=Hiragana}{1,3}$/u;
