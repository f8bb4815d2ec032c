/** A set of the words in texts, separated by white space. */
export function createWordList(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/u)).filter((word) => word !== ''));
}

/** English words that carry grammar but no topic; lower case. */
export const ENGLISH_GRAMMAR = createWordList(
  `a an the and or but so if then than that this these those there here i me my mine we us our ours you your yours he
  him his she her hers it its they them their theirs who whom whose which what when where why how be been being is are
  was were am have has had having do does did done doing can could will would shall should may might must cannot
  it's that's there's here's what's who's where's i'm you're we're they're he's she's i've you've we've they've i'd
  you'd he'd she'd we'd they'd i'll you'll he'll she'll it'll we'll they'll let's lets isn't aren't wasn't weren't
  don't doesn't didn't can't won't hasn't haven't hadn't couldn't wouldn't shouldn't mustn't shan't myself ourselves
  yourself yourselves himself herself itself themselves of in on at by to from with into onto over under after before
  about for as up down out off per any some all each both such only too very just also yes no nor not yet please
  without between through during above below few more most other another own same within upon via every however
  therefore because while until since although though unless whether again against`,
);

/** The most common ones in six other European languages, if they hardly mean anything else in English. */
const OTHER_GRAMMAR = createWordList(
  `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann dass es er sie ihr ihm ihre ihren
  ich wir uns du ihnen wie von im bei zu zum zur aus mit nach vor über unter durch für um ist sind waren wird werden
  wurde haben kann können muss soll nicht kein keine sich auch noch nur`,
  `le la les un une du et ou mais que qui ce cette il elle ils elles je tu nous vous dans sur avec pour par au aux ne pas
  est sont el los las una y pero se su sus con del es lo está di della che è sono o os um uma em não ao de het een
  en van niet zijn wordt voor`,
);

export const GRAMMAR_WORDS: ReadonlySet<string> = new Set([...ENGLISH_GRAMMAR, ...OTHER_GRAMMAR]);

/** Japanese endings and particles: short words of hiragana only. */
export const SHORT_HIRAGANA = /^\p{Script=Hiragana}{1,3}$/u;

const NAME = /(?<!\p{L})\p{Lu}[\p{L}\p{M}]*/gu;

/** True if most letters are Latin and the text is not clearly in another language than English. */
export function looksEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if ((text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 < letters) return false;
  // A capitalised word may be part of a name: Los Angeles is not Spanish.
  const words = text
    .replaceAll(NAME, '')
    .toLowerCase()
    .split(/[^\p{L}'’]+/u);
  const english = words.filter((word) => ENGLISH_GRAMMAR.has(word.replace('’', "'"))).length;
  const other = words.filter((word) => OTHER_GRAMMAR.has(word)).length;
  return other === 0 || other < english;
}
