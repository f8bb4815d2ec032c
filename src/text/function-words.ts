const LISTS = [
  // English
  `a an the this that these those i i'm you your you're he she it its it's we our they their them us me
  my him his her and or but so if then than as of in on at by to for from with into over under about after before up
  down out off is are was were be been being am do does did have has had will would shall should can could may might
  must there here which who whom whose what when where why how also just only very too any some all both each such
  please yes`,
  // German
  `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als wie von im am an auf aus bei
  mit nach seit vor zu zum zur für durch über unter ist sind war waren sein bin hat haben wird werden wurde kann können
  muss müssen soll ja es er sie wir ihr ich du sich uns ihm ihnen auch nur noch schon sehr hier da dass bitte`,
  // French, Spanish, Portuguese, Italian, Dutch
  `le la les un une du de et ou mais donc si dans en sur sous avec pour par est sont était être ont ne que qui quoi ce
  cet cette ces il elle ils elles nous vous je tu mon ton son notre votre leur au aux y el los las una unos unas o pero
  con para por es son era ser ha han sí se su sus lo al del yo tú él os as um uma e mas com são foi sim eu você ele ela
  do da dos das na ao gli uno ma per sono che suo loro io noi voi di della dei het een maar van op te zijn waren dat dit
  deze ik jij hij zij wij`,
  // Russian, Chinese, Korean
  'и в на что он она оно они мы вы я ты с к по из за от до у о об для это как но или а же бы был была были есть',
  '的 了 是 在 和 与 或 也 都 就 我 你 他 她 它 们 我们 你们 他们 这 那 吗 呢 吧 은 는 이 가 을 를 의 에 와 과',
];

/**
 * Words that hold a sentence together, in a dozen languages; lower case. No word that turns or measures what is said
 * ("not", "without", "more"): whether such a word tells something, each use decides for itself.
 */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(/\s+/u)));
