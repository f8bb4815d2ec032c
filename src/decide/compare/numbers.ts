/** Number words that are nothing else in any of these languages; `one` is an article in most, and left out. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [
    '2 two zwei deux twee',
    '3 three drei trois tres tre três drie',
    '4 four vier quatre cuatro quattro quatro',
    '5 five fünf cinq cinco cinque vijf',
    '6 six sechs seis zes',
    '7 seven sieben siete sette sete zeven',
    '8 eight acht huit ocho oito',
    '9 nine neun neuf nueve nove negen',
    '10 ten zehn diez dieci dez',
    '11 eleven onze undici',
    '12 twelve zwölf douze doce dodici doze twaalf',
    '20 twenty zwanzig vingt veinte venti vinte twintig',
    '30 thirty dreißig trente treinta trenta trinta dertig',
    '60 sixty sechzig soixante sesenta sessanta sessenta zestig',
    '90 ninety neunzig noventa novanta negentig',
    '100 hundred hundert cien cento honderd',
    '1000 thousand tausend duizend',
  ].flatMap((line) => {
    const [digits = '', ...words] = line.split(' ');
    return words.map((word) => [word, digits] as const);
  }),
);

const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;
const THOUSANDS = /^\p{Nd}{1,3}(?:([.,])\p{Nd}{3})(?:\1\p{Nd}{3})*$/u;

/** The numbers of a text as one comparable string: sorted, `1,000` and `1.000` alike, number words as digits. */
export function numbersOf(text: string, words: readonly string[]): string {
  const digits = (text.match(NUMBER) ?? []).map((number) =>
    THOUSANDS.test(number) ? number.replace(/[.,]/gu, '') : number.replaceAll(',', '.'),
  );
  const spelt = words.flatMap((word) => NUMBER_WORDS.get(word) ?? []);
  return [...digits, ...spelt].sort().join(' ');
}
