const LISTS = [
  // English
  `a an the this that these those it its he him his she her hers they them their theirs we us our you your i me my
  and or but nor so if then than as of in on at by to for from with without into onto over under about between
  through during before after above below up down out off is are was were be been being am do does did done has have
  had having will would shall should can could may might must not no yes there here what which who whom whose when
  where why how all any both each few more most other some such only own same too very just also it's i'm you're
  we're they're that's there's don't doesn't didn't isn't aren't wasn't can't won't please`,
  // German
  `der die das den dem des ein eine einen einem einer eines und oder aber doch wenn dann als wie von im in am an auf
  aus bei mit nach seit vor zu zum zur für durch über unter zwischen ist sind war waren sein bin bist hat haben hatte
  wird werden wurde kann können muss müssen soll nicht kein keine ja nein es er sie wir ihr ich du mich dich sich uns
  ihm ihn ihnen mein dein unser was wer wo wann warum auch nur noch schon sehr hier da dass bitte`,
  // French, Spanish, Portuguese, Italian, Dutch
  `le la les un une des du de et ou mais donc si dans en sur sous avec sans pour par est sont était être a ont avait
  ne pas que qui quoi ce cet cette ces il elle ils elles nous vous je tu mon ton son notre votre leur au aux y
  el los las una unos unas y o pero sin con para por es son era ser ha han no sí que se su sus lo al del yo tú él
  o os as um uma e mas com sem é são foi não sim eu você ele ela nós do da dos das no na ao
  il lo gli i uno e ma con senza per è sono era non sì che si suo loro io noi voi di del della dei
  het een en maar of met zonder voor van op te is zijn was waren niet geen ja nee dat die dit deze ik jij hij zij wij`,
  // Russian
  'и в на не что он она оно они мы вы я ты с к по из за от до у о об для это как но или а же бы был была были есть',
  // Chinese and Korean
  '的 了 是 在 和 与 或 也 都 就 不 我 你 他 她 它 们 我们 你们 他们 这 那 有 吗 呢 吧 은 는 이 가 을 를 의 에 와 과',
];

/** Words that hold sentences together and say little alone, in a dozen languages; lower case. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(/\s+/)));
