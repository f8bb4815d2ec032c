import { createWordList } from './word-list.js';

/** Words that carry grammar and no topic, by language; they never count as shared content. */
export const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: createWordList(
    `a an the and or but nor so yet if then than that this these those there here it its it's he she they them their
    theirs his her hers him i me my mine myself we us our ours you your yours yourself who whom whose which what when
    where why how is are was were am be been being do does did done doing has have had having can could will would
    shall should may might must of in on at by to from with without within into onto over under after before about
    above below between through during for as up down out off again against not no yes any some all each every both
    few more most other another such only own same too very just also however therefore because while until since
    although though unless whether per via upon i'm i've i'd i'll you're you've you'll we're we've we'll they're
    that's there's what's who's where's don't doesn't didn't can't cannot won't isn't aren't wasn't let's lets`,
  ),
  de: createWordList(
    `der die das den dem des ein eine einen einem einer eines und oder aber sondern denn wenn dann als dass ob weil
    dies diese dieser dieses diesem diesen jener jene es er sie ihr ihre ihren ihrem ihrer ihres sein seine seinen
    ich mich mir mein meine meinen meinem meiner wir uns unser unsere unseren unserem unserer du dich dir dein deine
    deinen deinem deiner euch ihnen man wer wen wem wessen was welche welcher welches welchen wann wo woher wohin
    warum wieso weshalb wie ist sind war waren bin bist sei wird werden wurde wurden worden hat haben hatte hatten
    habe hast kann können könnte könnten muss müssen soll sollen sollte will wollen darf dürfen mag möchte möchten
    von vom in im an am auf bei beim zu zum zur aus mit ohne nach vor über unter zwischen durch während für um gegen
    bis seit ab nicht kein keine keinen keinem keiner ja nein alle alles jede jeder jedes jeden beide sehr nur auch
    noch schon hier dort da so also jedoch daher deshalb sich selbst etwa sowie`,
  ),
  fr: createWordList(
    `le la les un une des du de et ou mais donc car ni que qui quoi dont où quand comment pourquoi quel quelle quels
    quelles ce cet cette ces il elle ils elles je tu nous vous on me te se mon ma mes ton ta tes son sa ses notre nos
    votre vos leur leurs est sont était être a ont avoir dans sur sous avec sans pour par en au aux ne pas plus très`,
  ),
  es: createWordList(
    `el la los las un una unos unas y o pero ni que quien quién qué cuál cuáles cuándo dónde cómo cuánto cuántos por
    para con sin de del en a al se es son está están era ser hay mi mis tu tus su sus nuestro nuestra yo él ella
    ellos nosotros usted ustedes lo le les no sí muy más este esta estos estas ese esa`,
  ),
  it: createWordList(
    `il lo la i gli le un uno una e o ma che chi cosa quale quali quando dove come perché quanto quanti di del della
    dei a al alla in nel nella con senza per da su è sono era essere ha hanno mio mia tuo suo nostro vostro non sì`,
  ),
  pt: createWordList(
    `o a os as um uma uns umas e ou mas que quem qual quais quando onde como porque quanto quantos de do da dos das em
    no na nos nas com sem para por é são está era ser há meu minha seu sua nosso não sim muito mais`,
  ),
  nl: createWordList(
    `de het een en of maar dat die dit deze wie wat welke wanneer waar waarom hoe is zijn was waren ben wordt worden
    heeft hebben had kan kunnen moet van in op aan bij naar uit met zonder voor door ik je jij u hij zij we wij mijn
    jouw uw onze niet geen ja nee ook`,
  ),
};

/** Words of any topic: they count only where a text has no other content. */
export const WEAK_WORDS = createWordList(
  `please thank thanks hello hi dear kindly thing things something anything way ways make makes made get gets got
  getting give gives given go goes going gone take takes taken took put use used uses using need needs want wants
  wanted like know tell told say says said show shows see let help helps good great best better well new old many much
  lot lots people person someone anyone everyone time times today now currently really actually simply quite kind sort
  part one two first second last next able available possible different certain several various day days week weeks
  month months year years hour hours minute minutes long short big small high low world come comes came back find
  found look looking try still even always often usually never around become becomes keep keeps work works called call
  part every include includes including information question questions answer answers`,
  `list lists listed display displays enumerate explain describe define summarize summarise summary translate translation classify
  triage extract liste erkläre beschreibe übersetze`,
  `three four five six seven eight nine ten hundred thousand zwei drei vier fünf sechs sieben acht neun zehn hundert tausend`,
  `bitte danke hallo gibt geben machen macht gehen geht tun tut lassen sagen sagt zeigen zeige gut neue neuen neuer alte
  viele viel mehr etwas jemand leute mensch menschen zeit heute jetzt tag tage tagen woche wochen monat monate jahr
  jahre jahren stunde stunden minute minuten lang lange kurz groß klein finden findet immer oft nie erst erste ersten
  zweite letzte nächste frage fragen antwort`,
  '事 物 方 時 年 月 日 人 場合 何 今 前 後 中 分 以内 以上 以下 私 私達 皆 様 可能 必要 利用 等 際 為 他 下 上 内 的 者 回 本',
);
