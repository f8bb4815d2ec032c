export const id = 946;
export const ids = [946];
export const modules = {

7946:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  judgeStatements: () => (judgeStatements)
});

// EXTERNAL MODULE: ./.bundle/text/late-pattern.js
var late_pattern = __webpack_require__(8509);
// EXTERNAL MODULE: ./.bundle/ports/errors.js
var errors = __webpack_require__(8874);
// EXTERNAL MODULE: ./.bundle/text/json.js
var json = __webpack_require__(2484);
// EXTERNAL MODULE: ./.bundle/text/sentences.js
var sentences = __webpack_require__(8914);
// EXTERNAL MODULE: ./.bundle/text/language.js
var text_language = __webpack_require__(3628);
// EXTERNAL MODULE: ./.bundle/text/function-words.js
var function_words = __webpack_require__(8466);
;

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'];
const FIRST_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
let names;
function calendarNames() {
    if (names !== undefined)
        return names;
    const made = new Set();
    for (const locale of LOCALES) {
        for (const style of ['long', 'short']) {
            const weekday = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' });
            const month = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
            for (let day = 0; day < 7; day += 1)
                made.add(weekday.format(FIRST_MONDAY + day * DAY_MS));
            for (let at = 0; at < 12; at += 1)
                made.add(month.format(Date.UTC(2024, at, 1)));
        }
    }
    const written = [...made].map((name) => name.replace(/\.$/, '')).filter((name) => name.length > 1);
    const forms = new Set(written.flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)]));
    const latin = [...forms].filter((name) => /^\p{Lu}\p{Script=Latin}+$/u.test(name));
    const other = [...forms].filter((name) => !/\p{Script=Latin}/u.test(name));
    names = new RegExp(`(?<!\\p{L})(?:${latin.join('|')})s?(?!\\p{L})|${other.join('|')}`, 'u');
    return names;
}
const CLOCK = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\b\\d{1,2}[:.h]\\d{2}\\b|\\b\\d{1,2}\\s?(?:[ap]\\.?m\\b|o'clock|uhr\\b)|\\d{1,2}\\s?時|\\b\\d{4}-\\d{2}-\\d{2}|\\b\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?\\b|\\b(?:1[0-9]|20)\\d{2}\\b|\\d+年|\\d+月\\d+日", "iu"));
const SPAN = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?:\\b\\d+|\\b(?:one|two|three|four|five|six|seven|ten|a|an|ein|eine|zwei|drei|vier|fünf|several|few|mehrere|einige)\\b)\\s+(?:business |working )?(?:second|minute|hour|day|week|month|year|centur|decade|sekunde|minuten?|stunde|tage?|werktage?|woche|monat|jahre?)(?:s|n|en|ies|y)?\\b|\\d+\\s?(?:分|時間|日|営業日|週間|か月|ヶ月|年)", "iu"));
const RELATIVE = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\b(?:today|tomorrow|tonight|yesterday|noon|midnight|morning|afternoon|evening|weekend|daily|weekly|monthly|immediately|now|soon|heute|morgen|gestern|mittags?|mitternacht|abends?|morgens|vormittags?|nachmittags?|wochenende|täglich|sofort|jetzt)\\b|明日|今日|昨日|正午|午前|午後|毎日|毎週|平日|土日|週末|今すぐ|[月火水木金土日]曜", "iu"));
function hasTimeExpression(text) {
    return CLOCK.test(text) || SPAN.test(text) || RELATIVE.test(text) || calendarNames().test(text);
}
const NUMBER_WORDS = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\b(?:zero|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|dozen|hundred|thousand|million|billion|half|twice|once|null|keine?r?|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|dreißig|hundert|tausend|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)\\b|[一二三四五六七八九十百千万億]", "iu"));
function hasQuantity(text) {
    return /\p{N}/u.test(text) || NUMBER_WORDS.test(text);
}

;



const VERBS = (0,function_words/* createWordList */.Xl)(`make take give go grow live eat love like contain provide need want keep become bring let seem think know say get
  see enjoy prefer shine bark swim fly sing sleep fall rise erupt hatch migrate orbit spin consist require use begin
  carry hold lie sit stand tell write wear lose win send teach learn believe allow add seek remain
  appear produce create involve happen move lead understand follow include continue spend speak
  hear feel meet come purr roar bloom melt freeze boil ripen rust float sink dig hunt knit weave bake cook drink
  absorb reflect attract repel cause affect improve depend form weigh belong exist survive evolve develop smell taste
  visit dream laugh cry smile dance ride climb jump breathe hibernate burn taste arrive leave`);
const FREQUENCY = (0,function_words/* createWordList */.Xl)('never always often usually sometimes rarely seldom hardly barely');
const PREPOSITIONS = (0,function_words/* createWordList */.Xl)('of in on at by to from with for about between near under over into and or of the a an der die das in im am und oder von vom zu zum zur bei mit für de del la le van von da di');
function isClause(text, words, language) {
    if (language === 'ja')
        return isJapaneseClause(text);
    if (words.length < 2)
        return false;
    const lower = words.map((word) => word.lower);
    if (words.some((word, at) => at > 0 && isFiniteVerb(word, lower[at - 1] ?? '', at, language)))
        return true;
    if (lower.some((word, at) => at < lower.length - 1 && /^(?:i|we|he|she|they)$/.test(word)))
        return true;
    if (hasObject(words) || hasPastVerb(text, lower))
        return true;
    return language === 'de' ? hasGermanVerb(text, words) : isBareSentence(text, words);
}
function isFiniteVerb({ surface, lower }, before, at, language) {
    if (/^\p{Lu}/u.test(surface) || (lower === 'am' && /\p{N}$/u.test(before)))
        return false;
    if (FREQUENCY.has(lower) || lower === 'cannot' || /[a-z]n't$/u.test(lower))
        return true;
    if (['en', 'de', language].some((code) => function_words/* AUXILIARIES */.v6.get(code)?.has(lower) === true))
        return true;
    return (at < 7 && isVerbForm(lower) && !PREPOSITIONS.has(before) && !(before.endsWith('ing') && VERBS.has(lower)));
}
function isVerbForm(word) {
    if (VERBS.has(word))
        return true;
    const base = word.replace(/ies$/, 'y').replace(/(ch|sh|ss|x|o)es$/, '$1');
    return VERBS.has(base) || (word.endsWith('s') && VERBS.has(word.slice(0, -1)));
}
function hasObject(words) {
    return words.some((word, at) => at > 0 &&
        /^\p{Ll}/u.test(word.surface) &&
        word.content &&
        !hasQuantity(word.lower) &&
        !/\p{N}/u.test(words[at - 1]?.lower ?? '') &&
        !word.lower.endsWith('ing') &&
        /^(?:the|an?|his|her|its|their|our|it|them|when|because|while)$/.test(words[at + 1]?.lower ?? ''));
}
function hasPastVerb(text, words) {
    if (words.length < 5 || !/[.!]$/.test(text.trim()) || /[,;:|·•]/.test(text))
        return false;
    return words.some((word, at) => at > 0 && /[a-z]{2}ed$/.test(word) && !/^(?:by|for|to)$/.test(words[at + 1] ?? ''));
}
function hasGermanVerb(text, words) {
    if (!/[.!?]$/.test(text.trim()))
        return false;
    return words.some((word, at) => at > 0 &&
        at < 5 &&
        /^\p{Ll}{3,}(?:t|en|te|ten)$/u.test(word.surface) &&
        word.content &&
        !/^(?:gegen|wegen|oben|unten|nicht)$/.test(word.lower));
}
const PARTED = /[,;:|·•→]|\s[–—-]\s/u;
function isBareSentence(text, words) {
    if (words.length < 3 || !/[.!]$/.test(text.trim()) || PARTED.test(text))
        return false;
    return words.slice(0, 4).some((subject, at) => {
        const next = words[at + 1];
        if (next === undefined ||
            !subject.content ||
            hasQuantity(subject.lower) ||
            !next.content ||
            !/^\p{Ll}+$/u.test(next.surface))
            return false;
        if (/(?:ing|ly|ed)$/.test(next.lower))
            return false;
        const plural = /[^su]s$/.test(subject.lower);
        if (plural)
            return !next.lower.endsWith('s') && at + 2 < words.length;
        return (/[^su]s$/.test(next.lower) &&
            at + 2 < words.length &&
            !/^(?:of|and|or|for)$/.test(words[at + 2]?.lower ?? ''));
    });
}
function isJapaneseClause(text) {
    const body = text.trim().replace(/[。．.!！?？\s]+$/u, '');
    if (/[\p{L}\p{N}](?:は|が|も).{2,}/u.test(body))
        return true;
    if (/を.{1,}/u.test(body))
        return true;
    return /(?:ます|ました|ません|ている|ください|でしょう|たい|った)$/u.test(body) && body.length > 6;
}
const REFERENCES = (0,function_words/* createWordList */.Xl)('it this that these those they them he she his her its their there such both here one neither either none others', 'er sie es dies diese dieser dieses das dort dabei dazu damit dafür davon darin diesen diesem');
const CONNECTIVES = (0,function_words/* createWordList */.Xl)(`then also additionally furthermore moreover however but so therefore otherwise afterwards next finally and or because
  instead meanwhile alternatively similarly thus hence still besides`, 'auch ebenso dann danach anschließend außerdem jedoch aber daher deshalb sonst andernfalls zudem und oder denn alternativ schließlich zusätzlich');
const ORDINAL = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:the|der|die|das) (?:first|second|third|other|others|latter|former|rest|same|last|erste|zweite|dritte|andere|beiden?)(?: (?:one|ones|two|three))?(?:\\s*[:,]|\\s+(?:is|are|was|were|has|have|had|can|will|would|needs?|takes?|costs?|lasts?|ist|sind|hat|haben|kann)(?!\\p{L}))", "iu"));
function openingOf(text, words) {
    if (ORDINAL.test(text) || /^\p{L}+ ones\s/iu.test(text))
        return 'reference';
    if (/^[\s*_「]*(?:それ|これ|その|この|そちら|こちら|あれ|その後)/u.test(text))
        return 'reference';
    if (/^[\s*_「]*(?:また|さらに|そして|次に|ただし|しかし|なお|だから|ですから|まず|最後に)/u.test(text))
        return 'connective';
    const first = words[0]?.lower ?? '';
    if (REFERENCES.has(first))
        return 'reference';
    return CONNECTIVES.has(first) ? 'connective' : 'none';
}

