const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'];

/** A Monday and the months of one year, named by the runtime: no list of names has to be kept here. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

let names: RegExp | undefined;

function calendarNames(): RegExp {
  if (names !== undefined) return names;
  const made = new Set<string>();
  for (const locale of LOCALES) {
    for (const style of ['long', 'short'] as const) {
      const weekday = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' });
      const month = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
      for (let day = 0; day < 7; day += 1) made.add(weekday.format(FIRST_MONDAY + day * DAY_MS));
      for (let at = 0; at < 12; at += 1) made.add(month.format(Date.UTC(2024, at, 1)));
    }
  }
  // A capital keeps the verb "may" and the noun "march" apart from the months; one character is too little.
  const written = [...made].map((name) => name.replace(/\.$/, '')).filter((name) => name.length > 1);
  const forms = new Set(written.flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)]));
  const latin = [...forms].filter((name) => /^\p{Lu}\p{Script=Latin}+$/u.test(name));
  const other = [...forms].filter((name) => !/\p{Script=Latin}/u.test(name));
  names = new RegExp(`(?<!\\p{L})(?:${latin.join('|')})s?(?!\\p{L})|${other.join('|')}`, 'u');
  return names;
}

const CLOCK =
  /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:[ap]\.?m\b|o'clock|uhr\b)|\d{1,2}\s?時|\b\d{4}-\d{2}-\d{2}|\b\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\b|\b(?:1[0-9]|20)\d{2}\b|\d+年|\d+月\d+日/iu;
const SPAN =
  /(?:\b\d+|\b(?:one|two|three|four|five|six|seven|ten|a|an|ein|eine|zwei|drei|vier|fünf|several|few|mehrere|einige)\b)\s+(?:business |working )?(?:second|minute|hour|day|week|month|year|centur|decade|sekunde|minuten?|stunde|tage?|werktage?|woche|monat|jahre?)(?:s|n|en|ies|y)?\b|\d+\s?(?:分|時間|日|営業日|週間|か月|ヶ月|年)/iu;
const RELATIVE =
  /\b(?:today|tomorrow|tonight|yesterday|noon|midnight|morning|afternoon|evening|weekend|daily|weekly|monthly|immediately|now|soon|heute|morgen|gestern|mittags?|mitternacht|abends?|morgens|vormittags?|nachmittags?|wochenende|täglich|sofort|jetzt)\b|明日|今日|昨日|正午|午前|午後|毎日|毎週|平日|土日|週末|今すぐ|[月火水木金土日]曜/iu;

/** True where a text says a time, a date or a span of time, in any of several languages. */
export function hasTimeExpression(text: string): boolean {
  return CLOCK.test(text) || SPAN.test(text) || RELATIVE.test(text) || calendarNames().test(text);
}

const NUMBER_WORDS =
  /\b(?:zero|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|dozen|hundred|thousand|million|billion|half|twice|once|null|keine?r?|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|dreißig|hundert|tausend|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)\b|[一二三四五六七八九十百千万億]/iu;

/** True where a text says a quantity. */
export function hasQuantity(text: string): boolean {
  return /\p{N}/u.test(text) || NUMBER_WORDS.test(text);
}
