/** Base form first, then its irregular forms. */
const IRREGULAR = `do doing|go going|age aged|be am is are was were been being|have has had having|do does did done|go goes went gone|say said|
make made|know knew known|think thought|take took taken|see saw seen|come came|give gave given|find found|tell told|
become became|show shown|leave left|feel felt|bring brought|begin began begun|keep kept|hold held|write wrote written|
stand stood|hear heard|mean meant|meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown|
lose lost|fall fell fallen|send sent|build built|understand understood|draw drew drawn|break broke broken|
spend spent|rise rose risen|drive drove driven|buy bought|wear wore worn|choose chose chosen|seek sought|
throw threw thrown|catch caught|deal dealt|win won|forget forgot forgotten|sell sold|fight fought|teach taught|
eat ate eaten|sing sang sung|fly flew flown|sleep slept|bear bore borne|swim swam swum|drink drank drunk|
ride rode ridden|shake shook shaken|steal stole stolen|hide hid hidden|freeze froze frozen|bind bound|
get got gotten|learn learnt|burn burnt|spell spelt|lend lent|blow blew blown|arise arose arisen|
use used using|die died dying|lie lying|tie tied tying|see seeing|agree agreed agreeing|free freed freeing`;

const BASE_OF: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split('|').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(/\s+/);
    return forms.map((form): [string, string] => [form, base]);
  }),
);

const NO_VERB = new Set(
  `thing nothing something everything anything morning evening during king spring string ceiling wedding sibling
  hundred sacred naked wicked kindred beloved exceed proceed succeed indeed breed speed need feed seed weed bleed`.split(
    /\s+/,
  ),
);

/** Verbs in `-e` whose stem does not tell it; those of `LOST_E` are left out. */
const IN_E = new Set(
  `abide accuse acquire admire advertise advise age aide announce argue arrange assume assure baptize bake base bathe
  blame bribe browse care cause cease chase choose cite close code combine compare compete compile complete compose
  compute conclude confide confuse continue consume contribute cope cruise decide declare decline decrease define delete denote
  describe desire determine devote dictate dine discipline disclose dispose dispute distribute divide dose encode
  endure engage enquire ensure erase escape evade exclude excuse execute expire explode explore expose fade file fire
  fuse guarantee guide hire hope ignore imagine impose include increase inquire insure interfere intrude invite joke
  lease like line loose lure machine manage measure name note nominate observe oppose outline oversee package pause
  phase phone pile place please pledge pose postpone praise precede prepare prescribe presume preside produce pronounce
  propose provide provoke pursue quote raise rate realise refine refuse release rely remake rescue require reshape
  reside resume retire retrieve reuse revise rule save scale schedule scope score scrape secure seize serve shape share
  shine size smile smoke solve space square stare state store structure subscribe suppose surprise survive taste tape
  time tire tone trade translate transcribe transpose tune type undertake unite update upgrade upscale use value venture
  vote wake waste welcome wire wipe write feature picture capture lecture nurture mature injure exchange challenge charge
  change merge urge emerge judge bridge divorce force finance balance influence reference experience sense license
  rehearse reverse nurse endorse collapse elapse lapse eclipse invoke evoke revoke evolve involve resolve shake strike`.split(
    /\s+/,
  ),
);
/** Ends of stems that had an `e` before `-ed` or `-ing`: `creat`, `organiz`, `handl`. */
const LOST_E = /(?:iz|ys|[aeiou]v|[lr]v|[^aeou]at|creat|[bcdfgkpt]l|[^aeiou][aeiou]g|duc|[ei]c|nc)$/u;

const DOUBLED = /([bdgmnprt])\1$/u;

/**
 * The base form of an English verb form as far as its spelling tells (`are` → be, `running` → run, `included` →
 * include); any other word as it is. What is a verb is not known here, so a noun in `-ing` is shortened too.
 */
export function baseForm(word: string): string {
  const known = BASE_OF.get(word);
  if (known !== undefined) return known;
  const stem = /^([a-z]{3,})(?:ed|ing)$/u.exec(word)?.[1];
  if (stem === undefined || NO_VERB.has(word) || !/[aeiouy]/u.test(stem)) return word;
  if (/^[a-z]*[^aeiou]i$/u.test(stem) && word.endsWith('ed')) return `${stem.slice(0, -1)}y`;
  if (DOUBLED.test(stem) && stem !== 'add') return stem.slice(0, -1);
  if (IN_E.has(`${stem}e`) || LOST_E.test(stem)) return `${stem}e`;
  // One short syllable with an open end: `hoping` from hope, where `hopping` has kept its double letter.
  return /^[^aeiouy]+[aeiouy][bdgklmnptcrvz]$/u.test(stem) ? `${stem}e` : stem;
}