// EXTERNAL MODULE: ./.bundle/text/words.js
var text_words = __webpack_require__(1225);
;
const ENDINGS = {
    en: /(?<=\p{L}{4})(?:ations?|ments?|it(?:y|ies)|ings?|ions?|[ae]nce|able|ness|ed|ly)$/u,
    de: /(?<=\p{L}{4})(?:ung(?:en)?|lich(?:en?)?|ern|est|e[mnrst]|te|[enst])$/u,
};
function stemWord(word, language) {
    if (!/^\p{Script=Latin}+$/u.test(word))
        return word;
    if (language === 'de')
        return word.replace(ENDINGS.de, '').replaceAll('ß', 'ss');
    const stem = word.replace(/(?<=\p{L}{3})ie[sd]$/u, 'y').replace(ENDINGS.en, '');
    return stem.replace(/(?<=\p{L}{2}[^su])s$/u, '').replace(/(?<=\p{L}{4})[ey]$/u, '');
}
const GROUPS = [
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
let index;
function synonymIndex() {
    if (index !== undefined)
        return index;
    const made = new Map();
    for (const group of GROUPS) {
        const words = group.split(' ');
        for (const word of words) {
            for (const form of [word, stemWord(word, 'en'), stemWord(word, 'de')])
                made.set(form, `~${words[0]}`);
        }
    }
    index = made;
    return made;
}
const FIRST_PART = 5;
const SECOND_PART = 4;
const LONGEST_PART = 20;
function canonicalStem(word, stem, language) {
    const known = synonymIndex();
    const own = known.get(word) ?? known.get(stem);
    if (own !== undefined || language !== 'de')
        return own ?? stem;
    for (let end = Math.min(word.length - SECOND_PART, LONGEST_PART); end >= FIRST_PART; end -= 1) {
        const first = known.get(word.slice(0, end));
        if (first !== undefined)
            return first;
    }
    return stem;
}

;




const WEAK_WORDS = (0,function_words/* createWordList */.Xl)(`please thank thanks hello hi dear kindly thing things something anything way ways make makes made get gets got
  getting give gives given go goes going gone take takes taken took put use used uses using need needs want wants
  wanted like know tell told say says said show shows see let help helps good great best better well new old many much
  lot lots people person someone anyone everyone time times today now currently really actually simply quite kind sort
  part one two first second last next able available possible different certain several various day days week weeks
  month months year years hour hours minute minutes long short big small high low world come comes came back find
  found look looking try still even always often usually never around become becomes keep keeps work works called call
  part every include includes including information question questions answer answers`, `list lists listed display displays enumerate explain describe define summarize summarise summary translate translation classify
  triage extract liste erkläre beschreibe übersetze`, `three four five six seven eight nine ten hundred thousand zwei drei vier fünf sechs sieben acht neun zehn hundert tausend`, `bitte danke hallo gibt geben machen macht gehen geht tun tut lassen sagen sagt zeigen zeige gut neue neuen neuer alte
  viele viel mehr etwas jemand leute mensch menschen zeit heute jetzt tag tage tagen woche wochen monat monate jahr
  jahre jahren stunde stunden minute minuten lang lange kurz groß klein finden findet immer oft nie erst erste ersten
  zweite letzte nächste frage fragen antwort`, '事 物 方 時 年 月 日 人 場合 何 今 前 後 中 分 以内 以上 以下 私 私達 皆 様 可能 必要 利用 等 際 為 他 下 上 内 的 者 回 本');
function splitIdentifiers(text) {
    return text.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}
function readWords(text) {
    const language = (0,text_language/* guessLanguage */.Q)(text);
    const words = [];
    for (const surface of (0,text_words/* wordsOf */.Z9)(splitIdentifiers(text.normalize('NFKC')), 'numbers')) {
        const lower = surface.toLowerCase().replaceAll('’', "'");
        const bare = lower.replace(/'s$|'$/u, '');
        const grammar = isFunctionWord(lower, language) || isFunctionWord(bare, language);
        const tiny = bare.length < 2 && !/[\p{N}\p{Script=Han}]/u.test(bare);
        const content = !grammar && !tiny && !/^\p{Script=Hiragana}+$/u.test(bare);
        words.push({
            surface,
            lower,
            key: canonicalStem(bare, stemWord(bare, language), language),
            content,
            weak: WEAK_WORDS.has(bare) || /^\p{N}$/u.test(bare),
        });
    }
    return words;
}
function isFunctionWord(word, language) {
    const languages = function_words/* FUNCTION_WORDS */.pf.has(language) ? [language] : ['en', 'de'];
    return languages.some((code) => function_words/* FUNCTION_WORDS */.pf.get(code)?.has(word) === true);
}
function contentKeys(words) {
    const strong = words.filter((word) => word.content && !word.weak);
    const chosen = strong.length > 0 ? strong : words.filter((word) => word.content);
    return new Set(chosen.map((word) => word.key));
}
function sharedKeys(wanted, given) {
    return [...wanted].filter((key) => given.has(key));
}
function isNumberKey(key) {
    return /^\p{N}/u.test(key);
}

;




const LEADING = '(?:(?:please|then|now|next|first|finally|just|simply|also|instead|afterwards|or|never|always|do not|don.t),?\\s+)*';
const GOVERNED = '(?:(?:out|off|up|down|away|back|over)\\s+)?(?:the|an?|it|them|us|me|him|her|your|his|its|their|my|our|this|that|these|those|all|any|every|each|both|some|no|one|two|three|whether|yourself)';
const ORDER = (0,late_pattern/* latePattern */.B)(() => new RegExp(`^${LEADING}(\\p{L}+)\\s+${GOVERNED}(?!\\p{L})`, 'iu'));
const NO_VERB = new Set([
    ...(function_words/* FUNCTION_WORDS */.pf.get('en') ?? []),
    ...(0,function_words/* createWordList */.Xl)(`till toward towards behind beneath beside besides beyond near despite like unlike across along among around
    inside outside whereas once whenever wherever half even never always often sometimes usually rarely maybe
    perhaps today tomorrow yesterday many unfortunately`),
]);
const ORDER_VERBS = (0,function_words/* createWordList */.Xl)(`add ask avoid begin book bring call change check choose click close come compare confirm connect consider contact
  continue copy cut do don't download drag dry ensure enter fill find follow get give go hold install keep leave let
  look make move note open pack pay pick place plug pour press put read remember remove repeat replace restart rinse
  run save scroll search select send set sign speak start stay stir stop switch take talk tap tell test tick try turn
  type unplug update use visit wait wash watch write`);
const VERB_FOLLOWS = (0,late_pattern/* latePattern */.B)(() => new RegExp("^\\p{L}+\\s+(?:\\p{L}+\\s+){0,2}(?:is|are|was|were|has|have|had|can|will|do|does)\\b", "iu"));
const ORDER_ELSEWHERE = [
    /^(?:bitte\s+)?(?:(?:zuerst|dann|danach|anschließend|nun|jetzt),?\s+)?\p{L}{3,}(?:en|ern|eln)\s+sie(?!\p{L})|[,;]\s*\p{L}{3,}en\s+sie(?!\p{L})/iu,
    /^(?:puis\s+|ensuite,?\s+|ne\s+)?\p{L}{2,}ez(?:-(?:le|la|les|y|en|vous))?\s/iu,
    /(?:ください|下さい|お願いします|ましょう|しないこと)[。．!！]?$/u,
];
const CONDITION = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?:^|[\\s,;(])(?:if|unless|in case|as long as|provided|depending on|depends on|except|exceptions?|wenn|falls|sofern|außer|es sei denn|hängt \\p{L}+ ab|ausnahmen?|à condition|dépend|en cas|salvo|depende|caso|exceto|excepto)(?!\\p{L})|(?:なら|場合|たら|れば)|إذا|بشرط|다면|(?:하|되|으)면", "iu"));
const READER = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<!\\p{L})(?:you|your|yours|yourself|you're|you'll|you've|you'd)(?!\\p{L})", "iu"));
const SPEAKER = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:(?:sure|sorry|of course|okay|ok|certainly|yes|no),?\\s+)?(?:(?:but|and|so|then)\\s+)?(?:i|we)(?:'ll|'ve|'m|'re| will| can| could| have| am| are| keep| need| would| did| do| won't| can't)(?!\\p{L})|^(?:ich|wir)\\s+(?:kann|können|werde|werden|habe|haben|brauche|brauchen)(?!\\p{L})", "iu"));
const ADDITION = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<!\\p{L})(?:as well|too|either|ebenfalls|genauso|aussi|también|também)(?:[.!,]|$)", "iu"));
const OWN_SUBJECT = {
    ja: /[\p{L}\p{N}](?:は|が|も)/u,
    ko: /\p{L}(?:은|는|이|가)(?:\s|$)/u,
    ar: /^ال|\s(?:هو|هي|كان|كانت)\s/u,
};
const ROMANCE_SUBJECT = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:l'|(?:les?|la|los|las|el|os?|as?|il|lo|gli|i|cette|ces|est[aeo]s?|quest[aeio]|\\p{L}{3,}(?:[aei]r|re))\\s)", "iu"));
const EXPLAINED = /^([^:;–—]{2,60}?)\s*(?:[:;–—]\s|,\s(?:because|since|as|so|which|weil|da|denn)\s)/u;
function formOf(view) {
    const { text, language, clause } = view;
    const plain = text.replaceAll('’', "'").trim();
    if (isOrder(plain))
        return 'instruction';
    if (CONDITION.test(plain))
        return 'condition';
    if (READER.test(plain))
        return 'address';
    if (SPEAKER.test(plain))
        return 'speaker';
    if (ADDITION.test(plain))
        return 'elliptic';
    return leansOnQuestion(plain, language, clause) ? 'elliptic' : 'claim';
}
function leansOnQuestion(text, language, clause) {
    const subject = /^(?:fr|es|pt|it)$/.test(language) ? ROMANCE_SUBJECT : OWN_SUBJECT[language];
    if (subject !== undefined)
        return !subject.test(text) || readWords(text).length <= 3;
    if (!clause)
        return true;
    const head = EXPLAINED.exec(text)?.[1];
    return head !== undefined && !isClause(head, readWords(head), language);
}
function isOrder(text) {
    if (/[?？]\s*$/.test(text))
        return false;
    if (/^please\s/i.test(text) || ORDER_ELSEWHERE.some((pattern) => pattern.test(text)))
        return true;
    const follows = /[,;]\s*(?:so|then|therefore)\s+(.+)$/iu.exec(text)?.[1];
    return opensAsOrder(text) || (follows !== undefined && opensAsOrder(follows));
}
function opensAsOrder(text) {
    const first = ORDER.exec(text)?.[1]?.toLowerCase();
    if (first !== undefined && !NO_VERB.has(first) && !/(?:ing|ly|ed|s)$/.test(first))
        return true;
    const bare = text.replace(new RegExp(`^${LEADING}`, 'iu'), '');
    const opening = /^[\p{L}']+/u.exec(bare)?.[0].toLowerCase() ?? '';
    return ORDER_VERBS.has(opening) && /^[\p{L}']+\s+\p{L}/u.test(bare) && !VERB_FOLLOWS.test(bare);
}

;





const LIST_MARK = (0,late_pattern/* latePattern */.B)(() => new RegExp("^\\s*(?:[-*+•‣▪◦–・]|\\d{1,3}[.)]|[a-z][.)])\\s+(?:\\[[ x]\\]\\s+)?", "iu"));
const FIELD = (0,late_pattern/* latePattern */.B)(() => new RegExp("^[\"'`*_#\\s]*([\\p{L}][^:=：\\n\"|]{0,60}?)[\"'`*_\\s]*(?:[:：]|\\s=|=>)[\"'*_\\s]*(?!\\/\\/)(\\S[\\s\\S]*)$", "u"));
const EMPHASIS = /(\*\*|__|~~|`)(?=\S)([\s\S]{0,400}?\S)\1/gu;
const LABEL_WORDS = 5;
function plainText(text) {
    return text
        .replace(LIST_MARK, '')
        .replace(/^\s*(?:#{1,6}|>)\s+/u, '')
        .replace(EMPHASIS, '$2')
        .trim();
}
function viewText(text) {
    const code = /^\s*(?:```|~~~)/.test(text);
    const plain = code ? text : plainText(text);
    const words = readWords(plain);
    const language = (0,text_language/* guessLanguage */.Q)(plain);
    const clause = !code && isClause(plain, words, language);
    return {
        text: plain,
        words,
        keys: contentKeys(words),
        language,
        clause,
        opening: openingOf(plain, words),
        form: formOf({ text: plain, words, language, clause }),
        field: code ? null : fieldOf(plain),
        listItem: LIST_MARK.test(text),
        code,
    };
}
function fieldOf(text) {
    const found = FIELD.exec(text);
    const [, label, value] = found ?? [];
    if (label === undefined || value === undefined)
        return null;
    if (/^\d{2}\b/.test(value) && /\d$/.test(label))
        return null;
    return readWords(label).length <= LABEL_WORDS ? { label: label.trim(), value: value.trim() } : null;
}

;




const FAILED = /\b(?:errors?|exception|fail(?:ed|ure)?|time-?d? ?out|unavailable|refused|denied|unreachable|5\d\d)\b/i;
function viewAnswer(answer, toolCalls) {
    const json = parseJson(answer);
    return {
        text: answer,
        units: json === undefined
            ? splitMarkdown(answer)
            : jsonLeaves(json).map((text) => ({ ...viewText(text), block: 'json' })),
        words: readWords(answer).length,
        toolCalls: toolCalls.map((text) => {
            const name = /^[^\s({[:]+/.exec(text.trim())?.[0] ?? '';
            const failed = FAILED.test(text.slice(text.indexOf('→') + 1));
            return { text: text.normalize('NFKC').toLowerCase(), name, failed };
        }),
    };
}
function parseJson(text) {
    const fenced = /^\s*```(?:json)?[^\S\n]*\n([\s\S]*)```\s*$/.exec(text)?.[1];
    return (0,json/* parseJsonAnswer */.oV)(fenced ?? text);
}
function jsonLeaves(value, path = '') {
    if (Array.isArray(value))
        return value.flatMap((entry) => jsonLeaves(entry, path));
    if (value !== null && typeof value === 'object') {
        return Object.entries(value).flatMap(([key, entry]) => jsonLeaves(entry, path === '' ? key : `${path} ${key}`));
    }
    return [path === '' ? String(value) : `${path}: ${String(value)}`];
}
function splitMarkdown(answer) {
    const units = [];
    let fence = null;
    const add = (text, block) => units.push({ ...viewText(text), block });
    for (const line of answer.split('\n')) {
        if (fence !== null) {
            fence.push(line);
            if (/^\s*(?:```|~~~)\s*$/.test(line)) {
                add(fence.join('\n'), 'code');
                fence = null;
            }
        }
        else if (/^\s*(?:```|~~~)/.test(line)) {
            fence = [line];
        }
        else if (line.trim() === '' || /^[\s|:-]+$/.test(line)) {
        }
        else if (/^\s*#{1,6}\s/.test(line) || /[:：]\s*(?:\*\*)?\s*$/.test(line)) {
            add(line, 'prose');
        }
        else if (/^\s*\|/.test(line) || /\s\|\s.*\s\|\s/.test(line)) {
            add(line, 'table');
        }
        else if (viewText(line).listItem) {
            add(line, 'list');
        }
        else {
            for (const sentence of (0,sentences/* sentencesOf */.cj)(line))
                add(sentence, 'prose');
        }
    }
    if (fence !== null)
        add(fence.join('\n'), 'code');
    return units;
}
const FOUND = 0.8;
function placeOf(statement, answer) {
    const wanted = normal(statement.text);
    const same = answer.units.findIndex((unit) => normal(unit.text) === wanted);
    if (same >= 0)
        return same;
    const inside = answer.units.findIndex((unit) => {
        const text = normal(unit.text);
        return (wanted.length > 3 && text.includes(wanted)) || (text.length > 3 && wanted.includes(text));
    });
    if (inside >= 0)
        return inside;
    const keys = contentKeys(statement.words);
    if (keys.size === 0)
        return -1;
    const words = new Set(statement.words.map(({ lower }) => lower));
    let best = -1;
    let most = FOUND;
    for (const [at, unit] of answer.units.entries()) {
        const share = sharedKeys(keys, unit.keys).length / keys.size;
        const row = unit.block === 'table' && unit.words.length > 1;
        const other = row ? unit.words.filter(({ lower }) => words.has(lower)).length / unit.words.length : 0;
        if (Math.max(share, other) >= most) {
            most = Math.max(share, other);
            best = at;
        }
    }
    return best;
}
function normal(text) {
    return plainText(text)
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
}

;



const WORD_FRAMES = [
    /\b(?:named after|is named for|also called|is also (?:the|an?)\b|are also\b|was once called|used to be called|nickname|anagram|rhymes?|word for|comes? from (?:the )?(?:latin|greek|word))/i,
    /\b(?:benannt nach|heißt auch|ist auch (?:ein|der|die|das)|nennt man auch)\b|に由来|とも呼ばれ/iu,
];
const THING_FRAMES = [
    /\b(?:invented|patented|discovered|founded|first (?:made|built|used|seen|sold|recorded|described|mentioned)|dates? back|goes back (?:centur|years|to (?:the )?\d)|originat\w+|was (?:built|opened|born|painted) (?:in|by)|centur(?:y|ies)|in \d{4}\b|ancient|histor(?:y|ic|ical|ically)|legend|tradition\w*)\b/i,
    /\b(?:is|are) (?:said|known|believed|rumou?red|considered) to\b|\bworld (?:heritage|record)\b|\b(?:the|one of the) (?:\w+est|most|largest|only)\b.{0,40}\b(?:in the world|on earth|of all|of the human|ever)\b|\bstatistically\b|\bused to be\b/i,
    /\b(?:wurde (?:\d{4}|im jahr|erfunden|entdeckt|gegründet)|seit den \p{L}+ jahren|jahrhundert|stammt (?:aus|von)|gilt als|erfunden)\b/iu,
    /と言われて|として知られて|の歴史|世紀|伝わりました|発明|日本一|世界一/,
];
const ABOUT_THING = /\b(?:what(?:'s| is| are| was| were| does| do)|tell me (?:about|more)|explain|describe|define|meaning|difference|overview|policy|history|origin|fact|facts|invented|founded|who (?:is|was|were|wrote|made|built))\b|\b(?:was (?:ist|sind|bedeutet)|erklär\w*|wer (?:war|hat)|geschichte)\b|とは|について|説明|歴史/i;
const ENTITLEMENT = /\b(?:included|free of charge|for free|covered|insured|allowed|permitted|required|mandatory|valid|possible|available|paid|pays|refunded|charged|billed|shipped|delivered|part of (?:every|each|all|the))\b|\b(?:inbegriffen|enthalten|kostenlos|erlaubt|erforderlich|gültig|möglich|verfügbar)\b/i;
const EXPLAINS = /\b(?:because|means?|caus(?:e|es|ed)|leads? to|results? in|helps?|prevents?|makes? (?:it|them|sure)|so that|by \w+ing|often|usually|typically|normally|depends?|ha(?:s|ve) to|must|needs?)\b|\b(?:weil|bedeutet|führt zu|hilft|verhindert|meist\w*|oft|häufig|muss|müssen|braucht)\b/i;
const SUBJECT_MARKERS = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:an?\\s|ein(?:e|er)?\\s|(?:small|large|big|old|young|many|most|some|few|all|modern|early)\\s|(?:the|der|die|das) (?:first|erste[rns]?)\\s)", "iu"));
const ROMANCE_PLURAL = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:los|las|les|os|as|gli)\\s", "iu"));
function backgroundOf(statement, request) {
    const { text, words, language } = statement;
    if (statement.form !== 'claim' || statement.opening !== 'none' || statement.field !== null)
        return null;
    if (request.transform === null && ABOUT_THING.test(request.input))
        return null;
    if (WORD_FRAMES.some((frame) => frame.test(text)))
        return 'other';
    if (THING_FRAMES.some((frame) => frame.test(text)))
        return 'thing';
    if (language === 'ja' || ENTITLEMENT.test(text) || EXPLAINS.test(text))
        return null;
    const identifier = words.slice(0, 2).some(({ surface }) => /\p{N}/u.test(surface));
    const romance = /^(?:fr|es|pt|it)$/.test(language);
    const bare = words[0]?.content === true && !identifier;
    if (!bare && !(romance ? ROMANCE_PLURAL : SUBJECT_MARKERS).test(text))
        return null;
    const measured = hasTimeExpression(text) || hasQuantity(text);
    const shared = sharedKeys(request.focus, statement.keys).length;
    const wanted = ['time', 'quantity', 'steps', 'yes-no'].includes(request.expected);
    return shared > 1 || (shared > 0 && measured && wanted) ? null : 'other';
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(1567);
;




const POLITE = /^(?:(?:hi|hello|hey|hallo|guten tag)[,!.]?\s+(?:there[,!.]?\s+)?)?(?:please[,]?\s+|kindly\s+|bitte\s+|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you )?to |i (?:want|need) (?:you )?to |(?:kannst|könntest) du (?:mir )?(?:bitte )?|(?:können|könnten) sie (?:mir )?(?:bitte )?|help me (?:to )?|let's )+/i;
function bareRequest(text) {
    return text.trim().replace(POLITE, '');
}
const TRANSFORMS = [
    [
        'translation',
        /\btranslat(?:e|es|ed|ing|ion|ions|or)\b|übersetz|\btradu(?:ire|is|ce|cir|zir|cción)\b|翻訳|訳して|英訳|和訳/i,
    ],
    [
        'label',
        /\b(?:classif(?:y|ies|ied|ication)|categori[sz](?:e|es|ation)|label(?:s|ling)? (?:the|this|each|every|an?|incoming|them)|tag (?:the|this|each)|sentiment|detect the|route (?:the|each|every|incoming))\b|klassifizier|kategorisier|einordne|einstuf|分類|判定/i,
    ],
    [
        'digest',
        /\b(?:summar(?:y|ies|i[sz]e|i[sz]es|i[sz]ed|i[sz]ing|i[sz]ation)|tl;?dr|triag(?:e|es|ed|ing)|digests?|condens(?:e|es)|boil down|recap|key points|main points|action items|minutes of|extract(?:s|ed|ion)?|hand-?off note|ticket from)\b|zusammenfass|fasse\b.*\bzusammen|extrahier|stichpunkte|sichte|要約|まとめて|要点|抽出|トリアージ/i,
    ],
    [
        'digest',
        /\b(?:turns?|makes?|writes?|gives?|produces?|creates?|prepares?)\b[^.?!]{0,60}?\b(?:notes?|briefs?|brief|headlines?|abstracts?|synopsis|one[- ]liners?|one line|tickets?|reports?)\b[^.?!]{0,20}\b(?:of|for|from|per|about|to)\b|\b(?:every|each|incoming|this|these|the)\b[^.?!]{0,40}\binto (?:an? |one )?(?:\w+[- ]){0,2}(?:note|brief|line|ticket|report|record|entry)\b|\b(?:headline|one line|brief|note)\b[^.?!]{0,10}\b(?:for|of) (?:each|every|the|this)\b/i,
    ],
    [
        'reply',
        /\b(?:draft|write|compose|prepare|suggest)s?\s+(?:\w+\s+){0,3}(?:reply|replies|response|responses|answer to)\b|\breply to (?:this|the|that)\b|antwort\w* (?:entwurf|auf diese)|beantworte diese|返信(?:を|文|案)/i,
    ],
    [
        'rewrite',
        /\b(?:rewrit(?:e|es|ing)|rephras(?:e|es|ing)|paraphras(?:e|es|ing)|proofread|shorten|simplify|reformat|reword|polish|(?:correct|fix) (?:the |my )?(?:grammar|spelling|text)|convert(?! [\d$€£])|turns? (?:this|the|an?|each|every|it|\w+)\b[^.?!]{0,40}\binto)\b|umformulier|formuliere? .*\bum\b|korrigier|kürze|vereinfach|言い換え|書き換え|校正|添削/i,
    ],
];
const OTHER_WORK = /\b(?:answer|supports? (?:customers|users|people|clients)|help|assist|schedul|book|list|manage|search|find|chat|advis)|beantwort|hilf|unterstütz|termin|回答|案内|サポート|支援|対応/i;
function transformOf(text) {
    return TRANSFORMS.find(([, cue]) => cue.test(text))?.[0] ?? null;
}
function doesOtherWork(task) {
    return OTHER_WORK.test(task);
}
function isOnlyTransform(task) {
    return transformOf(task) !== null && !OTHER_WORK.test(task);
}
const LIST = /^(?:list|enumerate|name (?:\d|two|three|four|five|some|all|a few)|(?:show|display|give|get|fetch|find|view|see)\b(?: me| us)?(?: a list| an overview| all| my| our| the (?:list|names)| every)|(?:what|which) (?:\w+ ){0,3}\w+s (?:do|did|have|are|exist|can) (?:i|we|you|there|available)\b|which (?:\w+ ){0,3}\w+s (?:exist|are (?:there|available|open|active))\b|what are (?:my|our|all|the (?:\w+ )?\w+s\b)|(?:liste|zähle?)\b|zeig\w* (?:mir |uns )?(?:alle|meine|unsere|die|eine liste)|nenne? (?:mir )?(?:alle|meine|die|drei|zwei|vier|fünf|einige)|welche \S+ (?:habe|haben|gibt|sind)|wer sind)|一覧|リスト|列挙|(?:すべて|全て|全部).*(?:見せ|表示|教え)/i;
const ACTION = /^(?:schedule|book|create|set\s?up|set|arrange|plan|cancel|delete|remove|send|remind|update|move|reschedule|reserve|order|invite|add|open an?|make an? (?:appointment|reservation|booking)|put|log|assign|file|block|start|stop|turn|enable|disable|vereinbare?|buche?|plane?|erstelle?|lege?|trage?|sage?|verschiebe?|sende?|schicke?|erinnere?|reserviere?|lösche?|storniere?)\b|(?:予約|予定|会議|ミーティング|打ち合わせ|リマインダー|タスク).*(?:して|入れて|お願い|作って|組んで|設定)|(?:登録|追加|作成|削除|設定|送信|予約|変更|キャンセル)して/i;
const COMPOSE = /^(?:write|compose|draft|invent|make up|tell me an? (?:\w+ )?(?:joke|story|tale|poem)|schreib|dichte|verfasse|erfinde|erzähl)|(?:詩|物語|俳句|小説|文章|メール)を?.*(?:書いて|作って)/i;
const CHAT = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?|thank you|hallo|guten (?:morgen|tag|abend)|danke|moin|servus|bonjour|hola|ciao)(?!\\p{L})|こんにちは|おはよう|こんばんは|ありがとう)[\\p{L}\\s,]{0,25}[!.…。！]*$", "iu"));
const SCHEDULE = /schedul|\bbook\b|meeting|appointment|calendar|remind|invite|termin|besprechung|kalender|予約|予定|会議|ミーティング|打ち合わせ|リマインド/i;
function isScheduling(text) {
    return SCHEDULE.test(text);
}
const QUESTION_START = /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|may|has|have|am|wer|wen|wem|wessen|was|welche[rnms]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|ist|sind|hat|haben|kann|können|darf|muss|gibt|wird|qui|que|quel\w*|où|quand|comment|combien|pourquoi|est-ce|quién|qué|cuál|cuándo|dónde|cómo|cuánt\w+|chi|quando|dove|quanto|quem|qual|onde)\b/i;
function opensAsQuestion(text) {
    return QUESTION_START.test(bareRequest(text));
}
function kindOf(instruction) {
    const bare = bareRequest(instruction);
    if (CHAT.test(instruction.trim()))
        return 'chat';
    if (LIST.test(bare))
        return 'list';
    if (COMPOSE.test(bare))
        return 'compose';
    if (ACTION.test(bare))
        return 'action';
    if (/[?？؟]\s*$/.test(instruction) || opensAsQuestion(bare) || /か[。．]?\s*$/.test(instruction))
        return 'question';
    return 'topic';
}
const EXPECTED = [
    [
        'time',
        /\bwhen\b|\bwhat (?:time|date|day|year|month)\b|\bwhich (?:date|day|year|month)\b|\bwann\b|\bum wie ?viel uhr\b|\bin welchem jahr\b|\bquand\b|\bcuándo\b|\bquando\b|いつ|何時|何日|何年|何月|何曜/i,
    ],
    [
        'quantity',
        /\bhow (?:many|much|long|old|far|tall|high|deep|big|large|fast|often|heavy|wide)\b|\bwhat (?:number|percentage|(?:height|weight|size|age|speed|temperature|distance|length|width|depth|amount|dose)\b|is the (?:price|cost|number|distance|height|population|age))\b|\bwie ?(?:viele?n?|lange?|alt|oft|hoch|weit|groß|schnell|schwer|teuer)\b|\bcombien\b|\bcuánt\w+|\bquant[oaie]\b|^(?:calculate|compute|convert|solve|berechne)\b|いくつ|いくら|何人|何個|何件|何本|何台|何回|何枚|何分|何メートル|どのくらい|どれくらい|計算/i,
    ],
    ['reason', /\bwhy\b|\bwarum\b|\bwieso\b|\bweshalb\b|\bpourquoi\b|\bpor qué\b|なぜ|どうして|理由/i],
    [
        'steps',
        /\bhow (?:do|can|to|should|would|could|does)\b|\bwie (?:kann|mache?|geht|setze|lösche|ändere|funktioniert)\b|\bcomment\b|\bcómo\b|どうやって|どのように|どうすれば|方法|手順/i,
    ],
    [
        'person',
        /\b(?:who|whom|whose)\b|\b(?:wer|wen|wem|wessen)\b|\bqui\b|\bquién(?:es)?\b|\bchi\b|\bquem\b|誰|だれ|どなた/i,
    ],
    [
        'place',
        /\bwhere\b|\b(?:in )?(?:what|which) (?:city|country|place|town|street|room|building)\b|\bwo(?:her|hin)?\b|\bin welche[rmn] (?:stadt|land)\b|\boù\b|\bdónde\b|\bdove\b|\bonde\b|どこ|どちら/i,
    ],
    [
        'thing',
        /\b(?:what|which)\b|\b(?:was|welche[rnms]?)\b|\bqu(?:e|el|elle|els|elles|oi)\b|\b(?:qué|cuál)\b|\b(?:quale|cosa|qual)\b|何|なに|なん|どの|どれ|どんな/i,
    ],
];
function hasQuestionWord(text) {
    return EXPECTED.some(([, cue]) => cue.test(text));
}
function expectedOf(question, kind) {
    const german = (0,text_language/* guessLanguage */.Q)(question) === 'de';
    const auxiliary = /^(?:is|are|were|do|does|did|can|could|will|would|should|may|has|have|am|ist|sind|war|hat|haben|kann|können|darf|muss|gibt es|wird|est-ce|bietet|bieten|habt)\b/i;
    const bare = bareRequest(question);
    if ((auxiliary.test(bare) || (!german && /^was\b/i.test(bare))) &&
        !/\b(?:tell|know|say|sagen|wissen)\b/i.test(bare))
        return 'yes-no';
    const cues = EXPECTED.map(([found, cue]) => ({ found, at: bare.search(cue) })).filter(({ at }) => at >= 0);
    const first = cues.toSorted((a, b) => a.at - b.at)[0];
    if (first !== undefined)
        return first.found;
    return kind === 'question' && isClause(bare, readWords(bare), (0,text_language/* guessLanguage */.Q)(bare)) ? 'yes-no' : 'thing';
}

;







const verdictDataSchema = schemas/* object */.Ikc({
    task: schemas/* string */.YjP().nullable(),
    conversation: schemas/* array */.YOg(schemas/* object */.Ikc({ role: schemas/* string */.YjP(), content: schemas/* string */.YjP() })),
    input: schemas/* string */.YjP(),
    answer: schemas/* string */.YjP(),
    tool_calls: schemas/* array */.YOg(schemas/* string */.YjP()),
    statements: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()),
});
const MATERIAL_WORDS = 25;
const MAIL = /^(?:from|to|subject|sent|date|von|an|betreff|gesendet|差出人|宛先|件名)\s*[:：]/im;
const LETTER = /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte|guten tag|moin)\b[^\n]{0,40}[,!]\s*(?:\n|\S)|(?:regards|cheers|sincerely|grüße|grüßen|thanks),?\s*(?:\n|$)|お世話になって|よろしくお願い/im;
const CODE = /\b(?:code|function|script|snippet|regex|sql|query|command|curl|api call|program|class|method|implement|json|yaml|html|css|bash|terminal|endpoint|request example|befehl|skript|funktion|programm)\b|コード|関数|スクリプト|コマンド|プログラム/i;
const REVISES = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:(?:much |a (?:bit|little) )?(?:shorter|longer|simpler|easier|funnier|nicer|\\p{L}{3,}er)|more|less|again|another|which one|kürzer|länger|einfacher|nochmal|anders|もっと|もう少し)(?!\\p{L})", "iu"));
function viewRequest(data) {
    const { input } = data;
    const task = data.task ?? '';
    const all = (0,sentences/* sentencesOf */.cj)(input);
    const letter = MAIL.test(input) || LETTER.test(input);
    const material = letter || readWords(input).length >= MATERIAL_WORDS;
    const head = all[0] ?? '';
    const effects = material
        ? [firstLine(input), lastLine(input)].filter((line) => line !== '').join('\n')
        : input;
    const own = opensAsQuestion(head) && !material ? null : transformOf(effects);
    const byTask = transformOf(task);
    const byForm = letter && !doesOtherWork(task) ? 'digest' : null;
    const transform = own ?? (byTask !== null && (isOnlyTransform(task) || material) ? byTask : byForm);
    const asking = askingPart(input, all);
    const instruction = transform === null ? asking : effects;
    const focus = new Set(contentKeys(readWords(transform === null ? asking : input)));
    const background = new Set(contentKeys(readWords(input)));
    const leans = leansOnHistory(asking, focus);
    if (leans) {
        for (const turn of data.conversation.filter(({ role }) => role !== 'system').slice(-4)) {
            for (const key of contentKeys(readWords(turn.content)))
                (turn.role === 'user' ? focus : background).add(key);
        }
    }
    return {
        kind: transform === null ? kindOf(asking) : 'transform',
        expected: expectedOf(leans && !hasQuestionWord(asking) ? `${lastQuestion(data)} ${asking}` : asking, kindOf(asking)),
        transform,
        instruction,
        input,
        task,
        language: (0,text_language/* guessLanguage */.Q)(input),
        focus,
        background,
        scheduling: isScheduling(instruction),
        wantsCode: CODE.test(input),
    };
}
function lastQuestion(data) {
    return data.conversation.findLast(({ role }) => role === 'user')?.content ?? '';
}
function firstLine(text) {
    return text.trim().split('\n')[0] ?? '';
}
function lastLine(text) {
    const lines = text.trim().split('\n');
    return lines.length > 1 ? (lines.at(-1) ?? '') : '';
}
function askingPart(input, all) {
    if (all.length < 2)
        return input.trim();
    const asking = all.filter((part) => /[?？]\s*$/.test(part) || ['list', 'action', 'question', 'compose'].includes(kindOf(part)));
    return asking.length === 0 || contentKeys(readWords(asking.join(' '))).size === 0
        ? input.trim()
        : asking.join(' ');
}
function leansOnHistory(text, focus) {
    const bare = bareRequest(text);
    return (focus.size < 3 ||
        REVISES.test(bare) ||
        ['reference', 'connective'].includes(openingOf(bare, readWords(bare))) ||
        /^(?:what about|how about|and|was ist mit|und)\b/i.test(bare));
}

