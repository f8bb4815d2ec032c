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
  /** Words that mean something in another of these languages: taken only where the language is known. */
  readonly elsewhere?: string;
};

const LANGUAGES: Readonly<Record<string, Groups>> = {
  en: {
    linking: `a an the and or but so yet if then than that this these those there here i me my mine myself we us our
      ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them
      their theirs themselves who whom whose which what when where why how be been being having doing done of in on at by to from with
      within into onto upon over under after before about for as up down out off per via any some all each every both such
      only too very just also however therefore because while until since although though unless whether yes please
      let's lets`,
    finite: `is are was were am have has had do does did can could will would shall should may might must it's that's
      there's here's what's who's where's i'm you're we're they're he's she's i've you've we've they've i'd you'd he'd
      she'd we'd they'd i'll you'll he'll she'll it'll we'll they'll`,
    turning: `nor without between through during above below not no few more most other
      another own same again against cannot isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't
      couldn't won't wouldn't shouldn't mustn't shan't`,
  },
  de: {
    linking: `der die das den dem des ein eine einen einem einer eines und oder aber sondern denn wenn dann als dass ob
      weil dies diese dieser dieses diesem diesen jener jene es er sie ihr ihm ihre ihren ihrem ihrer ihres sein seine
      seinen ich mir meine meinen meinem meiner wir uns unsere unseren unserem unserer du dir deine deinen deinem deiner
      euch ihnen wen wem wessen was welche welcher welches welchen woher wohin wieso weshalb wie sei worden von vom in
      im an am auf bei beim zu zum zur aus mit nach vor über unter durch während für um bis seit ab ja alle alles jede
      jeder jedes jeden beide sehr nur auch noch schon hier dort da so also jedoch daher deshalb sich selbst etwa sowie
      bitte`,
    finite: `ist sind war waren bin bist wird werden wurde wurden hat haben hatte hatten habe hast kann können konnte
      könnte könnten muss müssen musste soll sollen sollte will wollen darf dürfen mag möchte möchten gibt`,
    turning: `doch zwischen nicht kein keine keinen keinem keiner nein ohne gegen mich dich ihn mein dein unser wer wo
      wann warum`,
    elsewhere: 'man',
  },
  fr: {
    linking: `le la les un une des du de et ou mais donc ni que qui quoi dont où quand comment pourquoi quel quelle quels
      quelles ce cet cette ces il elle ils elles je tu nous vous on me te se mon ma mes ton ta tes son sa ses notre nos
      votre vos leur leurs être avoir dans sur sous avec pour par en au aux ne si très`,
    finite: 'est sont était a ont avait',
    turning: 'sans pas',
    elsewhere: 'car plus',
  },
  es: {
    linking: `el la los las un una unos unas y o pero ni que quien quién qué cuál cuáles cuándo dónde cómo cuánto cuántos
      por para con de del en a al se ser mi mis tu tú tus su sus nuestro nuestra yo él ellos nosotros usted ustedes lo le
      les sí muy este esta estos estas ese esa`,
    finite: 'es son está están era ha han',
    turning: 'sin no',
    elsewhere: 'ella hay más',
  },
  it: {
    linking: `il lo la i gli le un uno una e o ma che chi quale quali quando perché quanto quanti di del della dei a al
      alla in nel nella con per da su essere io loro noi voi mio mia tuo suo nostro vostro`,
    finite: 'è sono ha hanno era',
    turning: 'senza non sì',
    elsewhere: 'come cosa dove',
  },
  pt: {
    linking: `o a os as um uma uns umas e ou mas que quem qual quais quando onde como porque quanto quantos de do da dos
      das em na nos nas ao com por para ser eu você ele ela meu minha seu sua nosso sim muito mais`,
    finite: 'é são está era há foi',
    turning: 'no sem não nós',
  },
  nl: {
    linking: `de het een en maar van dat die dit deze wie wat welke wanneer waar waarom in op te aan bij naar uit ik je jij u
      hij zij we wij mijn jouw uw onze ja ook`,
    finite: 'is zijn was waren had wordt worden heeft hebben kunnen moet',
    turning: 'met zonder voor niet geen nee',
    elsewhere: 'of ben door hoe kan',
  },
  sv: { linking: 'och att det som för på av jag', finite: 'är', turning: 'inte' },
  da: { linking: 'i og af til den', finite: 'er', turning: 'ikke' },
  pl: { linking: 'się na w z do to że', finite: 'jest', turning: 'nie' },
  tr: { linking: 've bir bu için ile', finite: '', turning: 'değil' },
  ru: {
    linking: `и в на что он она оно они мы вы я ты с к по из за от до у о об для это как но или а же бы`,
    finite: 'был была были есть',
    turning: 'не',
  },
  zh: {
    linking: '的 了 在 和 与 或 也 都 就 我 你 他 她 它 们 我们 你们 他们 这 那 吗 呢 吧',
    finite: '是',
    turning: '不 有',
  },
  ko: { linking: '은 는 이 가 을 를 의 에 와 과', finite: '' },
};

/** All function words of a language, by its ISO 639-1 code. */
export const FUNCTION_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, groups]) => [language, createWordList(...Object.values(groups))]),
);

/** Finite forms of auxiliaries by language, without the negated ones. */
export const AUXILIARIES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, { finite }]) => [language, createWordList(finite)]),
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
