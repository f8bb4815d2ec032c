/** What ends a form of an English or German word behind at least four letters. */
const ENDINGS = {
  en: /(?<=\p{L}{4})(?:ations?|ments?|it(?:y|ies)|ings?|ions?|[ae]nce|able|ness|ed|ly)$/u,
  de: /(?<=\p{L}{4})(?:ung(?:en)?|lich(?:en?)?|ern|est|e[mnrst]|te|[enst])$/u,
};

/** Light stemming: enough that a noun meets its plural and a verb its forms. No dictionary. */
export function stemWord(word: string, language: string): string {
  if (!/^\p{Script=Latin}+$/u.test(word)) return word;
  if (language === 'de') return word.replace(ENDINGS.de, '').replaceAll('ß', 'ss');
  const stem = word.replace(/(?<=\p{L}{3})ie[sd]$/u, 'y').replace(ENDINGS.en, '');
  return stem.replace(/(?<=\p{L}{2}[^su])s$/u, '').replace(/(?<=\p{L}{4})[ey]$/u, '');
}

/**
 * Words of everyday service and office talk that mean the same thing, a group a line, across languages.
 * Kept narrow on purpose: a group that is too wide would make unrelated sentences look related.
 */
const GROUPS: readonly string[] = [
  'refund refunds money geld お金 reimburse reimbursement moneyback erstattung erstatten rückerstattung zurückerstattet geldzurück 返金 払い戻し',
  'invoice bill rechnung 請求 請求書',
  'price cost costs fee charge charged preis preise kosten kostet gebühr 料金 価格 値段 費用',
  'pay paid payment bezahlen zahlen bezahlt zahlung 支払 支払い 決済',
  'delivery deliver ship shipment shipping parcel package lieferung liefern geliefert versand sendung paket 配送 配達 発送 荷物',
  'cancel cancellation terminate kündigen kündigung stornieren stornierung 解約 キャンセル',
  'meeting appointment event calendar schedule scheduled invite invitation termin besprechung kalender treffen 会議 予定 打ち合わせ ミーティング 予約 カレンダー イベント',
  'login signin log sign logon access anmelden anmeldung einloggen zugang ログイン サインイン',
  'password passcode passwort kennwort パスワード',
  'outage down offline unavailable crash crashed ausfall ausgefallen störung 停止 障害 ダウン',
  'error bug fault broken fails failing failed fehler kaputt 不具合 エラー 故障',
  'opening open opens öffnungszeiten geöffnet öffnen öffnet öffnungszeit 営業 営業時間',
  'address anschrift adresse 住所',
  'return returns rückgabe zurücksenden zurückgeben retoure 返品',
  'exchange umtausch umtauschen 交換',
  'warranty guarantee garantie gewährleistung 保証',
  'buy purchase order kaufen kauf bestellen bestellung bestellt 購入 注文',
  'car automobile vehicle auto fahrzeug wagen 車 自動車',
  'doctor physician arzt ärztin 医者 医師',
  'film movie kinofilm 映画',
  'begin start beginn anfang starten 開始',
  'end finish ende enden 終了',
  'job employment occupation vacancy stelle beruf 仕事 職業',
  'holiday vacation urlaub ferien 休暇',
  'phone telephone telefon 電話',
  'email mail e-mail 電子メール メール',
  'delete remove erase löschen entfernen 削除',
  'kid child children kinder kind 子供 子ども',
];

let index: ReadonlyMap<string, string> | undefined;

function synonymIndex(): ReadonlyMap<string, string> {
  if (index !== undefined) return index;
  const made = new Map<string, string>();
  for (const group of GROUPS) {
    const words = group.split(' ');
    for (const word of words) {
      for (const form of [word, stemWord(word, 'en'), stemWord(word, 'de')]) made.set(form, `~${words[0]}`);
    }
  }
  index = made;
  return made;
}

/** Shortest word of a group that counts as the first part of a compound, and the least that must follow it. */
const FIRST_PART = 5;
const SECOND_PART = 4;
const LONGEST_PART = 20;

/**
 * One name for all words of a group; any other stem is its own name. A German compound whose first part is a word of
 * a group goes with that group: the period of notice goes with the notice.
 */
export function canonicalStem(word: string, stem: string, language: string): string {
  const known = synonymIndex();
  const own = known.get(word) ?? known.get(stem);
  if (own !== undefined || language !== 'de') return own ?? stem;
  // No word of a group is longer.
  for (let end = Math.min(word.length - SECOND_PART, LONGEST_PART); end >= FIRST_PART; end -= 1) {
    const first = known.get(word.slice(0, end));
    if (first !== undefined) return first;
  }
  return stem;
}