;
function yes(reason) {
    return { result: 'yes', reason };
}
function unsure(reason) {
    return { result: 'unsure', reason };
}
function no(reason) {
    return { result: 'no', reason };
}
function nameKeys(keys) {
    return keys
        .slice(0, 3)
        .map((key) => `“${key.replace(/^~/, '')}”`)
        .join(', ');
}

;



const DONE = /^\W*(?:(?:done|all set|ok(?:ay)?|sure|great|perfect)[,!.:;–—-]*\s*)?(?:(?:i(?:'ve| have)?|we(?:'ve| have)?|it(?:'s| is| has been)?|you(?:'re| are| have been)|your \w+(?: \w+)? (?:is|has been|was)|that(?:'s| is))\s+(?:now |been |just |successfully )*)?(?:scheduled|booked|created|confirmed|added|sent|cancel+ed|set(?: up)?|updated|saved|invited|reserved|arranged|moved|deleted|removed|assigned|logged|opened|ordered|placed|completed|reminded|done|all set)\b/i;
const DONE_ELSEWHERE = /\b(?:erledigt|gebucht|angelegt|erstellt|eingetragen|bestätigt|vereinbart|verschickt|gesendet|storniert|reserviert|hinzugefügt|gelöscht)\b|(?:完了|予約|作成|登録|追加|設定|送信|変更|キャンセル|確定)(?:し(?:ました|ています)|いたしました|されました|済み)|承知(?:しました|いたしました)|かしこまりました/i;
const action_result_FAILED = /\b(?:no (?:free |open |available )*slots?|fully booked|already (?:booked|taken)|conflicts? with|not available|kein termin frei|空きがありません)\b/i;
const RECORD_FIELD = /\b(?:title|subject|name|summary|date|day|time|start|starts|end|ends|begin|from|to|until|when|where|duration|length|location|place|room|link|url|attendees?|participants?|guests?|invitees?|organi[sz]er|host|with|who|status|state|id|uid|event|meeting|appointment|agenda|description|notes?|reminders?|recurrence|time ?zone|calendar|created|updated|confirmation|reference|kind|type)\b|titel|betreff|datum|uhrzeit|beginn|ende|dauer|ort|raum|teilnehmer|termin|件名|タイトル|日時|日付|時間|開始|終了|場所|会議室|参加者|出席者|主催|所要時間|状態|議題/i;
const EVENT_FIELD = /\b(?:start|starts|end|ends|begin|date|time|when|duration|attendees?|participants?|event|meeting|appointment|location)\b|datum|uhrzeit|beginn|dauer|termin|teilnehmer|日時|日付|開始|終了|参加者|時間/i;
const CLARIFY = /^(?:(?:sure|of course|okay|ok|gladly|certainly|gern|natürlich)[,!.]*\s*)?(?:with whom|who(?:m| should| would| is)?|when|what (?:time|day|date|should|is the)|which (?:day|time|room|date)|how long|where|(?:could|can|would) you (?:please )?(?:tell|share|give|confirm|provide|let)|do you want|would you like|shall i|should i|mit wem|wann|um wie viel|wie lange|welche[rs]?|soll ich|いつ|何時|どなた|どちら)/i;
const actionResult = ({ statement, request, answer, place }) => {
    const acted = request.transform === null && request.kind !== 'list' && answer.toolCalls.some(acts);
    const ordered = request.scheduling && request.kind !== 'question' && request.transform === null;
    if (request.kind !== 'action' && !ordered && !acted)
        return null;
    const { text, field } = statement;
    if (DONE.test(text) || (DONE_ELSEWHERE.test(text) && !isForeign(statement, request.focus))) {
        return yes('It says that what was asked is done.');
    }
    if (field !== null && RECORD_FIELD.test(field.label)) {
        if (!request.scheduling || isEvent(answer) || EVENT_FIELD.test(field.label)) {
            return yes(`It is the field “${field.label}” of the record that was asked for.`);
        }
    }
    const unit = answer.units[place];
    if (unit?.block === 'json' && isEvent(answer) && !statement.clause)
        return yes('It is part of the record that was asked for.');
    if (request.scheduling &&
        place >= 0 &&
        hasTimeExpression(text) &&
        (!statement.clause || action_result_FAILED.test(text))) {
        return yes('It gives a time, as an entry of a calendar does.');
    }
    if (request.scheduling &&
        place >= 0 &&
        !statement.clause &&
        statement.words.length <= 6 &&
        answer.units.some((unit, at) => at !== place && hasTimeExpression(unit.text))) {
        return yes('It stands in the entry of a calendar.');
    }
    if (request.scheduling && action_result_FAILED.test(text))
        return yes('It says why it cannot be scheduled so.');
    if (/[?？]\s*$/.test(text) && (CLARIFY.test(text) || /\byou\b/i.test(text)) && place >= 0)
        return yes('It asks for what is missing to do it.');
    return null;
};
function acts({ name }) {
    return /(?:^|[._-])(?:create|add|insert|book|schedule|cancel|delete|remove|send|set|update|move|reserve|invite|turn|close|assign|post|put)(?:$|[._-])|^(?:create|add|insert|book|schedule|cancel|delete|remove|send|set|update|move|reserve|invite)\p{Lu}/u.test(name);
}
function isEvent(answer) {
    const fields = answer.units.filter((unit) => unit.field !== null && EVENT_FIELD.test(unit.field.label));
    return fields.length >= 2 || (fields.length === 1 && hasTimeExpression(answer.text));
}
function isForeign(statement, focus) {
    return (statement.language !== 'ja' &&
        statement.clause &&
        statement.words.length > 6 &&
        sharedKeys(focus, statement.keys).length === 0);
}

;

const codeAnswer = ({ statement, request, answer, place }) => {
    const unit = answer.units[place];
    if (unit === undefined || unit.block !== 'code' || !(statement.code || unit.code))
        return null;
    if (isOtherLanguage(unit.text, request, answer))
        return null;
    return request.wantsCode ? yes('It is the code that was asked for.') : null;
};
function isOtherLanguage(code, request, answer) {
    const words = new Set(request.input.toLowerCase().match(/[\p{L}\p{N}+#]+/gu));
    const tags = answer.units.filter(({ code: is }) => is).map(({ text }) => tagOf(text));
    const own = tagOf(code);
    return own !== '' && !words.has(own) && tags.some((tag) => words.has(tag));
}
function tagOf(code) {
    return /^\s*(?:```|~~~)\s*([\p{L}\p{N}+#]*)/u.exec(code)?.[1]?.toLowerCase() ?? '';
}

;



const derived_line_FIELD = /^(?:\W*)(?:(?:suggested|recommended|proposed|next|required|key|main|overall|customer|user|reported|requested) )?(?:priority|severity|urgency|urgent|impact|category|topic|subject|type|kind|label|class|tags?|sentiment|tone|mood|intent|summary|issue|problem|request|ask|asks|question|need|needs|action|actions|steps?|todo|to-do|follow[- ]?up|owner|assignee|assigned to|team|queue|route|routing|department|from|sender|customer|client|reporter|contact|account|due|deadline|by when|when|date|eta|status|state|language|channel|product|area|root cause|cause|reason|context|background|details|notes?|decision|decisions|risks?|blockers?|points?|points|takeaways?|outcome|result|confidence|score|amount|order|reference|escalation|escalate|reply)\b/i;
const FIELD_ELSEWHERE = /^(?:\W*)(?:priorität|dringlichkeit|kategorie|thema|betreff|art|zusammenfassung|problem|anliegen|frage|aktion|maßnahme|nächste\w* schritte?|zuständig|team|abteilung|absender|kunde|kundin|kontakt|fällig|frist|status|stimmung|ursache|hinweis)|(?:優先度|緊急度|重要度|カテゴリ|分類|種別|件名|要約|概要|問題|要望|依頼|対応|次の(?:対応|アクション|ステップ)|担当|期限|締切|状態|感情|差出人|顧客|原因|備考)/i;
const DIGEST_WORDS = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\b(?:p[0-4]|sev ?-?[0-4]|urgent|asap|high|medium|low|critical|priority|severity|outage|incident|complaint|bug|issue|escalat\\w*|follow[- ]?up|blocked|blocker|blocking|deadline|overdue|due|owner|assign\\w*|unassigned|on[- ]call|triage|ticket|churn|at risk|refund|billing|payment|duplicate|invoice|account|access|login|lockout|locked|shipping|delivery|delay\\w*|missing|damaged|feature request|question|inquiry|enquiry|feedback|cancellation|renewal|positive|negative|neutral|spam|not spam|frustrated|angry|unhappy|upset|satisfied|happy|confused|action required|no action|eod|eow|needs? reply|reply by|respond|down|failing|failed|failure|fault|faulty|broken|repairs?|vulnerable|hazard|injury|leak|overcharged|overbilled|regression)\\b|\\b(?:dringend|hoch|mittel|niedrig|kritisch|beschwerde|störung|ausfall|rückfrage|anfrage|frist|positiv|negativ|neutral|unzufrieden)\\b|(?:緊急|至急|高|中|低|重大|苦情|障害|問い合わせ|要望|期限|肯定的|否定的|中立|不満)", "iu"));
const REPORT = /^(?:(?:the|an?|our|this|one|existing|new|long-time|loyal|paying|angry|upset|unhappy|frustrated) )*(?:customer|client|user|sender|author|requester|reporter|caller|buyer|subscriber|guest|tenant|patient|student|employee|applicant|writer|colleague|team|they|he|she|email|e-mail|message|letter|ticket|article|text|report|document|speaker|participants?|attendees|company)\b/i;
const REPORT_ELSEWHERE = /^(?:(?:der|die|ein|eine) )?(?:kund(?:e|in|en)|absender(?:in)?|nutzer(?:in)?|autor(?:in)?|team|mail|nachricht|text|artikel)\b|^(?:お客様|顧客|送信者|差出人|ユーザー|利用者|担当者|筆者|メール|本文)/i;
const WISH = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:[\\p{L}’'-]+\\s+){1,3}(?:wants?|asks?|reports?|requests?|complains?|expects?|needs?|claims?|offers?|apologi[sz]es?|wishes|wish|would like|möchten?|bitten?|bittet|fordert|fordern|meldet|melden)\\s", "iu"));
const HEADLESS = /^(?:wants|needs|asks|asking|requests|requesting|reports|reporting|complains|says|states|claims|mentions|expects|demands|threatens|cannot|can't|unable|wishes|would like|requires|seeks|waiting|awaiting|blocked|disputes|thanks|confirms|suggests|offers|möchte|bittet|fragt|meldet|benötigt|fordert|beschwert)\b/i;
const HANDLING = /^(?:please )?(?:forward|dispatch|arrange|compensate|investigate|escalate|assign|route|reply|respond|follow up|contact|call|confirm|investigate|check|verify|refund|credit|reimburse|review|approve|reject|close|resolve|restart|roll ?back|reset|unlock|replace|resend|send|schedule|notify|inform|ask|apologi[sz]e|offer|issue|hand|loop|flag|prioriti[sz]e|acknowledge|update|fix|cancel|draft|prepare|weiterleiten|eskalieren|antworten|prüfen|klären|erstatten|zurückrufen|kontaktieren)\b/i;
const SEPARATORS = /\S\s*[|·•/→>]\s*\S|\s[–—-]\s/u;
function evidence(statement, request, answer) {
    const { text, field, clause } = statement;
    const short = text.replace(/^[^\p{L}\p{N}]+/u, '');
    if (field !== null) {
        if (derived_line_FIELD.test(field.label) || FIELD_ELSEWHERE.test(field.label))
            return `It fills the field “${field.label}”.`;
        if (namedByTask(field.label, request))
            return `It fills the field “${field.label}”, which the task names.`;
        if (!clause && answer.units.filter((unit) => unit.field !== null).length >= 2)
            return `It fills the field “${field.label}”.`;
    }
    if (request.transform === 'label' && !clause && answer.words <= 4)
        return 'It is the label that was asked for.';
    if (REPORT.test(short) && statement.words.length > 2)
        return 'It reports what the message says.';
    if (REPORT_ELSEWHERE.test(short))
        return 'It reports what the message says.';
    if (WISH.test(short))
        return 'It reports what somebody wants.';
    if (HEADLESS.test(short))
        return 'It reports what the sender wants.';
    if (HANDLING.test(short) && statement.words.length <= 25)
        return 'It says how to handle the message.';
    if (!clause && statement.words.length <= 14) {
        if (DIGEST_WORDS.test(text))
            return 'It is a line of the summary that was asked for.';
        if (namedByTask(text, request) && statement.words.length <= 3)
            return 'It is one of the values that the task names.';
    }
    const marks = text.match(new RegExp(DIGEST_WORDS.source, 'giu'))?.length ?? 0;
    if (marks >= 2 && statement.words.length <= 25)
        return 'It sums up the message in words of triage.';
    return null;
}
function namedByTask(label, request) {
    const words = readWords(label);
    const keys = contentKeys(words);
    if (keys.size === 0) {
        const named = new Set(readWords(request.task).map(({ lower }) => lower));
        return words.length > 0 && words.every(({ lower }) => named.has(lower));
    }
    return (sharedKeys(keys, contentKeys(readWords(`${request.task}\n${request.instruction}`))).length === keys.size);
}
const derivedLine = ({ statement, request, answer, place }) => {
    if (request.transform !== 'digest' && request.transform !== 'label')
        return null;
    const found = evidence(statement, request, answer);
    if (found !== null)
        return yes(found);
    if (place < 0 || statement.clause || statement.code || statement.words.length > 14)
        return null;
    if (statement.form === 'instruction')
        return null;
    const others = answer.units.filter((unit, at) => at !== place && evidence(unit, request, answer) !== null).length;
    if (others >= 1 && (others + 1) * 2 >= answer.units.length)
        return yes('It stands among the lines of the summary that was asked for.');
    if (SEPARATORS.test(statement.text) || others >= 1)
        return unsure('It has the form of a line of the summary.');
    return null;
};

;


const PROMOTION = [
    /\b(?:buy|order|shop|upgrade|subscribe|sign up|register|download|book|join|act|switch|try)\b.{0,40}\b(?:now|today|tonight|this week|this month|for free|while (?:stocks?|supplies)|before it's too late)\b/i,
    /\b(?:save|get|enjoy|receive|take|with)\b.{0,30}(?:\b\d+ ?(?:%|percent)|\b(?:free months?|free gift|months? free|extra savings))/i,
    /\b(?:\d+|five|ten|fifteen|twenty|thirty|forty|fifty) ?(?:%|percent) (?:off|discount|cheaper|more)\b|\b(?:two|three|one|\d+) (?:months?|weeks?) (?:for )?free\b/i,
    /\b(?:limited[- ]time|special|exclusive|unbeatable|amazing|great|best) (?:offers?|deals?|discounts?|prices?|savings?|promotions?)\b/i,
    /\b(?:promo(?:tion)?|discount|coupon|voucher) codes?\b|\bdon't miss (?:out|it|our|this)\b|\bfree trial\b|\bmoney can buy\b/i,
    /\b(?:follow us|like us|find us) on (?!the\b)|\b(?:follow|like) us\b|\b(?:our|free) (?:\w+ )?(?:newsletter|podcast|webinar|blog|mailing list)\b|\b(?:subscribe to|sign up for|join) (?:the|a) (?:\w+ )?(?:newsletter|mailing list)\b|\b(?:check out|discover|explore) our\b/i,
    /\b(?:have|take) a look at our (?:new|latest|\p{L}+ (?:collection|range|sale))\b|^we also (?:sell|offer)\b/iu,
    /\b(?:jetzt|heute) (?:\S+ ){0,3}(?:kaufen|bestellen|sichern|upgraden|sparen|testen|zugreifen|wechseln)\b|\b(?:rabatt|sonderangebot|gutschein|gratismonat|folgen sie uns)\w*|\d+ ?(?:%|prozent) (?:rabatt|sparen|günstiger)/i,
    /今すぐ(?:購入|登録|申し込|アップグレード|お試し|ダウンロード)|キャンペーン(?:中|実施)|期間限定|メルマガ|お得な|\d+(?:%|％|パーセント)(?:オフ|割引|引き)|フォローしてください|[一二三四五六七八九十\d]割引/,
];
const PERSONAL = [
    /^(?:personally|honestly)?,?\s*i(?:'ve| have)? (?:\w+ly )?(?:love|loved|like|liked|enjoy|enjoyed|hate|hated|adore|prefer|preferred|dream|dreamt|wish|miss|missed|remember|grew up|used to|went|visited|bought|watched|ate|always (?:loved|liked|wanted))\b/i,
    /\bmy (?:favou?rite|hobby|hobbies|cat|dog|wife|husband|mother|father|mum|mom|dad|grandm\w+|grandf\w+|sister|brother|kids?|children|childhood|weekend|garden|horoscope|neighbou?r)\b/i,
    /\b(?:ich|wir) (?:liebe|mag|hasse|träume|war gestern|habe gestern)\b|\bmeine? (?:liebling\w*|hund|katze|frau|mann|mutter|oma|opa|hobby)\b/i,
    /私(?:の好きな|は.{1,12}(?:が好き|が大好き))|僕は.{1,12}好き/,
];
const DIGRESSION = [
    /^(?:by the way|fun fact|did you know|speaking of|on (?:an(?:other| unrelated)|a different) (?:note|topic|matter)|off[- ]topic|unrelated(?:ly)?|random (?:fact|thought)|in other news|apropos|incidentally|changing the subject|while (?:we're|you're) here)\b/i,
    /^(?:übrigens|wussten sie|wusstest du|nebenbei|apropos|ganz nebenbei)\b|^(?:ところで|ちなみに|余談ですが|豆知識)/i,
    /\b(?:the )?weather (?:is|was|will|looks|has)\b|\b(?:it's|it is|it was|what) an? (?:nice|lovely|beautiful|sunny|rainy|wonderful|great) (?:day|morning|evening|afternoon)\b|\bit(?:'s| is| was) (?:raining|snowing|sunny|cloudy|windy|cold|hot|warm) (?:today|outside|here|again)\b|^(?:nice|lovely|great|beautiful) (?:weather|day)\b|\bhave a (?:nice|great|good|wonderful|lovely) (?:day|weekend)\b.{20,}/i,
    /\bdas wetter (?:ist|war|wird)\b|(?:いい|良い|よい)天気/i,
];
const ABOUT_OFFERS = /\b(?:offers|(?:an?|any|special|current) offer|discounts?|deals?|promotions?|promo|coupons?|vouchers?|upgrad\w+|newsletter|trial|free|sale|cheap\w*|marketing|advert\w*|slogan|social media|podcast|blog|webinar)\b|rabatt|angebot|gutschein|werbung|割引|キャンペーン|クーポン|特典|宣伝/i;
const ABOUT_AGENT = /\b(?:you|your|yourself)\b.*\?|\byou\b.{0,20}\b(?:like|love|prefer|favou?rite|enjoy|feel|think)\b|\b(?:du|dein|deine|Sie|Ihre)\b.*\?|あなた/;
const ABOUT_WEATHER = /weather|forecast|rain|snow|sunny|wetter|regen|天気|雨/i;
const digression = ({ statement, request }) => {
    const { text } = statement;
    const shared = sharedKeys(request.focus, statement.keys).length;
    const wanted = ABOUT_OFFERS.test(request.input) && (request.transform === null || shared > 0);
    if (!wanted && PROMOTION.some((pattern) => pattern.test(text))) {
        return no('It advertises something that was not asked for.');
    }
    const generated = request.kind === 'compose' || ['reply', 'rewrite', 'translation'].includes(request.transform ?? '');
    if (PERSONAL.some((pattern) => pattern.test(text)) &&
        shared < 2 &&
        !generated &&
        !(request.transform === null && ABOUT_AGENT.test(request.input))) {
        return no('It is about the speaker, who was not asked about.');
    }
    if (DIGRESSION.some((pattern) => pattern.test(text)) && shared < 2 && !ABOUT_WEATHER.test(request.input)) {
        return no('It turns to something that was not asked.');
    }
    return null;
};

;



const LONGEST = 14;
const ASKED_ABOUT = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<!\\p{L})(?:am|are|is|was|were|do|does|did|can|could|will|would|has|have|had|bin|bist|ist|sind|seid|war(?:en)?|haben|habt|hast|hat|kann|können|werden|wird)\\s+(\\p{L}+)", "iu"));
const SPEAKS_OF = [
    [/^(?:you|sie|ihr|du)$/i, /^(?:we|i|our|my|wir|ich|unser\p{L}*|mein\p{L}*)(?!\p{L})|\bfind (?:us|me)\b/iu],
    [
        /^(?:your|ihre?\p{L}?|eure?\p{L}?|deine?\p{L}?)$/iu,
        /^(?:we|our|it|they|wir|unser\p{L}*|sie|er|es)(?!\p{L})|\bfind (?:us|it|them)\b/iu,
    ],
    [/^(?:i|we|ich|wir)$/i, /^(?:you|your|we|there|it|sie|ihr|du|es)(?!\p{L})/iu],
    [/^(?:my|our|mein\p{L}*|unser\p{L}*)$/iu, /^(?:your|it|they|you|ihre?\p{L}?|er|sie|es)(?!\p{L})/iu],
    [/^(?:he|she|they|er)$/i, /^(?:he|she|they|er|sie)(?!\p{L})/iu],
    [
        /^(?:it|that|this|the|das|es|der|die)$/i,
        /^(?:it|that|this|they|es|das|er|sie|you will have it)(?!\p{L})/iu,
    ],
];
const LIGHT = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?:^|[\\s'])(?:m|re|s|am|are|is|was|were|be|find|found|have it|went|go|goes|live|lives|lived|stay|stays|stayed|come|comes|came|happen(?:s|ed)|took place|bin|ist|sind|war|waren|liegt|liegen|finden)(?=\\s)", "iu"));
const PAST = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<!\\p{L})(?:was|were|did|had|been|since|ago|\\p{L}+ed|war|waren|seit)(?!\\p{L})", "iu"));
const PLACE = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<=\\s)(?:[Ii]n|[Oo]n|[Aa]t|near|to|behind|under|above|below|opposite|beside|inside|outside|between|by|auf|bei|neben|hinter|unter|über|im|gegenüber|zwischen) (?:(?:the|an?|der|die|das|dem|den|einem|einer) \\p{L}|\\p{N}|\\p{Lu})|(?<=\\s)am \\p{Lu}", "u"));
const FROM_TO = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<!\\p{L})(?:from|between|von|zwischen) \\S+ (?:to|till|until|and|bis|und) \\S+", "iu"));
const IS_SOMEBODY = (0,late_pattern/* latePattern */.B)(() => new RegExp("^\\S+ ?(?:'m|'re|'s|am|are|is|was|were|bin|ist|sind) (?:(?:an?|the|my|your|our|his|her|their|ein|eine|der|die|das|unser\\p{L}*) \\p{L}|\\p{Lu}\\p{L})", "u"));
const IS_SO_MANY = (0,late_pattern/* latePattern */.B)(() => new RegExp("^\\S+ ?(?:'m|'re|'s|am|are|is|was|were|bin|ist|sind) (?:(?:about|only|just|around|roughly|almost|nearly|already|now|exactly|etwa|rund|nur) )*(?:an? \\p{L}+ of )?(\\S+)(?: (\\p{L}+))?", "iu"));
const STRETCH = /^(?:second|minute|hour|met|kilomet|km|mile|sekunde|stunde|meile)/i;
const filledSentence = ({ statement, request, place, answer }) => {
    const { text, words } = statement;
    if (request.kind !== 'question' || !statement.clause || statement.code || place !== 0)
        return null;
    if (words.length > LONGEST || answer.words > 2 * LONGEST || /[?!]$/.test(text))
        return null;
    const asked = ASKED_ABOUT.exec(request.instruction)?.[1] ?? '';
    const plain = text.replaceAll('’', "'");
    if (!SPEAKS_OF.some(([about, opening]) => about.test(asked) && opening.test(plain)))
        return null;
    if (!LIGHT.test(plain))
        return null;
    if (PAST.test(plain) && !PAST.test(request.instruction))
        return null;
    return fills(request.expected, plain, request.instruction)
        ? yes('It fills in what the question left open.')
        : null;
};
function fills(expected, text, question) {
    switch (expected) {
        case 'place':
            return PLACE.test(text) && !(hasTimeExpression(text) && !/\p{Lu}/u.test(text.slice(1)));
        case 'time':
            return hasTimeExpression(text) || (FROM_TO.test(text) && hasQuantity(text));
        case 'person':
            return IS_SOMEBODY.test(text);
        case 'quantity': {
            const [, number = '', unit = ''] = IS_SO_MANY.exec(text) ?? [];
            return (hasQuantity(number) && (!STRETCH.test(unit) || !/\b(?:old|many)\b|\b(?:alt|viele)\b/i.test(question)));
        }
        default:
            return false;
    }
}

;



const LONGEST_VALUE = 6;
const MAY = /\byou(?:'ll)?\b.{0,20}\b(?:can|may|must|need|should|have to)\b|\b(?:können|dürfen|müssen) sie\b|\bsie (?:können|dürfen|müssen)\b/i;
const fitting_form_PERSONAL = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\b(?:i|i'm|i've|we|my|me|our|us|ich|wir|mein\\w*|je|mon|ma|mes|nous)\\b|私", "iu"));
const ADVICE = /\b(?:should|what now|what (?:can|do|to)|need|ought|tips?|advice|advise|help|wrong)\b|was (?:tun|mache|brauche)|soll|hilf|muss|どうし(?:たら|よう)|que faire|qué (?:hago|hacer)|o que faço|(?:ば|たら)いい/i;
function fittingForm({ statement, place, request, answer }, { anchors, opens }) {
    const block = answer.units[place]?.block;
    if (place < 0 || statement.code || block === 'table' || block === 'json')
        return null;
    const { form } = statement;
    if (request.transform !== null)
        return speaksForWriter(request, form);
    const anchored = anchors.some((anchor) => anchor !== place || opens);
    switch (form) {
        case 'instruction':
            return (anchored && (opens || isPersonal(request))) || wantsAdvice(request)
                ? yes('It tells what to do, as an answer does.')
                : null;
        case 'condition':
            return anchored || wantsAdvice(request) ? yes('It names a condition of what was asked.') : null;
        case 'address':
            return anchored ? yes('It speaks to whoever asked about their request.') : null;
        case 'speaker':
            return anchored ? yes('It says what the agent does about the request.') : null;
        case 'elliptic':
            return anchored && !isEntry(statement) ? yes('It leaves out what the question has said.') : null;
        case 'claim':
            return null;
        default: {
            const rest = form;
            return rest;
        }
    }
}
function opensAnswer(statement, request) {
    const { form, language, code, text } = statement;
    if (request.kind !== 'question' || request.transform !== null || isEntry(statement) || code)
        return false;
    if (form === 'address')
        return MAY.test(text);
    return form === 'instruction' || form === 'condition' || (form === 'elliptic' && language !== 'und');
}
function isEntry({ field }) {
    return field !== null && readWords(field.value).length <= LONGEST_VALUE;
}
function isPersonal({ input, expected }) {
    return expected === 'yes-no' || fitting_form_PERSONAL.test(input);
}
function speaksForWriter({ transform }, form) {
    if (transform !== 'rewrite' && transform !== 'reply')
        return null;
    return form === 'instruction' || form === 'condition' || form === 'address' || form === 'speaker'
        ? yes('It speaks to the reader of the text that was asked for.')
        : null;
}
function wantsAdvice({ kind, expected, input }) {
    return (kind === 'action' || kind === 'topic' || ['steps', 'reason'].includes(expected) || ADVICE.test(input));
}

;

const PATTERNS = [
    /\b(?:dear |note to (?:the )?|to the |hey |attention )(?:llm |ai )?(?:judge|grader|evaluator|scorer|rater|assessor|reviewer)\b/i,
    /\b(?:judge|grader|evaluator|scorer|rater|assessor)s?\s*[:,]/i,
    /\b(?:judge|grader|evaluator|scorer|rater|assessor)s?\b.{0,40}\b(?:should|must|please|will|has to|have to|mark|score|rate|give|accept|treat)\b/i,
    /\b(?:mark|rate|score|grade|label|judge|consider|treat|count|classify|accept|regard|deem|evaluate)\b.{0,50}\b(?:as|is|are|be)\b.{0,20}\b(?:relevant|on[- ]topic|correct|yes|perfect|a pass|passed|passing|valid)\b/i,
    /\b(?:mark|rate|score|grade|give)\b.{0,40}\b(?:full (?:marks|score|points)|(?:highest|maximum|top|perfect) (?:score|mark|grade|rating)|(?:10|100|1\.0|5)(?: ?\/ ?\d+| out of))/i,
    /\b(?:this|the|every|each|all|following|preceding|above)\s+(?:statements?|sentences?|answers?|responses?|outputs?|lines?|texts?)\b.{0,40}\b(?:(?:is|are|be)\s+(?:\w+\s+)?(?:relevant|on[- ]topic)|(?:deserves?|gets?|receives?)\b.{0,20}\b(?:score|yes|marks?))/i,
    /\b(?:ignore|disregard|forget|override|skip|bypass)\b.{0,40}\b(?:instructions?|rubrics?|rules?|prompts?|criteria|guidelines?|directions?)\b/i,
    /\bverdicts?\b\W{0,4}(?::|=|is|are|must be|should be)\W{0,4}(?:yes|relevant|unsure|no)\b/i,
    /\b(?:answer|reply|respond|say|return|output)\b.{0,20}\b(?:["'“]?yes["'”]?) (?:for|to) (?:this|every|all|each)\b/i,
    /["']?s\d+["']?\s*[:=]\s*["'{]*\s*(?:yes|verdict|reason|relevant)/i,
    /\brelevan(?:t|ce|cy)\b\W{0,3}(?::|=)\W{0,3}(?:yes|true|high|1\b|10|100)/i,
    /<\/?(?:system|instructions?|rubric|data|statements?)>|\[\/?(?:system|inst)\]|^\s*system\s*(?:prompt)?\s*:/i,
    /\bthis (?:answer|response|reply)\b.{0,20}\bis\b.{0,40}\b(?:accurate|comprehensive|relevant|helpful|on[- ]topic)\b|\bthis (?:answer|response|reply)\b.{0,60}\b(?:addresses|answers|meets|fulfils|satisfies)\b.{0,30}\b(?:user|question|request|query|criteria)/i,
    /\b(?:bewerte|werte|stufe|markiere|beurteile)\b.{0,60}(?:relevant|korrekt|höchstpunktzahl|volle punktzahl|\bja\b|\byes\b)/i,
    /\b(?:ignoriere?n?|vergiss|missachte)\b.{0,40}\b(?:anweisung|regel|vorgabe|kriteri|instruktion)/i,
    /(?:評価者|採点者|審査員|ジャッジ)|(?:指示|ルール|規則|命令).{0,10}(?:無視|忘れ)|関連(?:性が|が)?(?:ある|高い)と(?:評価|判定|判断|採点)|満点/,
];
const graderAddress = ({ statement }) => PATTERNS.some((pattern) => pattern.test(statement.text))
    ? no('It speaks to whoever grades the answer, not to the user.')
    : null;

;


const NOTHING = /^(?:sorry,? )?(?:(?:there (?:are|is|were) (?:currently |no |not |none)|you (?:do not|don't|currently|have no)|i (?:found no|could(?:n't| not) find)|we (?:found no|have no)|no |none|nothing|not any|zero |0 )|(?:es gibt |sie haben |du hast |ich habe )?(?:derzeit |aktuell |noch )?keine?\b|nichts )|(?:ありません|見つかりません(?:でした)?|いません|ございません|0件|なし)/i;
const NOTHING_WORDS = 9;
const ENTRY_WORDS = 12;
const DESCRIPTION = /^(.{1,60}?)\s*(?:[-–—]\s|[:：(（]|,\s|→)/u;
const listItem = ({ statement, request, answer, place }) => {
    const plural = request.kind === 'list' ||
        (request.kind === 'question' && ['thing', 'person'].includes(request.expected));
    if (!plural)
        return null;
    if (NOTHING.test(statement.text) && statement.words.length <= NOTHING_WORDS) {
        const about = sharedKeys(request.focus, statement.keys).length > 0 || statement.words.length <= 3;
        if (about || /\bfound\b|\byet\b|gefunden|vorhanden|見つかり/i.test(statement.text)) {
            return yes('It says that there is nothing to list.');
        }
    }
    const unit = answer.units[place];
    if (unit === undefined)
        return null;
    const entry = unit.listItem ||
        unit.block === 'table' ||
        unit.block === 'json' ||
        (request.kind === 'list' && isPlainEntry(unit));
    if (!entry)
        return null;
    if (!unit.clause && statement.words.length <= ENTRY_WORDS * 2)
        return yes('It is an entry of the list that was asked for.');
    const named = DESCRIPTION.exec(unit.text)?.[1];
    if (named !== undefined &&
        named.split(/\s+/).length <= 5 &&
        !/^(?:the|an?|i|you|it)\b.*\b(?:is|are)\b/i.test(named)) {
        return yes('It names an entry of the list that was asked for and describes it.');
    }
    return null;
};
function isPlainEntry(unit) {
    if (unit.clause || unit.words.length === 0 || unit.words.length > ENTRY_WORDS)
        return false;
    return (/,|、|\band\b|\bund\b|\p{Lu}|[\p{Script=Han}\p{Script=Katakana}]/u.test(unit.text) ||
        unit.words.length <= 3);
}

;


const FEWEST_OTHERS = 2;
const LONG_CELL = 4;
const oddOneOut = ({ answer, place }) => {
    if (place < 0)
        return null;
    const { rows, entries } = oddOnes(answer);
    if (rows.has(place))
        return no('Its cells are of another kind than those of all other rows.');
    if (entries.has(place))
        return no('The other entries are in what the tools returned, this one is not.');
    return null;
};
const known = new WeakMap();
function oddOnes(answer) {
    const found = known.get(answer) ?? { rows: oddRows(answer), entries: oddEntries(answer) };
    known.set(answer, found);
    return found;
}
function oddRows({ units }) {
    const odd = new Set();
    for (const [first, unit] of units.entries()) {
        if (unit.block !== 'table' || units[first - 1]?.block === 'table')
            continue;
        const rows = [];
        for (let place = first + 1; units[place]?.block === 'table'; place += 1) {
            rows.push({ place, shapes: shapesOf(units[place]?.text ?? '') });
        }
        for (const column of rows[0]?.shapes.keys() ?? []) {
            const places = oddAmong(rows.map(({ place, shapes }) => ({ place, is: shapes[column] ?? '' })));
            for (const place of places)
                odd.add(place);
        }
    }
    return odd;
}
function shapesOf(row) {
    const cells = row.replace(/^\s*\||\|\s*$/g, '').split('|');
    return cells.slice(1).map((cell) => {
        if (readWords(cell).length > LONG_CELL)
            return 'text';
        return /\p{N}/u.test(cell) ? 'number' : 'name';
    });
}
function oddEntries({ units, toolCalls }) {
    const returned = toolCalls.map(({ text }) => contentKeys(readWords(text.slice(text.indexOf('→') + 1))));
    const entries = [...units.entries()].filter(([, unit]) => unit.block === 'list');
    const isReturned = (keys) => returned.some((result) => sharedKeys(keys, result).length > 0);
    const others = entries.filter(([, { keys }]) => !isReturned(keys)).map(([place]) => place);
    return new Set(others.length === 1 && entries.length > FEWEST_OTHERS ? others : []);
}
function oddAmong(all) {
    if (all.length <= FEWEST_OTHERS)
        return [];
    const kinds = Map.groupBy(all, ({ is }) => is);
    if (kinds.size !== 2)
        return [];
    return [...kinds.values()].flatMap((group) => (group.length === 1 ? group.map(({ place }) => place) : []));
}

;



const REFUSAL = [
    /\b(?:i|we)(?:'m| am|'re| are)? (?:(?:really |very )?sorry,? but (?:i|we) )?(?:can(?:no|')t|can not|cannot|won't|will not|(?:am |are )?(?:not able|unable|not allowed|not permitted|not in a position) to|must (?:decline|refuse)|have to (?:decline|refuse)|decline to|refuse to|do not|don't) (?:(?:directly|currently|really|actually|personally|legally) )?(?:to )?(?:help|assist|answer|do|provide|share|disclose|reveal|give|tell|discuss|comply|support|fulfil+|process|perform|complete|respond|send|hand|show|offer|engage|generate|create|write|say)\b/i,
    /\bas an? (?:ai|artificial|language model|assistant),?/i,
    /\b(?:that|this|it)(?:'s| is) (?:outside|beyond|not (?:within|in)|not something (?:i|we) can)\b/i,
    /\b(?:i|we)(?:'d|'ll| would| will| do)? (?:rather not|prefer not)\b|\b(?:i|we) keep (?:that|this|it)\b.{0,20}\bto (?:myself|ourselves)\b/i,
    /^(?:i'm |i am )?(?:so |very |really )?sorry,? (?:but )?(?:i )?(?:can(?:no|')t|no)\W*$/i,
    /\b(?:kann|darf|werde|möchte) ich (?:ihnen |dir )?(?:dazu |dabei |das |darüber |hier |leider |die |keine? |diese )*(?:\S+ )?(?:nicht|keine)\b|\b(?:ich|wir) (?:kann|darf|können|dürfen) (?:ihnen |dir )?(?:dazu |dabei |das |darüber |hier |leider |die |diese )*(?:nicht|keine)\b|\b(?:können|dürfen) wir (?:ihnen )?(?:leider )?(?:nicht|keine)\b/i,
    /(?:お答え|回答|お手伝い|対応|お教え|提供|開示|お伝え)(?:する(?:こと)?(?:は|が))?(?:でき(?:ません|かねます|ない)|いたしかねます|しかねます)|お断り/,
    /\b(?:je ne peux pas|no puedo|non posso|não posso)\b/i,
];
const IGNORANCE = [
    /\b(?:i|we) (?:do not|don't|did not|didn't) (?:know|have (?:any |enough |that |this |the )?(?:information|data|details|knowledge|access|an answer))\b/i,
    /\b(?:i'm|i am|we are|we're) not sure\b|\bno idea\b|\bno information\b/i,
    /\b(?:weiß (?:ich )?(?:leider )?nicht|keine informationen|liegen mir nicht vor)\b|(?:わかりません|分かりません|情報(?:が|は)ありません|存じません)/i,
];
const EVASION = [
    /\b(?:i|we) (?:do not|don't|have no|hold no)\b.{0,15}\b(?:opinions?|preferences?|views?|feelings?)\b/i,
    /\b(?:everyone|everybody|each person|you) (?:has to|have to|must|should) (?:decide|choose|judge|know)\b.{0,20}\b(?:for (?:themselves|yourself|him or herself)|alone)\b|\b(?:comes down to|a matter of|depends on) (?:your |one's )?(?:own |personal )?(?:preferences?|tastes?|opinions?)\b/i,
    /^(?:let us|let's|shall we|can we|why don't we)\b.{0,20}\b(?:talk|speak|chat|change)\b/i,
];
const SENSITIVE = /\b(?:passwords?|passcodes?|pin (?:code|number)|credit ?cards? numbers?|card numbers?|cvv|api[- ]?keys?|secrets?|tokens?|credentials?|private (?:data|information|key|address)|personal (?:data|information|details)|(?:another|other|someone else's|somebody else's) (?:customer|user|person|client|people|account|member|employee)\w*|(?:his|her|their) (?:home )?address|social security|hack\w*|malware|virus|explosives?|bombs?|weapons?|steal\w*|fraud\w*|illegal\w*|bypass\w*|jailbreak\w*|system prompt|confidential|salary of|medical diagnosis|insider)\b|passwort|kennwort|kreditkartennummer|geheim|vertraulich|anderen kunden|fremde[ns]? konto|パスワード|暗証番号|個人情報|他の(?:お客様|顧客|ユーザー)|秘密|クレジットカード番号/i;
const FOR_CAUSE = /\b(?:so|because|since|as|until|right now|at the moment|currently|just now|failed|did(?:n't| not)|not (?:reply|respond|available|reachable)|timed? ?out|unavailable|down)\b|\b(?:gerade|derzeit|momentan|weil|nicht erreichbar)\b|現在|ただいま/i;
const TASK_DECLINES = /\b(?:declin|refus|reject|never (?:share|give|reveal|disclose|discuss|tell)|do(?:es)? not (?:share|give|reveal|disclose|discuss|tell|answer)|don't (?:share|give|reveal|disclose|discuss|answer)|only answers?|out of scope|off[- ]limits)\w*|lehn\w* .*ab|ablehn|verweiger|niemals|お断り|断る|開示しない|答えない/i;
const refusal = ({ statement, request, answer }) => {
    const text = statement.text.replaceAll('’', "'");
    if (REFUSAL.some((pattern) => pattern.test(text))) {
        if (SENSITIVE.test(request.input))
            return yes('It declines a request for something sensitive.');
        if (TASK_DECLINES.test(request.task) && taskNamesTopic(request)) {
            return yes('It declines what the task says to decline.');
        }
        if (answer.toolCalls.some(({ failed }) => failed) && FOR_CAUSE.test(text))
            return yes('It says why it could not be done: the tool failed.');
        return no('It declines a request that the task could answer.');
    }
    if (EVASION.some((pattern) => pattern.test(text)) && sharedKeys(request.focus, statement.keys).length === 0)
        return no('It evades the request.');
    if (IGNORANCE.some((pattern) => pattern.test(text))) {
        const shared = sharedKeys(request.focus, statement.keys);
        return shared.length > 0
            ? unsure('It says that nothing is known about what was asked.')
            : no('It says that it does not know, and nothing about what was asked.');
    }
    return null;
};
function taskNamesTopic(request) {
    return (0,sentences/* sentencesOf */.cj)(request.task)
        .filter((part) => TASK_DECLINES.test(part))
        .some((part) => sharedKeys(request.focus, contentKeys(readWords(part))).length > 0);
}

;




const LONG_REQUEST = 14;
const SHORT_STATEMENT = 5;
const TELLING_SHARE = 0.3;
const sharedWords = ({ statement, request }) => {
    const keys = comparableKeys(statement, request);
    const inFocus = sharedKeys(request.focus, keys);
    const inBackground = sharedKeys(request.background, keys).filter((key) => !inFocus.includes(key));
    const found = [...inFocus, ...inBackground];
    if (found.length === 0 || onlyCalendar(statement, found, request))
        return null;
    const words = found.filter((key) => !isNumberKey(key));
    const share = found.length / Math.max(1, statement.keys.size);
    const reason = `It speaks of what was asked: ${nameKeys(found)}.`;
    const background = backgroundOf(statement, request);
    if (background !== null) {
        return background === 'thing' && request.transform === null
            ? unsure(`It is about ${nameKeys(found)}, in general.`)
            : null;
    }
    if (found.some((key) => /\p{L}/u.test(key) && /\p{N}/u.test(key)))
        return yes(reason);
    if (found.length >= 2 && (words.length > 0 || request.transform !== null)) {
        return request.focus.size >= LONG_REQUEST * 3 && share < 0.15
            ? unsure(`It shares little: ${nameKeys(found)}.`)
            : yes(reason);
    }
    if (words.length === 0 && share < 0.5)
        return null;
    if (request.transform !== null && statement.clause)
        return share >= TELLING_SHARE ? yes(reason) : null;
    const telling = inFocus.length > 0 || (statement.keys.size <= SHORT_STATEMENT && statement.form !== 'claim');
    return telling ? yes(reason) : unsure(`It touches what stands around the question: ${nameKeys(found)}.`);
};
function onlyCalendar(statement, found, request) {
    if (request.expected === 'time' || statement.form !== 'claim')
        return false;
    const shared = statement.words.filter(({ key }) => found.includes(key));
    return shared.length > 0 && shared.every(({ surface }) => hasTimeExpression(surface));
}
function comparableKeys(statement, request) {
    if (statement.language === request.language || [statement.language, request.language].includes('und'))
        return statement.keys;
    const same = statement.words.filter(({ key, surface }) => key.startsWith('~') || isNumberKey(key) || /^\p{Lu}/u.test(surface));
    return new Set(same.map(({ key }) => key).filter((key) => statement.keys.has(key)));
}

;



const SHORT_WHOLE = 12;
const SHORT_PHRASE = 6;
const SHORT_SENTENCE = 9;
const YES_NO = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:yes|no|unfortunately|yeah|yep|nope|correct|right|true|false|absolutely|certainly|of course|indeed|not (?:yet|really|quite|at all)|never|always|sure|definitely|maybe|ja|nein|doch|natürlich|richtig|falsch|klar|oui|non|si|sí|sim|não|tak|nie|да|нет|はい|いいえ|ええ|いや|是|不|对|네|아니|لا|نعم)(?![\\p{L}-])", "iu"));
const REASON = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:because|due to|owing to|thanks to|as a result of|since|so that|to (?=\\p{L})|weil|da |wegen|aufgrund|damit|um |parce que|porque|a causa)|(?:から|ため|ので)(?:です)?[。．.]?$", "iu"));
const short_answer_PLACE = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:in|on|at|near|under|behind|above|below|next to|beside|inside|outside|between|im|auf|bei|neben|hinter|unter|am|an der|zwischen|à|en|dans|nel|no|na)\\s|(?:に|で)(?:あります|います|ございます)|[市県都区町村国駅]", "iu"));
const LEAD_IN = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:(?:it|this|that|they|he|she|there|these|those)(?:'s| is| are| was| were| has| have| will be| takes?| costs?| opens?| starts?| lasts?)|you (?:have|get|need|pay)|you've|your \\p{L}+ \\p{L}+s|(?:it|they|he|she) \\p{L}+(?:s|ed)?|es (?:ist|sind|gibt|war)|das (?:ist|sind|war)|sie (?:ist|sind|haben)|er (?:ist|war)|c'est|es|è|é)\\s", "iu"));
const INTERJECTION = (0,late_pattern/* latePattern */.B)(() => new RegExp("^(?:wow|hello|hi|hey|thanks|great|nice|cool|ok|okay|sure|welcome|hallo|danke|super|lol|haha|hmm+|well)\\b[\\s\\p{L}]{0,12}[!.…]*$", "iu"));
const FIELD_OF_ANSWER = /^(?:the )?(?:short |final )?(?:answer|result|antwort|ergebnis|réponse|respuesta|答え|回答|結果)$/i;
function holdsExpected(expected, statement) {
    const { text } = statement;
    switch (expected) {
        case 'yes-no':
            return YES_NO.test(text);
        case 'quantity':
            return hasQuantity(text) || hasTimeExpression(text);
        case 'time':
            return hasTimeExpression(text) || hasQuantity(text) || /^(?:never|always|nie|immer)\b/i.test(text);
        case 'reason':
            return REASON.test(text);
        case 'place':
            return short_answer_PLACE.test(text) || isName(statement);
        case 'person':
            return isName(statement);
        case 'thing':
            return isName(statement) || /^\W{0,2}\p{N}/u.test(text);
        case 'steps':
            return false;
        default: {
            const rest = expected;
            return rest;
        }
    }
}
function isName({ words, text }) {
    if (!/\p{Lu}/u.test(text))
        return /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
    return words.every((word) => /^[\p{Lu}\p{N}]/u.test(word.surface) ||
        /^(?:of|the|and|de|da|di|von|van|der|du|la|le|und|y)$/.test(word.lower));
}
function looksLikePhrase({ text, words }) {
    return (words.length <= 2 ||
        /^(?:the|an?|my|your|our|about|around|roughly|approximately|nearly|over|almost|from|with|by|der|die|das|ein|eine|etwa|rund|ca)\b/i.test(text) ||
        /,|\band\b|\bor\b|\bund\b|\bof\b|[、と]/.test(text));
}
function isInFront({ place, answer }) {
    return place === 0 || (place > 0 && answer.words <= SHORT_WHOLE);
}
const shortAnswer = (situation) => {
    const { statement, request, answer } = situation;
    const asks = request.kind === 'question' ||
        request.kind === 'list' ||
        (request.kind === 'topic' && request.focus.size <= SHORT_PHRASE);
    if (!asks ||
        statement.code ||
        statement.form === 'instruction' ||
        !isInFront(situation) ||
        INTERJECTION.test(statement.text))
        return null;
    if (statement.field !== null && !FIELD_OF_ANSWER.test(statement.field.label))
        return null;
    const length = statement.language === 'ja' || statement.language === 'zh'
        ? statement.words.length / 2
        : statement.words.length;
    const expected = holdsExpected(request.expected, statement);
    if (request.expected === 'yes-no' && expected && request.kind === 'question') {
        return length <= SHORT_PHRASE || LEAD_IN.test(statement.text.replace(/^[^,]*,\s*/u, ''))
            ? yes('It answers the question with yes or no.')
            : unsure('It opens with yes or no, then goes on about something else.');
    }
    if (!statement.clause) {
        if (expected && length <= SHORT_SENTENCE)
            return yes('It is a short answer of the kind that was asked for.');
        if (length <= SHORT_PHRASE && answer.words <= SHORT_WHOLE) {
            return looksLikePhrase(statement) && request.expected !== 'yes-no'
                ? yes('The answer as a whole is short, as the question allows.')
                : unsure('It may be a short answer to the question.');
        }
        return null;
    }
    const lead = LEAD_IN.exec(statement.text);
    const opens = situation.place === 0 &&
        /^(?:\p{Lu}|\p{N}|(?:in|on|at|by|about) )/u.test(statement.text.slice(lead?.[0].length));
    if (lead !== null &&
        (length <= SHORT_SENTENCE ||
            (opens && (expected || ['person', 'place', 'thing'].includes(request.expected))))) {
        const rest = statement.text.slice(lead[0].length).replace(/[.!。]+$/, '');
        if (request.expected === 'yes-no' || request.expected === 'steps')
            return null;
        if (expected || /\p{Lu}\p{L}+|\p{N}/u.test(rest))
            return yes('It fills in what the question left open.');
    }
    if (request.expected === 'reason' && expected && situation.place === 0) {
        return yes('It gives a reason, as asked.');
    }
    return null;
};

;




















const AGAINST = [graderAddress, refusal, digression, oddOneOut];
const FOR = [
    sharedWords,
    shortAnswer,
    filledSentence,
    listItem,
    actionResult,
    derivedLine,
    codeAnswer,
];
const UNDECIDED = { verdict: null, final: false };
function judgeAlone(situation) {
    for (const rule of AGAINST) {
        const verdict = rule(situation);
        if (verdict !== null)
            return { verdict, final: true };
    }
    let best = null;
    for (const rule of FOR) {
        const verdict = rule(situation);
        if (verdict?.result === 'yes')
            return { verdict, final: true };
        best ??= verdict;
    }
    return { verdict: best, final: false };
}
function judgeStatements(question) {
    const read = verdictDataSchema.safeParse(question.data);
    if (!read.success) {
        throw new errors/* ProviderError */.mZ(`The question's data has an unknown shape: ${(0,errors/* messageOf */.bD)(read.error)}`, {
            kind: 'bad-request',
        });
    }
    const { answer, tool_calls: calls } = read.data;
    const judge = createStatementJudge(viewRequest(read.data), viewAnswer(answer, calls));
    return Object.fromEntries(Object.entries(read.data.statements).map(([key, text]) => {
        const call = calls.find((each) => `called ${each}`.startsWith(text));
        const judged = judge(call === undefined ? text : `Tool call: ${call}`);
        const isOpen = call !== undefined && answer.trim() !== '' && judged.result === 'no';
        const { result, reason } = isOpen ? unsure('It may have been needed for the answer.') : judged;
        return [key, { reason, verdict: result }];
    }));
}
function createStatementJudge(request, answer) {
    const alone = answer.units.map((statement, place) => judgeAlone({ statement, place, request, answer }));
    const anchors = alone.flatMap(({ verdict }, place) => (verdict?.result === 'yes' ? [place] : []));
    const first = alone.findIndex(({ verdict }) => verdict?.result !== 'no');
    const opening = answer.units[first];
    if (opening && opensAnswer(opening, request))
        anchors.push(first);
    const settled = [];
    const inPlace = (situation, own) => {
        if (own.final)
            return own.verdict;
        const { statement, place } = situation;
        const inherited = place < 0 ? null : continuesAnswer(statement, place, answer, request, settled);
        if (inherited?.result === 'yes')
            return inherited;
        return fittingForm(situation, { anchors, opens: place === first }) ?? inherited ?? own.verdict;
    };
    for (const [place, statement] of answer.units.entries()) {
        settled.push(inPlace({ statement, place, request, answer }, alone[place] ?? UNDECIDED));
    }
    return (text) => {
        const statement = viewText(text);
        const situation = { statement, place: placeOf(statement, answer), request, answer };
        return inPlace(situation, judgeAlone(situation)) ?? no('It has nothing to do with what was asked.');
    };
}
const POINTS_BACK = (0,late_pattern/* latePattern */.B)(() => new RegExp("(?<=[\\p{L},]\\s)(?:this|these|those|such|without one|with one)(?!\\p{L})|^(?:without|with|for|in|after) (?:it|them|one|that|this)(?!\\p{L})", "iu"));
const REACH = 4;
function continuesAnswer(statement, place, answer, request, settled) {
    const before = settled[place - 1] ?? null;
    const relevant = before?.result === 'yes';
    if (relevant && statement.opening === 'reference')
        return yes('It goes on about the sentence before it.');
    if (relevant && POINTS_BACK.test(statement.text))
        return yes('It points back to the sentence before it.');
    const background = backgroundOf(statement, request);
    for (let at = place - 1; at >= Math.max(0, place - REACH); at -= 1) {
        const unit = answer.units[at];
        if (unit === undefined || settled[at]?.result !== 'yes')
            continue;
        const taken = sharedKeys(unit.keys, statement.keys).filter((key) => !isNumberKey(key));
        if (background !== null)
            break;
        if (taken.length > 0)
            return yes(`It takes up ${nameKeys(taken)} from a relevant sentence.`);
    }
    return relevant && statement.opening === 'connective' ? yes('It adds to the sentence before it.') : null;
}


})

};
