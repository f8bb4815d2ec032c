export const id = 61;
export const ids = [61,987];
export const modules = {

987:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  buildPublication: () => (buildPublication)
});

// EXTERNAL MODULE: ./.bundle/text/values.js
var values = __webpack_require__(4944);
// EXTERNAL MODULE: ./.bundle/report/case-changes.js
var case_changes = __webpack_require__(5721);
// EXTERNAL MODULE: ./.bundle/report/console-text.js
var console_text = __webpack_require__(8290);
// EXTERNAL MODULE: ./.bundle/report/decision-words.js
var decision_words = __webpack_require__(2119);
// EXTERNAL MODULE: ./.bundle/report/history.js
var report_history = __webpack_require__(2901);
// EXTERNAL MODULE: ./.bundle/report/list-scores.js
var list_scores = __webpack_require__(7705);
// EXTERNAL MODULE: ./.bundle/report/told-case.js
var told_case = __webpack_require__(8765);
// EXTERNAL MODULE: ./.bundle/report/what-now.js
var what_now = __webpack_require__(1130);
;








const MOST_ANNOTATIONS = 10;
const WORST_CASES = 3;
const NAME_CHARACTERS = 80;
const MESSAGE_CHARACTERS = 500;
function buildAnnotations(report) {
    const all = (0,decision_words/* sortWorstFirst */.Qi)((0,list_scores/* listScores */.Kr)(report.suites)).flatMap((suite) => [
        ...annotateDecision(suite),
        ...annotateTrend(suite),
    ]);
    return ['error', 'warning'].flatMap((level) => {
        const found = all.filter((annotation) => annotation.level === level);
        if (found.length <= MOST_ANNOTATIONS)
            return found;
        const shown = found.slice(0, MOST_ANNOTATIONS - 1);
        const title = `${found.length - shown.length} more`;
        return [...shown, { level, title, message: 'The job summary has the rest.' }];
    });
}
function annotateTrend(suite) {
    const fall = (0,report_history/* tellHistory */.oS)(suite)?.fall ?? null;
    if (fall === null)
        return [];
    const title = `${(0,console_text/* shortened */.vI)((0,list_scores/* nameOfScore */.j0)(suite), NAME_CHARACTERS)}: lasting loss on this branch`;
    return [{ level: 'warning', title, message: (0,console_text/* shortened */.vI)(fall, MESSAGE_CHARACTERS) }];
}
function annotateDecision(suite) {
    const { decision } = suite;
    if (decision.outcome === 'pass')
        return [];
    const level = decision.blocking ? 'error' : 'warning';
    const title = `${(0,console_text/* shortened */.vI)((0,list_scores/* nameOfScore */.j0)(suite), NAME_CHARACTERS)}: ${(0,decision_words/* renderOutcome */.zu)(suite)}`;
    const first = {
        level,
        title,
        message: (0,console_text/* shortened */.vI)(`${decision.headline} ${(0,what_now/* tellRemedy */.G9)(suite, 'in-a-check')}`, MESSAGE_CHARACTERS),
        ...placeOf(suite),
    };
    if (suite.kind !== 'evaluated' || decision.outcome !== 'fail' || !(0,decision_words/* hasFigures */.Mp)(suite))
        return [first];
    const { lower } = (0,case_changes/* sortCaseChanges */.uV)(suite.comparison, decision);
    return [first, ...lower.slice(0, WORST_CASES).map((pair) => annotateCase(suite, pair))];
}
function placeOfCase({ places }, id) {
    const line = places?.lines.get(id);
    return places === undefined || line === undefined ? {} : { file: places.file, line };
}
function placeOf(suite) {
    if (suite.kind === 'not-evaluated')
        return suite.place ?? {};
    const [file] = suite.kind === 'evaluated' ? (suite.changedFiles ?? []) : [];
    return file === undefined ? {} : { file };
}
function annotateCase(suite, pair) {
    const words = (0,list_scores/* wordsOfSuite */.hi)(suite);
    const { id, figures, statements } = (0,told_case/* tellPair */.S3)(pair, words);
    const newly = statements.find((change) => change.kind === 'newly-irrelevant');
    const statement = newly === undefined
        ? ''
        : `. ${(0,values/* capitalised */.Iu)((0,case_changes/* nameOfChange */.fE)(newly, words.items))}: “${(0,console_text/* shortened */.vI)(newly.text, MESSAGE_CHARACTERS)}”`;
    return {
        level: 'warning',
        title: `${(0,console_text/* shortened */.vI)((0,list_scores/* nameOfScore */.j0)(suite), NAME_CHARACTERS)}: ${(0,console_text/* shortened */.vI)(id, NAME_CHARACTERS)}`,
        message: `${figures}${statement}`,
        ...placeOf(suite),
        ...placeOfCase(suite, id),
    };
}

// EXTERNAL MODULE: ./.bundle/report/comment/render-comment.js + 10 modules
var render_comment = __webpack_require__(6030);
// EXTERNAL MODULE: ./.bundle/ports/answer.js
var answer = __webpack_require__(5675);
// EXTERNAL MODULE: ./.bundle/scorers/measure-words.js
var measure_words = __webpack_require__(3640);
// EXTERNAL MODULE: ./.bundle/report/result-schema.js
var result_schema = __webpack_require__(5686);
;






function buildResultJson(report) {
    const suites = (0,decision_words/* sortWorstFirst */.Qi)(report.suites).map(buildSuite);
    return {
        format: result_schema/* RESULT_FORMAT */.gw,
        version: result_schema/* RESULT_VERSION */.Rr,
        ...pickDecision(report.overall),
        headSha: report.headSha,
        runUrl: report.runUrl,
        totalCost: sumOf(suites.map(({ cost }) => cost)),
        totalTokens: suites.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0),
        suites,
    };
}
function buildSuite(report) {
    const evaluated = report.kind === 'evaluated' ? report : null;
    const spent = report.kind === 'unchanged' ? undefined : (report.spent ?? evaluated?.head.usage);
    const { calls, inputTokens, outputTokens } = (0,answer/* addUsage */.vk)(spent?.target ?? answer/* NO_USAGE */.yJ, spent?.judge ?? answer/* NO_USAGE */.yJ);
    return {
        suite: report.suite,
        status: report.kind,
        ...buildScore(report),
        baseline: evaluated === null ? null : pickBaseline(evaluated.baseline),
        judge: evaluated?.head.judge.name ?? null,
        ...(evaluated?.agreement !== undefined && { agreement: pickAgreement(evaluated.agreement) }),
        ...(evaluated?.head.subset !== undefined && { chosenFrom: evaluated.head.subset.of }),
        dataset: countDataset(evaluated?.dataset),
        usage: { calls, inputTokens, outputTokens },
        cost: costOf(report),
        scorers: evaluated === null ? [] : (0,list_scores/* listScores */.Kr)([evaluated]).map(buildScore),
    };
}
function buildScore(report) {
    const evaluated = report.kind === 'evaluated' ? report : null;
    const comparison = evaluated !== null && (0,decision_words/* hasFigures */.Mp)(report) ? evaluated.comparison : null;
    const means = (0,decision_words/* shownMeans */.AT)(report);
    const tell = numbersOf(evaluated);
    return {
        scorer: evaluated?.comparison.scorer ?? null,
        higherIsBetter: tell.higherIsBetter,
        ...pickDecision(report.decision),
        score: tell.score(means.head),
        baselineScore: tell.score(means.base),
        delta: tell.delta(means.delta),
        p: report.decision.mean?.p ?? null,
        smallestVisibleDrop: report.decision.mean?.smallestVisibleDrop ?? null,
        ...buildSlowLoss(evaluated, tell),
        ...buildChanges(comparison, report.decision, tell),
        cases: countCases(evaluated, comparison !== null),
    };
}
function numbersOf(evaluated) {
    const higherIsBetter = evaluated === null || (0,list_scores/* wordsOfSuite */.hi)(evaluated).higherIsBetter;
    return {
        higherIsBetter,
        score: (value) => fraction(value === null ? null : (0,measure_words/* nativeScore */.sL)(value, { higherIsBetter })),
        delta: (value) => fraction(value === null ? null : (0,measure_words/* nativeDelta */.MD)(value, { higherIsBetter })),
    };
}
function buildSlowLoss(evaluated, tell) {
    const loss = evaluated?.slowLosses?.find(({ scorer }) => scorer === evaluated.comparison.scorer);
    if (loss === undefined)
        return {};
    const { commit, createdAt, from, to, change } = loss;
    return {
        slowLoss: { commit, createdAt, from: tell.score(from), to: tell.score(to), change: tell.delta(change) },
    };
}
function buildChanges(comparison, decision, tell) {
    const pairs = comparison?.pairs ?? [];
    const lower = comparison === null ? [] : (0,case_changes/* sortCaseChanges */.uV)(comparison, decision).lower;
    const broken = (0,case_changes/* brokenCases */.nh)(decision);
    return {
        newlyIrrelevant: (0,case_changes/* countStatements */.UE)(pairs, 'newly-irrelevant'),
        lost: (0,case_changes/* countStatements */.UE)(pairs, 'lost'),
        noLongerIrrelevant: (0,case_changes/* countStatements */.UE)(pairs, 'no-longer-irrelevant'),
        regressions: lower.slice(0, result_schema/* MOST_CASES */.C6).map((pair) => ({
            id: pair.id,
            baselineScore: tell.score(pair.base),
            score: tell.score(pair.head),
            delta: tell.delta(pair.delta),
            newlyIrrelevant: (0,case_changes/* countStatements */.UE)([pair], 'newly-irrelevant'),
            labelKeys: pair.statements.flatMap(({ kind, labelKey }) => kind === 'newly-irrelevant' && labelKey !== undefined ? [labelKey] : []),
            lost: (0,case_changes/* countStatements */.UE)([pair], 'lost'),
            broken: broken.has(pair.id),
        })),
    };
}
function countCases(evaluated, hasNumbers) {
    const comparison = evaluated?.comparison ?? null;
    const changes = evaluated !== null && hasNumbers ? (0,case_changes/* sortCaseChanges */.uV)(evaluated.comparison, evaluated.decision) : null;
    return {
        head: comparison?.headCases ?? 0,
        paired: comparison?.pairs.length ?? 0,
        lower: changes?.lower.length ?? 0,
        higher: changes?.higher.length ?? 0,
        added: comparison?.added.length ?? 0,
        removed: comparison?.removed.length ?? 0,
        edited: comparison?.edited.length ?? 0,
        unscored: comparison?.unscored.length ?? 0,
        noLongerAnswers: comparison?.unscored.filter((row) => row.noLongerAnswers).length ?? 0,
    };
}
function countDataset(dataset) {
    if (dataset === undefined)
        return null;
    const { before, added, removed, edited, renamed } = dataset;
    return {
        before,
        added: added.length,
        removed: removed.length,
        edited: edited.length,
        renamed: renamed.length,
    };
}
function costOf(report) {
    if (report.kind === 'unchanged')
        return 0;
    if (report.kind === 'not-evaluated' && report.spent === undefined)
        return 0;
    const cost = report.spent?.cost;
    return cost?.status === 'known' && cost.covers === 'all' ? Number(cost.amount.toFixed(8)) : null;
}
function sumOf(costs) {
    return costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
function pickDecision(decision) {
    const { outcome, because, blocking, passed, headline } = decision;
    return { decision: outcome, because: [...because], blocking, passed, headline };
}
function pickAgreement({ agreed, of, labels }) {
    return { agreed, of, labels };
}
function pickBaseline(baseline) {
    if (baseline.kind !== 'record')
        return null;
    const { commit, rule, createdAt } = baseline;
    return { commit, rule, createdAt };
}
function fraction(hundredths) {
    return hundredths === null ? null : Number((hundredths / 100).toFixed(6));
}

// EXTERNAL MODULE: ./.bundle/report/summary.js
var summary = __webpack_require__(8833);
// EXTERNAL MODULE: ./.bundle/publish/comment-body.js
var comment_body = __webpack_require__(8344);
// EXTERNAL MODULE: ./.bundle/publish/earlier-decision.js
var earlier_decision = __webpack_require__(6025);
// EXTERNAL MODULE: ./.bundle/publish/redact-value.js
var redact_value = __webpack_require__(1129);
;








function buildPublication(run, redact) {
    const { records, memory } = run;
    const report = (0,redact_value/* redactReport */.a5)(run.report, redact);
    const result = buildResultJson(report);
    const remembered = memory === null ? null : (0,earlier_decision/* buildEarlierDecision */.r4)({ report, result, memory, redact });
    const [worst] = (0,decision_words/* sortWorstFirst */.Qi)(report.suites);
    return {
        decision: result.decision,
        passed: result.passed,
        result,
        hasCounts: worst?.kind === 'evaluated' && (0,decision_words/* hasFigures */.Mp)(worst),
        totalTokens: result.totalTokens,
        statuses: report.suites.map(({ suite, decision }) => ({
            suite,
            state: decision.status,
            description: decision.shortLine,
        })),
        comment: {
            body: (marker) => (0,render_comment/* renderComment */.wQ)(report, {
                marker: (0,comment_body/* firstLines */.UV)(marker, remembered),
                limitBytes: render_comment/* COMMENT_LIMIT_BYTES */.gI - comment_body/* BANNER_BYTES */.ze,
            }),
            mayCreate: report.suites.some((suite) => !(0,decision_words/* isUnchanged */._5)(suite)),
        },
        summary: (0,summary/* renderSummary */.Br)(report),
        annotations: buildAnnotations(report),
        records,
    };
}


}),

8061:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  concludeSuite: () => (concludeSuite),
  tell: () => (tell)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./.bundle/dataset/dataset.js + 12 modules
var dataset = __webpack_require__(4370);
// EXTERNAL MODULE: ./.bundle/dataset/pair-cases.js
var pair_cases = __webpack_require__(5173);
// EXTERNAL MODULE: ./.bundle/text/counts.js
var text_counts = __webpack_require__(1990);
;


const SHARE_REMOVED = 0.1;
function compareDatasets(baseline, files) {
    const { used, record } = baseline;
    const askedHeads = used.kind === 'record' && (used.rule === 'ran-now' || used.rule === 'given-ref');
    const before = record === null || askedHeads ? files.baseCases : record.cases;
    return before === null ? null : listDatasetChanges(before, files.cases);
}
function listDatasetChanges(before, after) {
    const { rows, removed } = (0,pair_cases/* pairCases */.Q)(after, before);
    const idsOf = (kind) => rows.filter((row) => row.kind === kind).map((row) => row.head.id);
    return {
        before: before.length,
        added: idsOf('added'),
        removed: removed.map((row) => row.id),
        edited: idsOf('edited'),
        renamed: rows.flatMap((row) => row.kind === 'pair' && row.base.id !== row.head.id ? [{ from: row.base.id, to: row.head.id }] : []),
    };
}
function warnOfRemoved(changes) {
    const { before, removed } = changes ?? { before: 0, removed: [] };
    if (removed.length <= SHARE_REMOVED * before)
        return [];
    const share = Math.round((100 * removed.length) / before);
    const of = `${(0,text_counts/* grouped */.zD)(removed.length)} of the ${(0,text_counts/* grouped */.zD)(before)} cases`;
    return [
        `The dataset lost ${of} (${share} %). What they would have shown is not measured any more, on either side.`,
    ];
}

// EXTERNAL MODULE: ./.bundle/ports/run-record.js
var run_record = __webpack_require__(1172);
// EXTERNAL MODULE: ./.bundle/scorers/measure-words.js
var measure_words = __webpack_require__(3640);
// EXTERNAL MODULE: ./.bundle/text/values.js
var values = __webpack_require__(4944);
;
function groupIrrelevant(sides, search) {
    const { samples, find, base } = sides;
    const placed = samples.flatMap((statements, sample) => statements.flatMap((statement, index) => statement.result === 'no' ? [{ sample, index, statement }] : []));
    const groups = new Map(placed.map((each) => [each.statement, { members: [each], wordsOnly: false }]));
    const join = (one, two) => {
        one.members.push(...two.members);
        for (const { statement } of two.members)
            groups.set(statement, one);
    };
    for (const { sample, index, statement } of placed) {
        for (let other = sample + 1; other < samples.length; other += 1) {
            const said = find(sample, index, other);
            const [one, two] = [groups.get(statement), said === null ? undefined : groups.get(said.statement)];
            if (one !== undefined && two !== undefined && one !== two)
                join(one, two);
        }
    }
    const worded = new Map(placed.map(({ statement }) => [
        statement,
        new Set(groups.get(statement)?.members.map(({ sample }) => sample)),
    ]));
    for (const group of new Set(groups.values())) {
        const [first] = group.members;
        if (first === undefined)
            continue;
        const earlier = placed.filter(({ sample, statement }) => sample < first.sample && worded.get(statement)?.has(first.sample) !== true);
        if (earlier.length === 0)
            continue;
        const among = [...new Set(earlier.map(({ statement }) => statement.normalised))];
        const found = search({ statement: first.statement.normalised, among, for: 'rule' });
        group.wordsOnly = found.status === 'unknown';
        if (found.status !== 'said')
            continue;
        const by = earlier.find(({ statement }) => statement.normalised === found.by);
        const known = by && groups.get(by.statement);
        if (known !== undefined && known !== group)
            join(known, group);
    }
    const isBase = new Set(base);
    return [...new Set(groups.values())].map(({ members, wordsOnly }) => {
        const sorted = members.toSorted((a, b) => a.sample - b.sample || a.index - b.index);
        return {
            head: sorted.filter(({ sample }) => !isBase.has(sample)),
            base: sorted.filter(({ sample }) => isBase.has(sample)),
            wordsOnly,
        };
    });
}
function runsOf(placed) {
    return [...new Set(placed.map(({ sample }) => sample))];
}
function pointOf({ head, base }, baseSamples) {
    return {
        text: (head[0] ?? base[0])?.statement.text ?? '',
        base: runsOf(base),
        head: runsOf(head).map((sample) => sample - baseSamples),
    };
}
function asSaid(from, { sample, index, statement }, find) {
    const said = find(from.sample, from.index, sample);
    return said?.index === index ? said : { statement, index, kind: 'reworded' };
}

// EXTERNAL MODULE: ./.bundle/text/wording.js
var wording = __webpack_require__(5288);
// EXTERNAL MODULE: ./.bundle/text/function-words.js
var function_words = __webpack_require__(9062);
// EXTERNAL MODULE: ./.bundle/text/late-pattern.js
var late_pattern = __webpack_require__(7889);
// EXTERNAL MODULE: ./.bundle/text/language.js
var language = __webpack_require__(608);
// EXTERNAL MODULE: ./.bundle/text/words.js
var words = __webpack_require__(4493);
;




const BEFORE_FIRST = /(?:^|[.!?:;…。！？\n"“„«(*•|-])\s*$/u;
function statementWords(text) {
    return (0,words/* wordSpans */.cK)(text).map(({ word, start }) => ({
        text: word,
        lower: word.toLowerCase().replace(/['’]s$/u, ''),
        opensSentence: start === 0 || BEFORE_FIRST.test(text.slice(Math.max(0, start - 8), start)),
    }));
}
function claimsOf(text, words) {
    const lower = words.map((word) => word.lower);
    return {
        numbers: numbersOf(text, lower),
        negated: isNegated(text, lower),
        names: properNames(words, (0,language/* guessLanguage */.Q)(text)),
        words: new Set(lower),
    };
}
const NUMBER_WORDS = new Map([
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
    return words.map((word) => [word, digits]);
}));
const NUMBER = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\p{Nd}+(?:[.,:]\\p{Nd}+)*", "gu"));
const THOUSANDS = (0,late_pattern/* latePattern */.B)(() => new RegExp("^\\p{Nd}{1,3}(?:([.,])\\p{Nd}{3})(?:\\1\\p{Nd}{3})*$", "u"));
function numbersOf(text, words) {
    const digits = (text.match(NUMBER) ?? []).map((number) => THOUSANDS.test(number) ? number.replace(/[.,]/gu, '') : number.replaceAll(',', '.'));
    const spelt = words.flatMap((word) => NUMBER_WORDS.get(word) ?? []);
    return [...digits, ...spelt].sort().join(' ');
}
const NEGATORS = new Set([
    'not no never none nothing nobody neither nor nowhere cannot without',
    'nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne weder',
    'pas sans non não nao sem né ni niet geen nooit zonder inte ingen inget aldrig ikke ikkje ei',
    'не нет без нельзя ні немає nie bez brak yok değil không chưa tidak bukan',
    'لا ليس لم لن غير بدون לא אין בלי नहीं मत ไม่ δεν μην χωρίς',
].flatMap((list) => list.split(' ')));
const COMPANIONS = new Set(`jamais rien aucun aucune personne nunca nada nadie ninguno ninguna ningún jamás tampoco sin nunca ninguém nenhum
  nenhuma mai niente nulla nessuno nessuna senza никогда ничего никто нигде nigdy nic nikt`.split(/\s+/u));
const JAPANESE = /ない|なかっ|なく|なけれ|ません/gu;
const CHINESE = /[不没沒未]|无法|無法|别|勿/gu;
const KOREAN = /않|없|못|아니|안\s/gu;
const KANA = (0,late_pattern/* latePattern */.B)(() => new RegExp("[\\p{Script=Hiragana}\\p{Script=Katakana}]", "u"));
const HAN = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\p{Script=Han}", "u"));
const HANGUL = (0,late_pattern/* latePattern */.B)(() => new RegExp("\\p{Script=Hangul}", "u"));
function isNegated(text, words) {
    let count = 0;
    let companions = 0;
    for (const word of words) {
        if (NEGATORS.has(word) || /n['’]t$/u.test(word))
            count += 1;
        else if (COMPANIONS.has(word))
            companions += 1;
    }
    if (count === 0 && companions > 0)
        count = 1;
    if (KANA.test(text))
        count += countOf(text, JAPANESE);
    else if (HAN.test(text))
        count += countOf(text, CHINESE);
    if (HANGUL.test(text))
        count += countOf(text, KOREAN);
    return count % 2 === 1;
}
function isNegator(word) {
    return NEGATORS.has(word) || COMPANIONS.has(word);
}
function countOf(text, pattern) {
    return text.match(pattern)?.length ?? 0;
}
function properNames(words, language) {
    const content = words.filter(({ lower }) => !function_words/* LINKING_WORDS */.vD.has(lower));
    const capital = content.filter(({ text }) => startsUpper(text));
    const allCapitals = content.length >= 3 && capital.length === content.length;
    if (allCapitals)
        return [];
    return content
        .filter((word) => hasInnerUpper(word.text) || (language !== 'de' && !word.opensSentence && startsUpper(word.text)))
        .map(({ lower }) => lower);
}
function startsUpper(text) {
    const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
    return first !== first.toLowerCase();
}
function hasInnerUpper(text) {
    const inner = text.slice(1).replace(/['’].*$/u, '');
    return inner !== inner.toLowerCase();
}

;


const REWORDED = 0.75;
const PROBABLY_REWORDED = 0.55;
const REWORDED_SHORT = 0.85;
const FEW_WORDS = 2;
const CONTRADICTION = 0.49;
function statementSimilarity(a, b) {
    const words = a.content.length + b.content.length === 0 ? null : diceOf(a.content, b.content);
    const letters = a.length + b.length;
    const most = letters === 0 ? 0 : (2 * Math.min(a.length, b.length)) / letters;
    if (((words ?? most) + most) / 2 < PROBABLY_REWORDED)
        return 0;
    const trigrams = diceOf(a.trigrams(), b.trigrams());
    const similarity = ((words ?? trigrams) + trigrams) / 2;
    return similarity >= PROBABLY_REWORDED && contradict(a.claims(), b.claims()) ? CONTRADICTION : similarity;
}
function alignmentOf(similarity, a, b) {
    if (Math.min(a.content.length, b.content.length) <= FEW_WORDS) {
        return similarity >= REWORDED_SHORT ? 'reworded' : null;
    }
    if (similarity >= REWORDED)
        return 'reworded';
    return similarity >= PROBABLY_REWORDED ? 'probably-reworded' : null;
}
function contradict(a, b) {
    return a.numbers !== b.numbers || a.negated !== b.negated || (hasNameBeyond(a, b) && hasNameBeyond(b, a));
}
function hasNameBeyond(a, b) {
    return a.names.some((name) => !b.words.has(name));
}
function diceOf(a, b) {
    let shared = 0;
    for (let i = 0, j = 0; i < a.length && j < b.length;) {
        const difference = (a[i] ?? 0) - (b[j] ?? 0);
        if (difference === 0)
            shared += 1;
        if (difference <= 0)
            i += 1;
        if (difference >= 0)
            j += 1;
    }
    return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}
const CHARACTERS = 2000;
function createFeatureReader() {
    const known = new Map();
    const ids = new Map();
    return (text) => {
        const before = known.get(text);
        if (before !== undefined)
            return before;
        const features = readFeatures(text, ids);
        known.set(text, features);
        return features;
    };
}
function readFeatures(text, ids) {
    const shown = text.slice(0, CHARACTERS).normalize('NFKC');
    const words = statementWords(shown);
    const lower = words.map((word) => word.lower);
    const content = new Set();
    for (const word of lower) {
        if (function_words/* LINKING_WORDS */.vD.has(word) || isNegator(word) || function_words/* SHORT_HIRAGANA */.f7.test(word))
            continue;
        content.add(idOf(singular(word), ids));
    }
    const letters = ` ${lower.join(' ')} `;
    return {
        content: [...content].sort((a, b) => a - b),
        length: letters.length - 2,
        trigrams: once(() => trigramsOf(letters)),
        claims: once(() => claimsOf(shown, words)),
    };
}
function once(work) {
    let known = null;
    return () => {
        known ??= { value: work() };
        return known.value;
    };
}
function idOf(word, ids) {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    return id;
}
function singular(word) {
    return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
function trigramsOf(letters) {
    const trigrams = new Float64Array(letters.length - 2);
    for (let index = 0; index < trigrams.length; index += 1) {
        trigrams[index] =
            (letters.charCodeAt(index) * 65536 + letters.charCodeAt(index + 1)) * 65536 +
                letters.charCodeAt(index + 2);
    }
    return trigrams.sort();
}

;

const MOST_PAIRS = 40_000;
const REACH = 50;
function alignStatements(from, to, featuresOf) {
    const places = new Map(to.map((text, index) => [text, index]));
    const links = from.map((text) => {
        const index = places.get(text);
        return index === undefined ? null : { to: index, kind: 'same' };
    });
    const taken = new Set(links.map((link) => link?.to));
    const rows = [...links.keys()].filter((index) => links[index] === null);
    const columns = [...to.keys()].filter((index) => !taken.has(index));
    if (rows.length === 0 || columns.length === 0)
        return links;
    const fromFeatures = rows.map((index) => featuresOf(from[index] ?? ''));
    const toFeatures = columns.map((index) => featuresOf(to[index] ?? ''));
    for (const { row, column, kind } of linkLeftovers(fromFeatures, toFeatures)) {
        const [index, partner] = [rows[row], columns[column]];
        if (index !== undefined && partner !== undefined)
            links[index] = { to: partner, kind };
    }
    return links;
}
function linkLeftovers(from, to) {
    const few = from.length * to.length <= MOST_PAIRS;
    const pairs = [];
    for (const [row, a] of from.entries()) {
        const place = Math.round((row * to.length) / from.length);
        const end = few ? to.length : Math.min(to.length, place + REACH + 1);
        for (let column = few ? 0 : Math.max(0, place - REACH); column < end; column += 1) {
            const b = to[column];
            if (b === undefined)
                continue;
            const weight = statementSimilarity(a, b);
            const kind = alignmentOf(weight, a, b);
            if (kind !== null)
                pairs.push({ row, column, weight, kind });
        }
    }
    return few ? bestOf(pairs, from.length, to.length) : likestFirst(pairs);
}
function bestOf(pairs, rows, columns) {
    const single = new Set(pairs.map(({ row }) => row)).size === pairs.length;
    if (single && new Set(pairs.map(({ column }) => column)).size === pairs.length)
        return pairs;
    const weights = Array.from({ length: rows }, () => new Float64Array(columns));
    for (const { row, column, weight } of pairs) {
        const entries = weights[row];
        if (entries !== undefined)
            entries[column] = weight;
    }
    const assigned = bestAssignment(weights);
    return pairs.filter(({ row, column }) => assigned[row] === column);
}
function likestFirst(pairs) {
    const rows = new Set();
    const columns = new Set();
    return [...pairs]
        .sort((a, b) => b.weight - a.weight)
        .filter(({ row, column }) => {
        if (rows.has(row) || columns.has(column))
            return false;
        rows.add(row);
        columns.add(column);
        return true;
    });
}
function bestAssignment(weights) {
    const columns = weights[0]?.length ?? 0;
    if (weights.length > columns)
        return transposed(weights, columns);
    const rows = weights.length;
    const rowPotential = new Float64Array(rows + 1);
    const columnPotential = new Float64Array(columns + 1);
    const rowOf = new Int32Array(columns + 1);
    const cameFrom = new Int32Array(columns + 1);
    for (let row = 1; row <= rows; row += 1) {
        rowOf[0] = row;
        const slack = new Float64Array(columns + 1).fill(Infinity);
        const seen = new Uint8Array(columns + 1);
        let column = 0;
        do {
            seen[column] = 1;
            const from = rowOf[column] ?? 0;
            const costs = weights[from - 1];
            const potential = rowPotential[from] ?? 0;
            let step = Infinity;
            let nearest = 0;
            for (let next = 1; next <= columns; next += 1) {
                if (seen[next] === 1)
                    continue;
                const reduced = -(costs?.[next - 1] ?? 0) - potential - (columnPotential[next] ?? 0);
                if (reduced < (slack[next] ?? 0)) {
                    slack[next] = reduced;
                    cameFrom[next] = column;
                }
                if ((slack[next] ?? 0) < step) {
                    step = slack[next] ?? 0;
                    nearest = next;
                }
            }
            for (let other = 0; other <= columns; other += 1) {
                if (seen[other] === 1) {
                    const assigned = rowOf[other] ?? 0;
                    rowPotential[assigned] = (rowPotential[assigned] ?? 0) + step;
                    columnPotential[other] = (columnPotential[other] ?? 0) - step;
                }
                else
                    slack[other] = (slack[other] ?? 0) - step;
            }
            column = nearest;
        } while ((rowOf[column] ?? 0) !== 0);
        while (column !== 0) {
            const before = cameFrom[column] ?? 0;
            rowOf[column] = rowOf[before] ?? 0;
            column = before;
        }
    }
    const assigned = new Array(rows).fill(null);
    for (let column = 1; column <= columns; column += 1) {
        const row = (rowOf[column] ?? 0) - 1;
        if (row >= 0 && (weights[row]?.[column - 1] ?? 0) > 0)
            assigned[row] = column - 1;
    }
    return assigned;
}
function transposed(weights, columns) {
    const turned = Array.from({ length: columns }, (_, column) => Float64Array.from(weights, (row) => row[column] ?? 0));
    const assigned = new Array(weights.length).fill(null);
    for (const [column, row] of bestAssignment(turned).entries())
        if (row !== null)
            assigned[row] = column;
    return assigned;
}

;



const BADNESS = { yes: 0, unsure: 1, no: 2 };
function saidStatements({ statements }) {
    const said = new Map();
    for (const { text, result, reason, labelKey } of statements) {
        const normalised = (0,wording/* bareWording */.H)(text);
        if (normalised === '')
            continue;
        const before = said.get(normalised);
        if (before !== undefined && BADNESS[before.result] >= BADNESS[result])
            continue;
        said.set(normalised, { text, normalised, result, reason, ...(labelKey !== undefined && { labelKey }) });
    }
    return [...said.values()];
}
function createStatementFinder(samples) {
    const featuresOf = createFeatureReader();
    const texts = samples.map((sample) => sample.map(({ normalised }) => normalised));
    const aligned = new Map();
    const linksOf = (from, to) => {
        const key = from * samples.length + to;
        const known = aligned.get(key);
        if (known !== undefined)
            return known;
        const links = alignStatements(texts[from] ?? [], texts[to] ?? [], featuresOf);
        aligned.set(key, links);
        aligned.set(to * samples.length + from, turned(links, texts[to]?.length ?? 0));
        return links;
    };
    return (from, index, to) => {
        const link = from === to ? { to: index, kind: 'same' } : linksOf(from, to)[index];
        const statement = link ? samples[to]?.[link.to] : undefined;
        return link && statement ? { statement, index: link.to, kind: link.kind } : null;
    };
}
function turned(links, length) {
    const back = new Array(length).fill(null);
    for (const [index, link] of links.entries())
        if (link !== null)
            back[link.to] = { to: index, kind: link.kind };
    return back;
}
const UNKNOWN = { status: 'unknown' };
function createSearch(matches) {
    const due = [];
    const search = (wanted) => {
        if (wanted.among.length === 0)
            return { status: 'not-said', missing: '' };
        if (matches === null)
            return UNKNOWN;
        const known = matches.find((match) => isSame(match, wanted));
        if (known === undefined)
            due.push(wanted);
        return known?.found ?? UNKNOWN;
    };
    return { search, due };
}
function isSame(one, two) {
    return (one.statement === two.statement &&
        one.among.length === two.among.length &&
        one.among.every((text, index) => text === two.among[index]));
}

;


function nothingSaid(headRuns, baseRuns = 0) {
    const baseStrays = Array.from({ length: baseRuns }, () => []);
    return { changes: [], points: [], baseStrays, headRuns, searches: [] };
}
function compareStatements(base, head, options = {}) {
    const { shown = 0, tellsLost = true, matches = null } = options;
    if (base.length === 0 || head.length === 0)
        return nothingSaid(head.length);
    const samples = [...base, ...head].map(saidStatements);
    const sides = {
        samples,
        find: createStatementFinder(samples),
        base: base.map((_, index) => index),
        head: head.map((_, index) => base.length + index),
    };
    const { search, due } = createSearch(matches);
    const points = groupIrrelevant(sides, search);
    const irrelevant = headIrrelevant(points, sides, base.length + shown);
    const of = (kind) => irrelevant.filter((change) => change.kind === kind);
    const lost = tellsLost ? lostStatements(sides, search) : [];
    const noLonger = noLongerIrrelevant(points, sides);
    return {
        changes: [...of('newly-irrelevant'), ...lost, ...noLonger, ...of('stray'), ...of('still-irrelevant')],
        points: points.map((point) => pointOf(point, base.length)),
        baseStrays: straysOfBase(points, sides),
        headRuns: head.length,
        searches: due,
    };
}
function headIrrelevant(points, { find, base, head }, shown) {
    const baseHasSome = points.some((point) => point.base.length > 0);
    return points.flatMap((point) => {
        const inShown = point.head.find(({ sample }) => sample === shown);
        const placed = inShown ?? point.head[0];
        const runs = runsOf(point.head).length;
        const isMost = 2 * runs > head.length;
        if (placed === undefined || (inShown === undefined && !isMost))
            return [];
        const alsoNo = point.base.map((other) => asSaid(placed, other, find));
        const { sample, index, statement } = placed;
        const inBase = alsoNo.length > 0 ? alsoNo : base.flatMap((other) => find(sample, index, other) ?? []);
        return [
            {
                kind: alsoNo.length > 0 ? 'still-irrelevant' : isMost ? 'newly-irrelevant' : 'stray',
                ...worded(statement, surest(inBase)),
                head: { runs, of: head.length },
                base: { runs: runsOf(point.base).length, of: base.length },
                wordsOnly: alsoNo.length === 0 && baseHasSome && point.wordsOnly,
            },
        ];
    });
}
function noLongerIrrelevant(points, { find, base, head }) {
    const wordsOnly = points.some((point) => point.head.length > 0 && point.wordsOnly);
    return points.flatMap((point) => {
        const [first] = point.base;
        const runs = runsOf(point.base).length;
        if (first === undefined || point.head.length > 0 || 2 * runs <= base.length)
            return [];
        const now = head.flatMap((other) => point.base.flatMap(({ sample, index }) => find(sample, index, other) ?? []))[0];
        const words = now === undefined
            ? worded(first.statement, undefined)
            : worded(now.statement, { ...now, statement: first.statement });
        return [{ kind: 'no-longer-irrelevant', ...words, ...gone(runs, { base, head }), wordsOnly }];
    });
}
function gone(runs, { base, head }) {
    return { head: { runs: 0, of: head.length }, base: { runs, of: base.length } };
}
function straysOfBase(points, { base }) {
    const alone = points.filter((point) => runsOf(point.base).length === 1);
    return base.map((sample) => alone.flatMap((point) => point.base.filter((placed) => placed.sample === sample).map(({ statement }) => statement.normalised)));
}
function lostStatements({ samples, find, base, head }, search) {
    const lost = [];
    const counted = base.map(() => new Set());
    const told = base.map(() => new Set());
    const atHead = textsOf(head.flatMap((sample) => samples[sample] ?? []));
    for (const sample of base) {
        for (const index of (samples[sample] ?? []).keys()) {
            if (counted[sample]?.has(index))
                continue;
            const members = base.flatMap((other) => {
                const said = find(sample, index, other);
                if (said === null || counted[other]?.has(said.index))
                    return [];
                counted[other]?.add(said.index);
                return [{ sample: other, ...said }];
            });
            const spoken = members.filter((member) => member.statement.result === 'yes');
            const [first] = spoken;
            const inHead = head.some((other) => members.some((member) => find(member.sample, member.index, other) !== null));
            if (first === undefined || inHead)
                continue;
            const { normalised } = first.statement;
            const found = search({ statement: normalised, among: atHead, for: 'comment' });
            if (found.status === 'said')
                continue;
            let runs = spoken.length;
            let isTold = false;
            for (const other of found.status === 'unknown' || 2 * runs > base.length ? [] : base) {
                if (members.some((member) => member.sample === other))
                    continue;
                const among = (samples[other] ?? []).filter(({ result }) => result === 'yes');
                const there = search({ statement: normalised, among: textsOf(among), for: 'comment' });
                if (there.status !== 'said')
                    continue;
                const place = (samples[other] ?? []).findIndex((said) => said.normalised === there.by);
                if (told[other]?.has(place))
                    isTold = true;
                counted[other]?.add(place);
                runs += 1;
            }
            if (2 * runs <= base.length || isTold)
                continue;
            for (const member of members)
                told[member.sample]?.add(member.index);
            const wordsOnly = found.status === 'unknown';
            const words = worded(first.statement, undefined);
            const reason = wordsOnly ? '' : found.missing;
            lost.push({ kind: 'lost', ...words, reason, ...gone(runs, { base, head }), wordsOnly });
        }
    }
    return lost;
}
function textsOf(statements) {
    return [...new Set(statements.map(({ normalised }) => normalised))];
}
const SURENESS = { same: 2, reworded: 1, 'probably-reworded': 0 };
function surest(said) {
    return [...said].sort((a, b) => SURENESS[b.kind] - SURENESS[a.kind])[0];
}
function worded({ text, reason, normalised, labelKey }, other) {
    const differs = other !== undefined && other.statement.normalised !== normalised;
    return {
        text,
        otherText: differs ? other.statement.text : null,
        alignment: other?.kind ?? 'unmatched',
        ...(labelKey !== undefined && { labelKey }),
        reason,
    };
}

// EXTERNAL MODULE: ./.bundle/decide/compare/sample-scores.js
var sample_scores = __webpack_require__(9141);
;



function compareCase(head, base, options) {
    const headScored = scoredSamples(head);
    const baseScored = scoredSamples(base);
    const headScores = [...(head.earlier ?? []), ...headScored.map(({ score }) => score)];
    const baseScores = baseScored.map(({ score }) => score);
    const headMean = (0,sample_scores/* meanOf */.hm)(headScores);
    const baseMean = (0,sample_scores/* meanOf */.hm)(baseScores);
    const delta = headMean === null || baseMean === null ? null : headMean - baseMean;
    const shownRun = furthest(headScored, delta ?? 0);
    const shown = headScored[shownRun];
    const headOwn = scoredSamples(head, head.row.caseSamples);
    const pair = {
        id: head.row.id,
        input: head.row.input,
        baseScores,
        headScores,
        caseScores: headOwn.map(({ score }) => score),
        base: baseMean,
        head: headMean,
        delta,
        baseAnswer: showRun(base, baseScored[furthest(baseScored, -(delta ?? 0))]),
        headAnswer: showRun(head, shown),
        ...(shown !== undefined && shown.judgement.reason !== '' && { headReason: shown.judgement.reason }),
        flags: shown?.judgement.flags ?? [],
    };
    const said = [...headScored, ...headOwn];
    const isTextless = head.text === 'none' || base.text === 'none';
    const statements = isTextless || nothingToSay([...baseScored, ...said])
        ? nothingSaid(said.length, isTextless ? 0 : baseScored.length)
        : compareStatements(judgementsOf(baseScored), judgementsOf(said), { ...options, shown: shownRun });
    const irrelevant = isTextless
        ? null
        : suiteWide(statements.points, { runs: headScored.length, earlier: head.earlier?.length ?? 0 });
    return { pair: { ...pair, irrelevant }, statements };
}
function furthest(scored, direction) {
    const scores = scored.map(({ score }) => score);
    const wanted = direction < 0 ? Math.min(...scores) : Math.max(...scores);
    return direction === 0 ? 0 : Math.max(0, scores.indexOf(wanted));
}
function suiteWide(points, { runs, earlier }) {
    return points
        .map((point) => ({
        ...point,
        head: point.head.filter((run) => run < runs).map((run) => run + earlier),
    }))
        .filter(({ base, head }) => base.length + head.length > 0);
}
function caseMean(side) {
    return (0,sample_scores/* meanOf */.hm)([...(side.earlier ?? []), ...scoredSamples(side).map(({ score }) => score)]);
}
function judgementsOf(scored) {
    return scored.map(({ judgement }) => judgement);
}
function scoredSamples({ row, scorer }, samples = row.samples) {
    if (scorer === null)
        return [];
    return samples.flatMap((sample) => {
        const judgement = (0,sample_scores/* scoredJudgement */.wc)(sample, scorer.id);
        return judgement === null ? [] : [{ sample, judgement, score: (0,sample_scores/* hundredths */.ik)(judgement.score, scorer) }];
    });
}
function showLowest(side) {
    const scored = scoredSamples(side);
    return showRun(side, scored[furthest(scored, -1)]);
}
function showRun({ row, text }, scored) {
    const { samples, caseSamples } = row;
    const sample = scored?.sample ?? samples.find(({ answer }) => answer.status === 'answered') ?? samples[0];
    const shown = sample === undefined ? null : shownAnswer(sample, text);
    const of = samples.length + caseSamples.length;
    if (sample === undefined || shown === null || of < 2)
        return shown;
    return { ...shown, run: { number: samples.indexOf(sample) + 1, of, score: scored?.score ?? null } };
}
function nothingToSay(all) {
    const hash = all[0]?.sample.answerHash;
    return all.every(({ sample, judgement }) => sample.answerHash === hash && judgement.statements.every(({ result }) => result !== 'no'));
}
const ARGUMENT_CHARACTERS = 200;
function shownAnswer({ answer }, text) {
    if (answer.status === 'failed')
        return { status: 'failed', message: answer.message };
    if (text !== 'full')
        return null;
    return { status: 'answered', output: answer.output, toolCalls: answer.toolCalls.map(renderCall) };
}
function renderCall({ name, arguments: given }) {
    const text = given === undefined ? '' : typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
    return `${name}(${(0,values/* cutText */.IN)(text, ARGUMENT_CHARACTERS)})`;
}

;


const FEWEST_SHARING = 3;
const MOST_WORDINGS = 300;
function findShared(pairs, wordings, earlier) {
    const all = pairs.flatMap(({ id, irrelevant, headScores, baseScores }) => {
        const runs = {
            headRuns: headScores.length - (earlier?.get(id)?.length ?? 0),
            baseRuns: baseScores.length,
        };
        return (irrelevant ?? []).map(({ text, head, base }) => ({ id, text, head: head.length, base: base.length, ...runs }));
    });
    const known = all.filter(({ text }) => wordings.has(text));
    return [...Map.groupBy(known, ({ text }) => wordings.get(text)).values()].flatMap((group) => {
        const rows = [...Map.groupBy(group, ({ id }) => id).values()].flatMap(mostOf);
        return rows.length < FEWEST_SHARING ? [] : [{ cases: rows }];
    });
}
function mostOf(rows) {
    return rows.toSorted((a, b) => b.head + b.base - a.head - a.base).slice(0, 1);
}
function groupWordings(points, others) {
    const featuresOf = createFeatureReader();
    const first = Map.groupBy(points, wording/* bareWording */.H);
    const rest = Map.groupBy(others, wording/* bareWording */.H);
    for (const wording of first.keys())
        rest.delete(wording);
    let groups = [];
    for (const [wording, texts] of [...commonestOf(first), ...commonestOf(rest)]) {
        const features = featuresOf(wording);
        const near = groups.filter((group) => group.features.some((each) => areAlike(each, features)));
        const joined = {
            features: [...near.flatMap((group) => group.features), features],
            texts: [...near.flatMap((group) => group.texts), ...texts],
        };
        groups = [...groups.filter((group) => !near.includes(group)), joined];
    }
    return new Map(groups.flatMap(({ texts }) => texts.map((text) => [text, texts[0] ?? text])));
}
function commonestOf(byWording) {
    return [...byWording].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_WORDINGS);
}
function areAlike(a, b) {
    return alignmentOf(statementSimilarity(a, b), a, b) === 'reworded';
}

// EXTERNAL MODULE: ./.bundle/decide/compare/chance.js
var compare_chance = __webpack_require__(7891);
;


const STRAYS_BY_CHANCE = 0.025;
function tellStrays(cases) {
    const tellable = cases.filter(({ headRuns, baseStrays }) => baseStrays.length > 1 && headRuns === 1);
    const baseSamples = tellable.flatMap(({ baseStrays }) => baseStrays);
    const atHead = tellable.map(({ changes }) => changes.filter(({ kind }) => kind === 'newly-irrelevant').map(({ text }) => (0,wording/* bareWording */.H)(text)));
    const share = tellable.length / (tellable.length + baseSamples.length);
    const isMore = (strays) => {
        const head = atHead.filter(strays).length;
        return (0,compare_chance/* binomialTail */.C)(head, head + baseSamples.filter(strays).length, share) <= STRAYS_BY_CHANCE;
    };
    const inAll = (texts) => texts.length > 0;
    const agentStrays = baseSamples.some(inAll);
    if (!agentStrays || isMore(inAll))
        return cases.map(({ changes }) => changes);
    const isMoreOf = (text) => isMore((texts) => texts.includes(text));
    const told = new Set(tellable);
    return cases.map((each) => told.has(each)
        ? each.changes.map((change) => change.kind === 'newly-irrelevant' && !isMoreOf((0,wording/* bareWording */.H)(change.text))
            ? { ...change, kind: 'stray' }
            : change)
        : each.changes);
}

// EXTERNAL MODULE: ./.bundle/decide/compare/unscored-case.js
var unscored_case = __webpack_require__(2631);
;










function compareRecords(options) {
    const { head, base, scorer, matches } = options;
    const reason = base === null ? null : differenceOf(head, base, scorer);
    const headScorer = (0,run_record/* scorerOf */.Kw)(head, scorer);
    const baseScorer = base !== null && reason === null ? (0,run_record/* scorerOf */.Kw)(base, scorer) : null;
    const tellsLost = headScorer !== null && (0,measure_words/* measureOf */.c_)(headScorer).items?.lost === true;
    const atHead = (row) => {
        const earlier = headScorer === null ? undefined : options.earlier?.get(row.id);
        return { row, text: head.text, scorer: headScorer, earlier };
    };
    const atBase = (row) => ({ row, text: base?.text ?? 'none', scorer: baseScorer });
    const lone = (side) => {
        const answer = showLowest(side);
        return {
            id: side.row.id,
            input: side.row.input,
            score: caseMean(side),
            ...(answer !== null && { answer }),
        };
    };
    const compared = [];
    const added = [];
    const edited = [];
    const renamed = [];
    const unscored = [];
    const misled = [];
    const news = findNew(head.cases, options.baseCases ?? base?.cases ?? null);
    const { rows, removed } = (0,pair_cases/* pairCases */.Q)(head.cases, base?.cases ?? []);
    for (const row of rows) {
        const asked = row.kind === 'pair' ? row.base : null;
        const isNew = news.get(row.head);
        const partner = isNew === undefined ? asked : null;
        const without = (0,unscored_case/* unscoredCase */.qW)({ row: row.head, base: partner, head, scorer });
        if (without !== null)
            unscored.push(without);
        if (partner === null) {
            const score = asked === null ? null : caseMean(atBase(asked));
            const alone = { ...lone(atHead(row.head)), ...(score !== null && { base: score }) };
            const kind = base === null ? row.kind : (isNew ?? row.kind);
            (kind === 'edited' ? edited : added).push(alone);
            continue;
        }
        if ((0,unscored_case/* misleadsJudge */.G1)(row.head, partner, scorer))
            misled.push(row.head.id);
        if (partner.id !== row.head.id)
            renamed.push({ from: partner.id, to: row.head.id });
        const known = matches === undefined ? null : (matches.get(row.head.id) ?? []);
        compared.push(compareCase(atHead(row.head), atBase(partner), { tellsLost, matches: known }));
    }
    const statements = tellStrays(compared.map((each) => each.statements));
    const pairs = compared.map(({ pair }, index) => ({ ...pair, statements: statements[index] ?? [] }));
    const wordings = groupWordings(pairs.flatMap(({ irrelevant }) => (irrelevant ?? []).map(({ text }) => text)), pairs.flatMap((pair) => pair.statements.map(({ text }) => text)));
    const { cases } = (0,sample_scores/* equalSamples */.wK)(pairs);
    const meanScore = (among) => (0,sample_scores/* meanOf */.hm)(among.map((row) => caseMean(atHead(row))).filter((score) => score !== null));
    return {
        scorer,
        comparability: reason === null ? { status: 'comparable' } : { status: 'incomparable', reason },
        pairs,
        shared: findShared(pairs, wordings, options.earlier),
        wordings,
        added,
        removed: removed.map((row) => lone(atBase(row))),
        edited,
        renamed,
        unscored,
        misled,
        searches: new Map(compared.flatMap(({ pair, statements: { searches } }) => searches.length === 0 ? [] : [[pair.id, searches]])),
        headCases: head.cases.length,
        newCases: [...news.keys()].map(({ id }) => id),
        baseMean: (0,sample_scores/* meanOf */.hm)(cases.map((each) => (0,sample_scores/* meanOf */.hm)(each.base) ?? 0)),
        headMean: (0,sample_scores/* meanOf */.hm)(cases.map((each) => (0,sample_scores/* meanOf */.hm)(each.head) ?? 0)),
        floorMean: meanScore(head.cases),
        keptMean: meanScore(head.cases.filter((row) => !news.has(row))),
    };
}
function findNew(cases, baseCases) {
    const { rows } = (0,pair_cases/* pairCases */.Q)(cases, baseCases ?? cases);
    return new Map(rows.flatMap((row) => (row.kind === 'pair' ? [] : [[row.head, row.kind]])));
}
function differenceOf(head, base, id) {
    const now = (0,run_record/* scorerOf */.Kw)(head, id);
    const then = (0,run_record/* scorerOf */.Kw)(base, id);
    if (now === null)
        return `this run was not scored for ${id}`;
    if (then === null)
        return `the baseline was not scored for ${id}`;
    if (now.scale !== then.scale) {
        return `the scale of ${id} changed from ${then.scale} to ${now.scale}. ${tellKept(base)}`;
    }
    if (now.formula !== then.formula || now.higherIsBetter !== then.higherIsBetter) {
        return `the formula of ${id} changed since the baseline. ${tellKept(base)}`;
    }
    if (now.judged !== false && head.judge.fingerprint !== base.judge.fingerprint) {
        const change = head.judge.name === base.judge.name
            ? `${shortName(head.judge.name)} has other parameters than for the baseline`
            : `${shortName(base.judge.name)} judged the baseline, ${shortName(head.judge.name)} this run`;
        return `the judge changed: ${change}. ${tellKept(base)}`;
    }
    if (now.rubric !== then.rubric) {
        return `the rubric of ${id} changed from version ${then.rubric} to ${now.rubric}. ${tellKept(base)}`;
    }
    const others = now.judged === false ? 0 : countOtherTasks(head, base);
    if (others > 0) {
        const cases = others === 1 ? '1 case was' : `${(0,text_counts/* grouped */.zD)(others)} cases were`;
        return `${cases} judged under another task than for the baseline. ${tellKept(base)}`;
    }
    return null;
}
function countOtherTasks(head, base) {
    return (0,pair_cases/* pairCases */.Q)(head.cases, base.cases).rows.filter((row) => row.kind === 'pair' &&
        row.head.taskHash !== undefined &&
        row.base.taskHash !== undefined &&
        row.head.taskHash !== row.base.taskHash).length;
}
function tellKept({ text }) {
    return text === 'full'
        ? "`prompt-regression rejudge` judges the baseline's answers again"
        : `The baseline's answers were not kept, so they cannot be judged again (\`store.text\` is ${text})`;
}
function shortName(judge) {
    return (0,values/* oneLine */.TN)(judge).slice(0, 100);
}

// EXTERNAL MODULE: ./.bundle/decide/gate/broken-case.js
var broken_case = __webpack_require__(5947);
// EXTERNAL MODULE: ./.bundle/decide/gate/gate-words.js
var gate_words = __webpack_require__(4488);
// EXTERNAL MODULE: ./.bundle/decide/gate/noise.js
var noise = __webpack_require__(9717);
// EXTERNAL MODULE: ./.bundle/decide/gate/rule.js
var rule = __webpack_require__(7713);
;






function decideCase(facts) {
    const { comparable, comparison, settings, canSample, stale, confirmed, words, repeated, levels } = facts;
    if (!comparable)
        return rule/* NOTHING_TO_SAY */.c;
    const all = (0,broken_case/* collectCaseEvidence */.wr)(facts);
    const terms = {
        cases: all.length / levels,
        deviation: (0,noise/* pooledDeviation */.PL)(comparison.pairs.map(({ baseScores }) => baseScores)),
        caseDrop: settings.caseDrop,
        repeated,
        canSample,
        stale,
        words,
    };
    const standings = all
        .map((evidence) => ({ evidence, standing: (0,broken_case/* standingOf */.YP)(evidence, terms) }))
        .sort((a, b) => worstFirst(a.evidence, b.evidence));
    const single = only(standings, 'one-answer');
    const singlesBreak = facts.oneAnswerBreaks === true || outnumberRises(single.length, all, (0,broken_case/* dropNeeded */.jV)(terms));
    const broken = [...only(standings, 'broken'), ...(singlesBreak ? single : [])];
    const doubtful = [
        ...only(standings, 'doubtful').map(({ evidence, standing: { since } }) => ({ evidence, since })),
        ...(singlesBreak ? [] : single).map(({ evidence }) => ({ evidence, since: ONE_ANSWER })),
    ];
    const sure = broken.filter(({ evidence }) => confirmed?.has(evidence.id) !== false);
    const ask = sure.length > 0 ? null : askFor(broken, only(standings, 'open'), words);
    const told = sure.length > 0 ? sure : broken;
    const failing = told.map(({ evidence }) => evidence);
    const others = broken.length - told.length + doubtful.length;
    return {
        finding: failing.length > 0 ? findBroken(failing, { others, words }) : findDoubtful(doubtful, words),
        because: failing.length > 0 ? 'regression' : null,
        short: shortOf(failing, words),
        ask,
        notes: noteCaseSamples(all.filter(({ ownRuns }) => ownRuns > 0).sort(worstFirst), {
            caseDrop: settings.caseDrop,
            words,
        }),
    };
}
const ONE_ANSWER = 'the agent gives the same answer every time, so this counts once, and only several such cases fail';
const SINGLES_BY_CHANCE = 0.13;
function outnumberRises(falls, all, drop) {
    const rises = all.filter((evidence) => (0,broken_case/* surestRise */._J)(evidence) >= 100 * drop).length;
    return (0,compare_chance/* binomialTail */.C)(falls, falls + rises, 0.5) <= SINGLES_BY_CHANCE;
}
function only(lows, kind) {
    return lows.filter((low) => low.standing.kind === kind);
}
function worstFirst(a, b) {
    return (0,broken_case/* surestDrop */.A4)(b) - (0,broken_case/* surestDrop */.A4)(a) || (0,gate_words/* compareIds */.q3)(a.id, b.id);
}
function findBroken(failing, { others, words }) {
    const more = others === 0 ? '' : ` ${(0,text_counts/* counted */.hS)(others, 'other case')} may have.`;
    const broke = failing.length === 1 ? 'One case broke' : `${(0,text_counts/* grouped */.zD)(failing.length)} cases broke`;
    return {
        rule: 'case',
        outcome: 'fails',
        line: `${broke}: ${renderFalls(failing, words)}.${more}`,
        cases: failing.map(({ id }) => id),
    };
}
function findDoubtful(doubtful, words) {
    if (doubtful.length === 0)
        return null;
    const groups = Map.groupBy(doubtful, ({ since }) => since);
    const sentences = [...groups].map(([since, lows]) => {
        const noun = lows.length === 1 ? 'case' : 'cases';
        return `Perhaps broken ${noun}: ${renderFalls(lows.map(({ evidence }) => evidence), words)}; ${since}.`;
    });
    return {
        rule: 'case',
        outcome: 'warns',
        line: sentences.join(' '),
        cases: doubtful.map(({ evidence }) => evidence.id),
    };
}
function shortOf(failing, words) {
    const [first] = failing;
    if (first === undefined)
        return '';
    if (failing.length > 1)
        return `${(0,text_counts/* grouped */.zD)(failing.length)} cases broke`;
    return `case \`${(0,gate_words/* nameCase */.Ic)(first.id, 30)}\` ${words.worse} ${renderFall(first, words)}`;
}
function askFor(broken, open, { items, below }) {
    if (broken.length > 0) {
        const cases = broken.map(({ evidence }) => evidence.id);
        const whose = `The ${items.bad} ${items.many} of ${(0,text_counts/* counted */.hS)(cases.length, 'case')} are judged twice more`;
        return {
            kind: 'confirm',
            cases,
            why: `${whose}, before ${cases.length === 1 ? 'it counts' : 'they count'} as broken: ${(0,gate_words/* renderNames */.pj)(cases)}.`,
        };
    }
    const upTo = Math.min(...open.map(({ standing }) => standing.upTo));
    const cases = open.filter(({ standing }) => standing.upTo === upTo).map(({ evidence }) => evidence.id);
    if (cases.length === 0)
        return null;
    const why = `Run ${upTo} of ${(0,text_counts/* counted */.hS)(cases.length, 'case')} far ${below} the baseline: ${(0,gate_words/* renderNames */.pj)(cases)}.`;
    return { kind: 'more-samples', cases, upTo, why };
}
function renderFall({ baseMean, scores }, words) {
    const highest = Math.max(...scores);
    const less = scores.every((score) => score === highest) ? '' : ` or ${words.less}`;
    const runs = scores.length === 1 ? 'its one run' : `${scores.length} of ${scores.length} runs`;
    return `${words.move(baseMean, highest)}${less} in ${runs}`;
}
function renderFalls(cases, words) {
    return (0,gate_words/* withMore */.iA)(cases.map((each) => `\`${(0,gate_words/* nameCase */.Ic)(each.id)}\` ${renderFall(each, words)}`));
}
const MOST_NOTES = 5;
function noteCaseSamples(cases, { caseDrop, words }) {
    const told = cases.map((evidence) => ({ evidence, recovery: recoveryOf(evidence, caseDrop) }));
    if (cases.length > MOST_NOTES) {
        const runs = cases.reduce((sum, { ownRuns }) => sum + ownRuns, 0);
        const recovered = told.filter(({ recovery }) => recovery !== null).length;
        return [
            `${(0,text_counts/* counted */.hS)(cases.length, 'case')} lay far ${words.below} the baseline and were asked again on their own, ${(0,text_counts/* counted */.hS)(runs, 'time')} in all; ${(0,text_counts/* grouped */.zD)(recovered)} recovered.`,
        ];
    }
    return told.map(({ evidence, recovery }) => {
        const { id, baseMean, scores, ownRuns } = evidence;
        const first = Math.max(...scores.slice(0, scores.length - ownRuns));
        const came = recovery === null ? 'it did not recover' : `it recovered to ${words.score(scores[recovery] ?? 0)}`;
        return `Case \`${(0,gate_words/* nameCase */.Ic)(id)}\` was asked ${(0,text_counts/* counted */.hS)(ownRuns, 'time')} more on its own, because it had ${words.fallen} ${words.move(baseMean, first)}: ${came}.`;
    });
}
function recoveryOf(evidence, caseDrop) {
    const { scores, ownRuns } = evidence;
    const index = scores.findIndex((score, run) => run >= scores.length - ownRuns && !(0,broken_case/* liesLow */._S)(score, evidence, caseDrop));
    return index === -1 ? null : index;
}

// EXTERNAL MODULE: ./.bundle/decide/gate/decision-table.js
var decision_table = __webpack_require__(4864);
// EXTERNAL MODULE: ./.bundle/decide/gate/false-alarm-levels.js
var false_alarm_levels = __webpack_require__(3822);
;




const NEAR = 0.05;
const ROUNDING = 1e-9;
function decideFloor({ comparison, settings, measured, comparable, moreToLearn, words, head: { subset }, }) {
    const { floorMean, keptMean, newCases, baseMean } = comparison;
    const { threshold } = settings;
    if (threshold === null)
        return rule/* NOTHING_TO_SAY */.c;
    if (!measured || floorMean === null || subset !== undefined) {
        const why = subset === undefined ? '' : `: it is for the mean of all ${(0,text_counts/* counted */.hS)(subset.of, 'case')}`;
        const line = `The threshold was not tested${why}.`;
        return { ...rule/* NOTHING_TO_SAY */.c, finding: { rule: 'floor', outcome: 'off', line } };
    }
    const { name, below: side } = words;
    const least = leastOf(threshold, words);
    const isKept = keptMean !== null && keptMean < floorMean;
    const mean = isKept ? keptMean : floorMean;
    const missed = misses(mean, least);
    const near = Math.abs(mean / 100 - least) <= NEAR + ROUNDING;
    const limit = `the threshold ${(0,gate_words/* renderSetting */.Fp)(threshold)}`;
    const score = missed ? renderMissed(mean, threshold, words) : words.score(mean);
    const place = missed ? side : `not ${side}`;
    const without = isKept ? ` without the ${(0,text_counts/* counted */.hS)(newCases.length, 'new or edited case')}` : '';
    const what = `Mean ${name}${without} ${score}`;
    const before = missed && comparable && baseMean !== null && misses(baseMean, least);
    const all = isKept ? ` (of all ${words.score(floorMean)})` : '';
    return {
        finding: {
            rule: 'floor',
            outcome: missed ? 'fails' : 'holds',
            line: `${what}${all} is ${place} ${limit}${before ? ", and so is the base's" : ''}.`,
        },
        because: missed ? 'threshold' : null,
        short: `${name}${without} ${score} ${place} ${limit}${before ? ", like the base's" : ''}`,
        ask: near && moreToLearn
            ? { kind: 'suite', since: `the mean ${score} is within ${NEAR} of ${limit}` }
            : null,
    };
}
function holdsFloor(mean, { name, gate }, record) {
    return gate.threshold === null || !misses(mean, leastOf(gate.threshold, (0,measure_words/* wordsOf */.Z9)(record, name)));
}
function misses(mean, least) {
    return mean / 100 < least - ROUNDING;
}
function leastOf(threshold, { higherIsBetter }) {
    return higherIsBetter ? threshold : 1 - threshold;
}
function renderMissed(hundredths, threshold, words) {
    const short = words.score(hundredths);
    if (words.higherIsBetter) {
        return Number(short) < threshold ? short : (Math.floor(hundredths * 100) / 10_000).toFixed(4);
    }
    return Number(short) > threshold ? short : (Math.ceil((100 - hundredths) * 100) / 10_000).toFixed(4);
}

// EXTERNAL MODULE: ./.bundle/ports/errors.js
var errors = __webpack_require__(8654);
// EXTERNAL MODULE: ./.bundle/decide/gate/usable-record.js
var usable_record = __webpack_require__(2261);
;






function decideNoLongerAnswers({ comparison, stale, head, undecided }) {
    if (head.stopped !== null)
        return rule/* NOTHING_TO_SAY */.c;
    const silent = comparison.unscored.filter((row) => row.noLongerAnswers && errors/* AGENT_FAILURES */.qS.has(row.kind));
    const reason = silent.map((row) => (0,gate_words/* asClause */.eI)(row.reason, 160)).sort()[0];
    const names = (0,gate_words/* renderNames */.pj)(silent.map(({ id }) => id).sort(gate_words/* compareIds */.q3));
    if (reason === undefined)
        return rule/* NOTHING_TO_SAY */.c;
    const cases = (0,text_counts/* counted */.hS)(silent.length, 'case');
    const answer = silent.length === 1 ? 'no longer answers' : 'no longer answer';
    const is = silent.every((row) => (0,gate_words/* asClause */.eI)(row.reason, 160) === reason) ? 'Why' : 'One reason';
    const why = isTold(silent, undecided) ? '' : ` ${is}: ${reason}.`;
    const isAll = undecided !== null && silent.length === comparison.headCases && silent.length > gate_words/* MOST_NAMED */.SE;
    const line = `${isAll ? `All ${cases} answered at base` : `${cases} ${answer}: ${names}`}.${why}`;
    return {
        finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line },
        because: stale ? null : 'regression',
        short: `${cases} ${answer}`,
        ask: null,
    };
}
function isTold(rows, undecided) {
    return undecided !== null && rows.some(({ reason }) => undecided.includes((0,gate_words/* asClause */.eI)(reason)));
}
function decideNothingToScore(facts) {
    const { unscored, pairs, scorer } = facts.comparison;
    const compared = new Set(pairs.map(({ id }) => id));
    const without = unscored.filter(({ id }) => compared.has(id));
    const [first] = without.filter(({ kind }) => kind === 'not-scorable');
    const reasons = new Map(without.map((row) => [row.id, row.kind]));
    return decideGone(facts, {
        hadAtBase: (sample) => (0,sample_scores/* scoredJudgement */.wc)(sample, scorer) !== null,
        isGone: ({ id }) => reasons.get(id) === 'not-scorable',
        besides: without.filter(({ kind }) => kind !== 'not-scorable').length,
        verbs: ['has', 'have'],
        what: 'anything to score',
        why: first === undefined || isTold([first], facts.undecided) ? '' : ` Why: ${(0,gate_words/* asClause */.eI)(first.reason, 160)}.`,
    });
}
function decideWordsGone(facts) {
    const { scorer } = facts.comparison;
    const flagsOf = (sample) => (0,sample_scores/* scoredJudgement */.wc)(sample, scorer)?.flags;
    return decideGone(facts, {
        hadAtBase: (sample) => {
            const { answer } = sample;
            if (answer.status === 'failed' || answer.finish === 'tool-calls')
                return false;
            return flagsOf(sample)?.every((flag) => flag !== 'tool-calls-only' && flag !== 'empty') === true;
        },
        isGone: ({ samples }) => samples.length > 0 && samples.every((sample) => flagsOf(sample)?.includes('tool-calls-only')),
        besides: 0,
        verbs: ['answers', 'answer'],
        what: 'in words, only with tool calls',
        why: '',
    });
}
function decideFailsLater(facts) {
    const { head, runs } = facts;
    const failed = (sample) => sample === undefined
        ? head.stopped !== null
        : sample.answer.status === 'failed' && errors/* AGENT_FAILURES */.qS.has(sample.answer.kind);
    return decideGone(facts, {
        hadAtBase: ({ answer }) => answer.status === 'answered',
        isGone: ({ samples }) => runs > 1 && samples[0]?.answer.status === 'answered' && failed(samples[runs - 1]),
        besides: 0,
        verbs: ['answers', 'answer'],
        what: `in run ${runs}`,
        why: '',
    });
}
function decideGone(facts, gone) {
    const { comparison, head, base, stale } = facts;
    const endedElsewhere = head.stopped !== null && !errors/* AGENT_FAILURES */.qS.has(head.stopped.kind);
    if (endedElsewhere || base === null)
        return rule/* NOTHING_TO_SAY */.c;
    const { renamed, pairs, headCases, newCases } = comparison;
    const namesAtBase = new Map(renamed.map(({ from, to }) => [to, from]));
    const had = new Set(base.cases.flatMap(({ id, samples }) => samples.length > 0 && samples.every(gone.hadAtBase) ? [id] : []));
    const compared = new Set(pairs.map(({ id }) => id));
    const cases = head.cases.filter((row) => compared.has(row.id) && had.has(namesAtBase.get(row.id) ?? row.id) && gone.isGone(row));
    if (cases.length === 0 || cases.length + gone.besides <= (0,usable_record/* errorLimit */.SE)(headCases - newCases.length)) {
        return rule/* NOTHING_TO_SAY */.c;
    }
    const names = (0,gate_words/* renderNames */.pj)(cases.map(({ id }) => id).sort(gate_words/* compareIds */.q3));
    const verb = gone.verbs[cases.length === 1 ? 0 : 1];
    const short = `${(0,text_counts/* counted */.hS)(cases.length, 'case')} no longer ${verb} ${gone.what}`;
    const mayRecover = facts.measured && facts.moreToLearn && !stale;
    return {
        finding: { rule: 'errors', outcome: stale ? 'warns' : 'fails', line: `${short}: ${names}.${gone.why}` },
        because: stale ? null : 'regression',
        short,
        ask: mayRecover ? { kind: 'suite', since: short } : null,
    };
}

// EXTERNAL MODULE: ./.bundle/decide/gate/headline.js
var headline = __webpack_require__(791);
// EXTERNAL MODULE: ./.bundle/decide/gate/inconclusive.js
var inconclusive = __webpack_require__(4663);
// EXTERNAL MODULE: ./.bundle/decide/gate/mean-rule.js + 1 modules
var mean_rule = __webpack_require__(6021);
// EXTERNAL MODULE: ./.bundle/decide/gate/weigh-fall.js
var weigh_fall = __webpack_require__(9917);
;







const CLEAR_FALL = 20;
const FEWEST_FALLS = 2;
const LEAST_SHARE = 0.04;
function decideSpread(facts) {
    const { comparable, comparison, stale, moreToLearn, repeated, levels, words } = facts;
    if (!comparable)
        return rule/* NOTHING_TO_SAY */.c;
    const found = findClearFalls(comparison, repeated);
    const { cases, fallen, p, chance } = found;
    if (fallen.length < Math.max(FEWEST_FALLS, LEAST_SHARE * cases))
        return rule/* NOTHING_TO_SAY */.c;
    const level = false_alarm_levels/* FAILS_BELOW */.iA * levels;
    const real = chance < level;
    const mayLearn = moreToLearn && !stale;
    const open = mayLearn && chance <= false_alarm_levels/* SPREAD_SAMPLES_UP_TO */.Ug && chance > false_alarm_levels/* SPREAD_FAILS_AT_ONCE */.gV;
    const what = `${(0,text_counts/* grouped */.zD)(fallen.length)} of ${(0,text_counts/* counted */.hS)(cases, 'case')}`;
    const since = `${what} clearly ${words.worse} (by chance ${(0,gate_words/* renderChance */.zt)(p)})`;
    const chanceIn = (today) => findClearFalls(today, repeated).chance;
    const { outcome, because, ask, aside } = (0,weigh_fall/* weighFall */.C)(facts, { real, open, since, chanceIn });
    return {
        finding: {
            rule: 'spread',
            outcome,
            line: `${sentenceOf({ ...found, what, level, real, repeated }, words)}${aside}`,
            cases: spread_rule_worstFirst(fallen).map(({ id }) => id),
        },
        because,
        short: `${what} clearly ${words.worse}`,
        ask,
    };
}
function findClearFalls({ pairs }, repeated) {
    const { cases, baseRuns, headRuns } = (0,sample_scores/* equalSamples */.wK)(pairs);
    const fallen = cases.filter(({ base, head }) => liesBelow(head, base));
    const rises = cases.filter(({ base, head }) => liesBelow(base, head)).length;
    const parted = cases.filter((each) => partsLow(each, headRuns)).length;
    const p = (0,compare_chance/* binomialTail */.C)(fallen.length, parted, 1 / (0,compare_chance/* waysToChoose */.v)(baseRuns + headRuns, headRuns));
    const pEven = (0,compare_chance/* binomialTail */.C)(fallen.length, fallen.length + rises, 0.5);
    return { cases: cases.length, fallen, rises, p, pEven, chance: Math.max(p, pEven * repeated ** 3) };
}
function sentenceOf(found, words) {
    const { what, fallen, rises, p, pEven, level, real, repeated } = found;
    const names = spread_rule_worstFirst(fallen).map(({ id, base, head }) => `\`${(0,gate_words/* nameCase */.Ic)(id)}\` ${words.move((0,sample_scores/* meanOf */.hm)(base) ?? 0, (0,sample_scores/* meanOf */.hm)(head) ?? 0)}`);
    const everyRun = (fallen[0]?.head.length ?? 1) > 1 ? 'in every run ' : '';
    const fell = `${what} clearly ${words.worse}, ${everyRun}by ${sizeOf(fallen)}: ${(0,gate_words/* withMore */.iA)(names)}`;
    if (real)
        return `${fell}. ${(0,gate_words/* renderByChance */.uE)(p)}.`;
    if (p >= level)
        return `${fell}. ${(0,gate_words/* renderByChance */.uE)(p)}${(0,gate_words/* renderTooOften */.XO)(level)}.`;
    const rose = rises === 0 ? '' : ` ${(0,text_counts/* grouped */.zD)(rises)} clearly ${words.better}.`;
    return `${fell}.${rose} ${(0,gate_words/* renderNoProof */.Go)(pEven, level / repeated ** 3)}.`;
}
function sizeOf(fallen) {
    const least = Math.min(...fallen.map(({ base, head }) => Math.min(...base) - Math.max(...head)));
    const most = Math.max(...fallen.map(({ base, head }) => Math.max(...base) - Math.min(...head)));
    return `${(least / 100).toFixed(2)}${most === least ? '' : ' or more'}`;
}
function spread_rule_worstFirst(cases) {
    const dropOf = ({ base, head }) => ((0,sample_scores/* meanOf */.hm)(base) ?? 0) - ((0,sample_scores/* meanOf */.hm)(head) ?? 0);
    return [...cases].sort((a, b) => dropOf(b) - dropOf(a) || (0,gate_words/* compareIds */.q3)(a.id, b.id));
}
function liesBelow(low, high) {
    return Math.min(...high) - Math.max(...low) >= CLEAR_FALL;
}
function partsLow({ base, head }, headRuns) {
    const scores = [...base, ...head].sort((a, b) => a - b);
    return (scores[headRuns] ?? 0) - (scores[headRuns - 1] ?? 0) >= CLEAR_FALL;
}

// EXTERNAL MODULE: ./.bundle/decide/gate/relabelling-test.js
var relabelling_test = __webpack_require__(7895);
;









const MOST_CONFIRMED = 10;
const LONGEST_QUOTE = 80;
function decideStatements(facts) {
    const { comparable, comparison, settings, stale, runs, canSample, confirmed, words, levels, repeated } = facts;
    if (!comparable)
        return rule/* NOTHING_TO_SAY */.c;
    const cases = comparison.pairs.filter(({ delta }) => delta !== null).length;
    const least = Math.max(FEWEST_SHARING, Math.ceil(settings.maxDrop * cases - 1e-9));
    const tests = comparison.shared.length;
    const [found] = comparison.shared
        .map((statement) => gainOf(statement, { tests, repeated }))
        .filter(({ gained }) => gained.length >= least)
        .sort((a, b) => a.chance - b.chance || b.gained.length - a.gained.length);
    if (found === undefined)
        return rule/* NOTHING_TO_SAY */.c;
    const { gained, said, chance } = found;
    const level = false_alarm_levels/* STATEMENTS_FAIL_BELOW */.Gl * levels;
    const real = chance < level;
    const outcome = !real ? 'holds' : stale ? 'warns' : 'fails';
    const what = `${(0,text_counts/* grouped */.zD)(gained.length)} of ${(0,text_counts/* counted */.hS)(cases, 'answer')} now ${gained.length === 1 ? 'says' : 'say'}`;
    const quote = `“${(0,values/* cutText */.IN)((0,gate_words/* asClause */.eI)(said.text), LONGEST_QUOTE)}”${said.byAll ? '' : ', or nearly the same'}`;
    const happens = (0,gate_words/* renderByChance */.uE)(chance);
    const limit = real ? '' : (0,gate_words/* renderTooOften */.XO)(level);
    const mayLearn = canSample && runs < false_alarm_levels/* MOST_RUNS */.nD && !stale;
    const open = mayLearn && chance <= false_alarm_levels/* SAMPLES_UP_TO */.OW && chance > Math.min(false_alarm_levels/* FAILS_AT_ONCE */.cs, level);
    const unconfirmed = confirmed === undefined ? [] : gained.filter((id) => !confirmed.has(id)).slice(0, MOST_CONFIRMED);
    const since = `${what} the same ${words.items.bad} ${words.items.one} (by chance ${(0,gate_words/* renderChance */.zt)(chance)})`;
    const next = open
        ? { kind: 'suite', since }
        : outcome === 'fails' && unconfirmed.length > 0
            ? {
                kind: 'confirm',
                cases: unconfirmed,
                why: `The ${words.items.bad} ${words.items.many} of ${(0,text_counts/* counted */.hS)(unconfirmed.length, 'case')} are judged twice more, because ${what} the same one.`,
            }
            : null;
    return {
        finding: {
            rule: 'statements',
            outcome,
            line: `${what} ${quote}, which is ${words.items.bad} and new to ${gained.length === 1 ? 'it' : 'them'}: ${(0,gate_words/* renderNames */.pj)(gained)}. ${happens}${limit}.`,
            cases: gained,
        },
        because: outcome === 'fails' ? 'regression' : null,
        short: `${what} the same ${words.items.bad} ${words.items.one}`,
        ask: next,
    };
}
function gainOf(statement, { tests, repeated }) {
    const chance = (0,relabelling_test/* relabellingTest */.G)(statement.cases.map(({ head, headRuns, base, baseRuns }) => ({
        base: withoutIn(base, baseRuns),
        head: withoutIn(head, headRuns),
    })));
    const gained = statement.cases.filter(({ head, base }) => head > 0 && base === 0);
    const lost = statement.cases.filter(({ head, base }) => head === 0 && base > 0).length;
    const habit = statement.cases.some(({ base }) => base > 0);
    const even = habit ? (0,compare_chance/* binomialTail */.C)(gained.length, gained.length + lost, 0.5) * repeated ** 3 : 0;
    return {
        gained: gained.map(({ id }) => id).sort(gate_words/* compareIds */.q3),
        said: wordingOf(gained),
        chance: Math.min(1, Math.max(chance, even) * tests),
    };
}
function wordingOf(cases) {
    const wordings = Map.groupBy(cases, ({ text }) => (0,wording/* bareWording */.H)(text).toLowerCase());
    const [most] = [...wordings.values()].sort((a, b) => b.length - a.length);
    return { text: most?.[0]?.text ?? '', byAll: wordings.size <= 1 };
}
function withoutIn(said, runs) {
    return Array.from({ length: runs }, (_, run) => (run < said ? 0 : 1));
}

;














const RULES = [
    decideNoLongerAnswers,
    decideFailsLater,
    decideNothingToScore,
    decideWordsGone,
    decideStatements,
    mean_rule/* decideMean */.q0,
    decideSpread,
    decideCase,
    decideFloor,
];
function decideGate(input) {
    const kept = withoutNewCases(input);
    const found = worseOf(input, kept, inconclusive/* decideErrors */.K7);
    const errors = found.inconclusive === null ? ((0,inconclusive/* decideAgreement */.X8)(input.agreement) ?? found) : found;
    const baseline = worseOf(input, kept, inconclusive/* decideBaseline */.sC);
    const facts = gatherFacts({ ...(kept ?? input), comparison: input.comparison }, errors.inconclusive, baseline);
    const results = RULES.map((rule) => rule(facts));
    const asks = results.flatMap(({ ask }) => ask ?? []);
    const { failOn } = input.settings;
    const settled = baseline.missing ||
        (baseline.inconclusive !== null && failOn.includes(baseline.inconclusive.because)) ||
        results.some(({ because, ask }) => because !== null && ask === null && failOn.includes(because));
    const next = settled ? null : nextOf(asks, facts);
    if (next !== null)
        return next;
    return {
        kind: 'decided',
        decision: conclude({ facts, errors, baseline, results: results.map(settle) }),
        notes: results.flatMap(({ notes }) => notes ?? []),
    };
}
function withoutNewCases(input) {
    const { comparison, head, base } = input;
    const news = new Set(comparison.newCases);
    if (news.size === 0)
        return null;
    const isKept = ({ id }) => !news.has(id);
    const nameOf = ({ id, inputHash }) => `${inputHash} ${id}`;
    const asked = new Set(head.cases.filter((row) => !isKept(row)).map(nameOf));
    const kept = {
        head: { ...head, cases: head.cases.filter(isKept) },
        base: base && { ...base, cases: base.cases.filter((row) => !asked.has(nameOf(row))) },
    };
    const all = [...kept.head.cases, ...(kept.base?.cases ?? [])];
    if (kept.head.cases.length === 0 || !all.some((row) => (0,usable_record/* isScorable */.yN)(row, comparison.scorer)))
        return null;
    return {
        ...input,
        ...kept,
        comparison: {
            ...comparison,
            added: comparison.added.filter(isKept),
            edited: comparison.edited.filter(isKept),
            unscored: comparison.unscored.filter(isKept),
            headCases: kept.head.cases.length,
            newCases: [],
            floorMean: comparison.keptMean,
        },
    };
}
function worseOf(input, kept, decide) {
    const all = decide(input);
    if (kept === null || all.inconclusive !== null)
        return all;
    const alone = decide(kept, 'without new and edited cases, ');
    return alone.inconclusive === null ? all : alone;
}
function nextOf(asks, { runs }) {
    const reasons = asks.flatMap((ask) => (ask.kind === 'suite' ? [ask.since] : []));
    if (reasons.length > 0) {
        const why = `Run ${runs + 1} of every case, because ${reasons.join('; ')}.`;
        return { kind: 'more-samples', cases: 'all', upTo: runs + 1, why };
    }
    return asks.find((ask) => ask.kind !== 'suite') ?? null;
}
function gatherFacts(input, errors, baseline) {
    const { head, baseline: used } = input;
    const measured = errors === null;
    const repeated = (0,noise/* repeatedShare */.uR)(input);
    const runs = (0,sample_scores/* suiteRuns */.P$)(head);
    return {
        ...input,
        levels: input.levels ?? 1,
        words: (0,measure_words/* wordsOf */.Z9)(head, input.comparison.scorer),
        undecided: errors?.cause ?? null,
        measured,
        comparable: measured && used.kind === 'record' && baseline.inconclusive === null,
        stale: used.kind === 'record' && used.stale,
        runs,
        repeated,
        moreToLearn: input.canSample && runs < false_alarm_levels/* MOST_RUNS */.nD && (repeated < 1 || runs === 1),
    };
}
function settle(result) {
    if (result.ask === null || result.because === null || result.finding === null)
        return result;
    return { ...result, because: null, finding: { ...result.finding, outcome: 'warns', unsettled: true } };
}
function conclude(found) {
    const { facts, errors, baseline, results } = found;
    const inconclusive = errors.inconclusive ?? baseline.inconclusive;
    const fails = results.flatMap(({ because }) => because ?? []);
    const row = (0,decision_table/* rowOf */.OB)({
        fails: facts.measured && baseline.missing ? [...fails, 'inconclusive'] : fails,
        open: inconclusive === null ? [] : [inconclusive.because],
        failOn: facts.settings.failOn,
        force: errors.inconclusive?.nothingMeasured ? 'inconclusive' : baseline.missing ? 'fail' : null,
        unmeasured: !facts.measured,
    });
    const said = { row, inconclusive, results, facts, baseline };
    const ofBaseline = errors.inconclusive !== null && baseline.inconclusive !== null ? null : baseline.finding;
    const findings = [errors.finding, ofBaseline, ...results.map(({ finding }) => finding)].filter((finding) => finding !== null);
    return {
        ...row,
        headline: (0,headline/* buildHeadline */.tb)(said),
        shortLine: (0,headline/* buildShortLine */.Hp)(said),
        findings,
        mean: row.outcome === 'inconclusive' ? null : (results.find(({ mean }) => mean !== undefined)?.mean ?? null),
        ...(row.outcome === 'inconclusive' && inconclusive !== null && { remedy: inconclusive.remedy }),
    };
}

;



function reviewDropped(dropped, head) {
    if (dropped === null || dropped.status === 'not-asked')
        return [];
    if (dropped.status === 'cannot-be-asked')
        return [`${nameDropped(dropped)} cannot be ${asBaseHas(dropped)}: ${dropped.reason}`];
    if (!isForPerson(dropped.decision))
        return [];
    const { shortLine } = dropped.decision;
    const falls = listFalls(dropped.comparison, head);
    return [
        `${nameDropped(dropped)}, ${asBaseHas(dropped)}: ${falls.length === 0 ? shortLine : (0,gate_words/* withMore */.iA)(falls)}`,
    ];
}
function isForPerson({ outcome, blocking }) {
    return outcome === 'fail' && blocking;
}
function tellDropped(dropped, head) {
    const what = `${nameDropped(dropped)}, ${dropped.status === 'asked' ? '' : 'not '}${asBaseHas(dropped)}`;
    if (dropped.status !== 'asked')
        return `${what}: ${dropped.reason}.`;
    const { comparison, decision } = dropped;
    const open = decision.outcome === 'inconclusive';
    if (open || comparison === null)
        return `${what}: not decided.`;
    const falls = listFalls(comparison, head);
    const kept = comparison.pairs.filter(({ id, base, head: now }) => base !== null && now !== null && now >= base && !comparison.misled.includes(id)).length;
    const unknown = dropped.removed + dropped.edited - falls.length - kept;
    const came = [
        ...(falls.length === 0 ? [] : [isForPerson(decision) ? 'see above' : (0,gate_words/* withMore */.iA)(falls)]),
        ...(kept === 0 ? [] : [falls.length === 0 ? 'no score fell' : `${(0,text_counts/* counted */.hS)(kept, 'other')} did not fall`]),
        ...(unknown === 0 ? [] : [`${(0,text_counts/* grouped */.zD)(unknown)} without a score`]),
    ].join('; ');
    const all = decision.outcome === 'fail' ? ` With all that the base asks: ${decision.headline}` : '';
    return `${what}: ${came}.${all}`;
}
function aboutDropped(dropped) {
    return `This came up when ${nameDropped(dropped)} ${isOne(dropped) ? 'was' : 'were'} ${asBaseHas(dropped)}.`;
}
function isOne({ removed, edited }) {
    return removed + edited === 1;
}
function nameDropped({ removed, edited }) {
    const counts = [
        ...(removed > 0 ? [`${(0,text_counts/* grouped */.zD)(removed)} removed`] : []),
        ...(edited > 0 ? [`${(0,text_counts/* grouped */.zD)(edited)} edited`] : []),
    ];
    return `${counts.join(' and ')} ${isOne({ removed, edited }) ? 'case' : 'cases'}`;
}
function asBaseHas(counts) {
    return `asked again as the base has ${isOne(counts) ? 'it' : 'them'}`;
}
function listFalls(comparison, head) {
    if (comparison === null)
        return [];
    const words = (0,measure_words/* wordsOf */.Z9)(head, comparison.scorer);
    const silent = comparison.unscored.filter(({ noLongerAnswers }) => noLongerAnswers);
    const fallen = comparison.pairs
        .flatMap(({ id, base, head: now }) => base === null || now === null || now >= base || comparison.misled.includes(id)
        ? []
        : [{ id, base, now }])
        .sort((a, b) => a.now - a.base - (b.now - b.base));
    return [
        ...silent.map(({ id }) => `\`${(0,gate_words/* nameCase */.Ic)(id)}\` no longer answers`),
        ...comparison.misled.map((id) => `\`${(0,gate_words/* nameCase */.Ic)(id)}\` misled the judge`),
        ...fallen.map(({ id, base, now }) => `\`${(0,gate_words/* nameCase */.Ic)(id)}\` ${words.worse} ${words.move(base, now)}`),
    ];
}
function reviewMisled(comparisons) {
    const ids = [...new Set(comparisons.flatMap(({ misled }) => misled))].sort(gate_words/* compareIds */.q3);
    if (ids.length === 0)
        return [];
    const whose = ids.length === 1 ? 'an answer' : 'answers';
    return [`${whose} to ${(0,gate_words/* renderNames */.pj)(ids)} made the judge break its rules, and at base none did`];
}

;





function shareOfLook({ looks, failedAt }) {
    return 1 / (failedAt ?? looks + 1);
}
function concludeRecords(facts) {
    const { head, base, baseCases, baseline, canSample, oneAnswerBreaks, matches } = facts;
    const known = facts.scorers.map(({ name: scorer, gate: settings }) => {
        const records = { head, scorer, baseCases, earlier: facts.earlier?.scores.get(scorer) };
        const comparison = compareRecords({ ...records, base, matches });
        const control = facts.control?.kind === 'record'
            ? {
                kind: 'measured',
                comparison: compareRecords({ ...records, base: facts.control.record }),
                storedMean: comparison.baseMean,
            }
            : facts.control;
        const [confirmed, agreement] = [facts.confirmed?.get(scorer), facts.agreement?.get(scorer)];
        const asked = { comparison, settings, baseline, head, base, canSample, oneAnswerBreaks };
        return { scorer, input: { ...asked, control, confirmed, agreement } };
    });
    return shareLevels(known, facts.earlier === undefined ? 1 : shareOfLook(facts.earlier), 0);
}
function shareLevels(all, share, failed) {
    const levels = share / Math.max(1, all.length - failed);
    const concluded = all.map(({ scorer, input }) => ({
        scorer,
        comparison: input.comparison,
        gate: decideGate({ ...input, levels }),
    }));
    const fails = concluded.filter(({ gate }) => gate.kind === 'decided' && isRegression(gate.decision)).length;
    return fails > failed && fails < all.length ? shareLevels(all, share, fails) : concluded;
}
function isRegression({ findings }) {
    return findings.some(({ rule, outcome }) => outcome === 'fails' && BY_CHANCE.has(rule));
}
const BY_CHANCE = new Set(['mean', 'spread', 'statements', 'case']);
function nextAsk(concluded) {
    const forRules = searchesFor('rule', concluded);
    if (forRules !== null)
        return forRules;
    const asks = concluded.flatMap(({ scorer, gate }) => gate.kind === 'decided' ? [] : [{ ...gate, scorer }]);
    const suiteWide = asks.find((ask) => ask.kind === 'more-samples' && ask.cases === 'all');
    return suiteWide ?? asks[0] ?? searchesFor('comment', concluded);
}
function searchesFor(use, concluded) {
    const searches = new Map();
    for (const [id, due] of concluded.flatMap(({ comparison }) => [...comparison.searches])) {
        const wanted = due.filter((search) => search.for === use);
        if (wanted.length > 0)
            searches.set(id, [...(searches.get(id) ?? []), ...wanted]);
    }
    return searches.size === 0 ? null : { kind: 'match', searches };
}
function decideSuite(concluded, runs, votes = []) {
    const scorers = concluded.map(({ scorer, comparison, gate }) => {
        if (gate.kind !== 'decided')
            throw new Error(`the gate of ${scorer} has not decided`);
        const { decision, notes } = gate;
        const told = decision.outcome === 'inconclusive' ? [] : [...runs, ...notes, ...votes];
        return { scorer, comparison, decision, lookedAgain: told };
    });
    const decision = (0,decision_table/* worstDecision */._V)(scorers.map((each) => each.decision));
    const worst = scorers.find((each) => each.decision === decision);
    if (worst === undefined)
        throw new Error('a suite without a scorer');
    const { scorer: _, ...said } = worst;
    return scorers.length === 1 ? said : { ...said, scorers };
}
function keepFloorsThatHeld(scorers, records) {
    return scorers.map((scorer) => {
        const { baseMean } = compareRecords({ ...records, scorer: scorer.name });
        const held = baseMean !== null && holdsFloor(baseMean, scorer, records.base);
        return held ? scorer : { ...scorer, gate: { ...scorer.gate, threshold: null } };
    });
}
function settleDropped(said, dropped) {
    if (dropped?.status !== 'asked' || dropped.decision.outcome !== 'inconclusive')
        return said;
    const { decision } = dropped;
    const headline = `${decision.headline} ${aboutDropped(dropped)}`;
    return { ...replaceDecision(said, { ...decision, headline }), lookedAgain: [] };
}
function reviewSuite(said, reasons) {
    return replaceDecision(said, (0,decision_table/* decideReview */.rz)(said.decision, reasons));
}
function replaceDecision(said, decision) {
    const scorers = said.scorers?.map((each) => each.decision === said.decision ? { ...each, decision } : each);
    return { ...said, decision, ...(scorers !== undefined && { scorers }) };
}

// EXTERNAL MODULE: ./.bundle/ports/settings.js
var settings = __webpack_require__(4788);
// EXTERNAL MODULE: ./.bundle/produce/spending.js
var spending = __webpack_require__(6869);
// EXTERNAL MODULE: ./.bundle/publish/publication.js + 2 modules
var publish_publication = __webpack_require__(987);
// EXTERNAL MODULE: ./.bundle/publish/publish.js + 2 modules
var publish = __webpack_require__(1044);
// EXTERNAL MODULE: ./.bundle/publish/redact-value.js
var redact_value = __webpack_require__(1129);
// EXTERNAL MODULE: ./.bundle/report/case-changes.js
var case_changes = __webpack_require__(5721);
// EXTERNAL MODULE: ./.bundle/report/console-text.js
var console_text = __webpack_require__(8290);
// EXTERNAL MODULE: ./.bundle/report/list-scores.js
var list_scores = __webpack_require__(7705);
// EXTERNAL MODULE: ./.bundle/report/told-case.js
var told_case = __webpack_require__(8765);
;




const MOST_SHARED = 8;
const MOST_CASES = 10;
const MOST_STATEMENTS = 8;
const COLOUR_OF = {
    'no-longer-irrelevant': 'green',
    unsure: 'yellow',
};
function renderStatements(cases, comparison, items, paint) {
    const shared = (0,case_changes/* sharedChanges */.fh)(cases, comparison);
    const isShared = (0,case_changes/* isAmong */.FB)(shared);
    const own = cases
        .map((row) => ({ ...row, statements: (0,case_changes/* tellingChanges */.N$)(row).filter((change) => !isShared(change)) }))
        .filter(({ statements, why }) => statements.length > 0 || why !== '');
    const render = (change, where = (0,case_changes/* renderRuns */.JH)(change)) => {
        const colour = COLOUR_OF[change.kind] ?? 'red';
        const why = (0,case_changes/* whyOfChange */.A$)(change);
        return `${paint((0,case_changes/* nameOfChange */.fE)(change, items), colour)}${where}: “${(0,console_text/* shortened */.vI)(change.text)}”${why === '' ? '' : ` — ${(0,console_text/* shortened */.vI)(why)}`}`;
    };
    return [
        ...shared
            .slice(0, MOST_SHARED)
            .flatMap((each) => [
            `  ${render(each.change, (0,case_changes/* renderSharing */.XG)(each, items))}`,
            `      ${(0,console_text/* renderCaseNames */.NB)(each.cases)}`,
        ]),
        ...(0,console_text/* countedRest */.JZ)(shared.length - MOST_SHARED, `more ${items.one}`, 'shared by several cases'),
        ...own
            .slice(0, MOST_CASES)
            .flatMap(({ statements, why, ...row }) => [
            renderTitle(row, paint),
            ...statements.slice(0, MOST_STATEMENTS).map((change) => `    ${render(change)}`),
            ...(0,console_text/* countedRest */.JZ)(statements.length - MOST_STATEMENTS, `more ${items.one}`, 'not listed').map((line) => `  ${line}`),
            ...(why === '' ? [] : [`    why: ${(0,console_text/* shortened */.vI)(why)}`]),
        ]),
        ...(0,console_text/* countedRest */.JZ)(own.length - MOST_CASES, 'more case', own.some(({ statements }) => statements.length > 0) ? `with other ${items.many}` : 'not listed'),
    ];
}
function renderEveryCase(suite, paint) {
    const { comparison } = suite;
    const words = (0,list_scores/* wordsOfSuite */.hi)(suite);
    const pairs = comparison.pairs.filter(({ head }) => head !== null);
    const lone = [...comparison.added, ...comparison.edited].filter(({ score }) => score !== null);
    return [
        ...pairs
            .toSorted((a, b) => (a.delta ?? 0) - (b.delta ?? 0) || (a.head ?? 0) - (b.head ?? 0))
            .flatMap((pair) => renderWhole((0,told_case/* tellPair */.S3)(pair, words), pair.headAnswer, suite, paint)),
        ...lone
            .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
            .flatMap((row) => renderWhole((0,told_case/* tellLone */.aj)(row, suite), row.answer ?? null, suite, paint)),
        ...comparison.unscored.flatMap((row) => [
            renderTitle({ ...row, figures: words.score(null) }, paint),
            `    asked: ${whole(row.input)}`,
            `    no score: ${whole(row.reason)}`,
            ...renderAnswer('answer', answerOf(suite, row.id), words),
        ]),
    ];
}
function renderTitle(row, paint) {
    const name = (0,console_text/* caseName */.cY)(row);
    const id = name === (0,console_text/* caseName */.cY)({ ...row, input: '' }) ? '' : `${row.id} `;
    return `  ${id}${paint(name, 'bold')} ${row.figures}`;
}
function renderWhole(told, shown, suite, paint) {
    const colours = { yes: 'green', unsure: 'yellow', no: 'red' };
    const marks = { yes: '✓', unsure: '?', no: '✗' };
    const behind = (why) => (why === '' ? '' : ` — ${whole(why)}`);
    return [
        renderTitle(told, paint),
        `    asked: ${whole(told.input)}`,
        ...((0,told_case/* shownJudgement */.lS)(suite, told.id, shown)?.statements ?? []).map(({ text, reason, result, byTeam, labelKey }) => `    ${paint(marks[result], colours[result])} “${whole(text)}”${behind(result === 'yes' && byTeam !== true ? '' : reason)}${labelKey === undefined ? '' : ` [to label it: ${(0,console_text/* inertForLog */.Ko)(labelKey)}]`}`),
        ...(told.why === '' ? [] : [`    why: ${whole(told.why)}`]),
        ...told.statements
            .filter(({ kind }) => kind === 'lost')
            .map((change) => `    ${paint('lost', 'red')}: “${whole(change.text)}”${behind((0,case_changes/* whyOfChange */.A$)(change))}`),
        ...told.answers.flatMap(([side, answer]) => renderAnswer(side.toLowerCase(), answer, (0,list_scores/* wordsOfSuite */.hi)(suite))),
    ];
}
function renderAnswer(name, answer, words) {
    if (answer === null)
        return [];
    const { run } = answer;
    const score = run === undefined || run.score === null ? '' : `, ${words.score(run.score)}`;
    const side = run === undefined ? name : `${name} (run ${run.number} of ${run.of}${score})`;
    if (answer.status === 'failed')
        return [`    ${side}: failed: ${whole(answer.message)}`];
    const calls = answer.toolCalls.map((call) => `calls ${call}`);
    const text = [...calls, ...(answer.output === '' ? [] : [answer.output])].join('\n');
    const [first = '', ...rest] = (0,console_text/* inertForLog */.Ko)(text).split('\n');
    const pad = ' '.repeat(4 + side.length + 2);
    return [`    ${side}: ${first}`, ...rest.map((line) => `${pad}${line}`)];
}
function answerOf({ head }, id) {
    const answer = head.cases.find((row) => row.id === id)?.samples[0]?.answer;
    if (answer === undefined || head.text !== 'full')
        return null;
    return answer.status === 'failed'
        ? { status: 'failed', message: answer.message }
        : { status: 'answered', output: answer.output, toolCalls: answer.toolCalls.map(({ name }) => name) };
}
const WHOLE_CHARACTERS = 4_000;
function whole(text) {
    return (0,console_text/* shortened */.vI)(text, WHOLE_CHARACTERS);
}

// EXTERNAL MODULE: ./.bundle/report/decision-words.js
var decision_words = __webpack_require__(2119);
// EXTERNAL MODULE: ./.bundle/report/footer.js
var report_footer = __webpack_require__(3398);
// EXTERNAL MODULE: ./.bundle/report/history.js
var report_history = __webpack_require__(2901);
// EXTERNAL MODULE: ./.bundle/report/what-now.js
var what_now = __webpack_require__(1130);
;










const MOST_ROWS = 20;
const console_MOST_CASES = 10;
const FULL = 100;
const MARKS = { fails: '✗', inconclusive: '?', warns: '!', holds: '✓', off: '-' };
const OUTCOMES = Object.keys(MARKS);
function renderConsole(report, options) {
    const paint = (text, colour) => options.color ? `\u001b[${console_text/* COLOURS */.O5[colour]}m${text}\u001b[0m` : text;
    const scores = (0,decision_words/* sortWorstFirst */.Qi)((0,list_scores/* listScores */.Kr)(report.suites));
    const suites = scores.map((suite, index) => {
        const before = scores.slice(0, index).filter((other) => other.suite === suite.suite);
        return renderSuite(suite, { ...options, paint, said: before.flatMap(linesOfRuns) }).join('\n');
    });
    const notices = report.notices.map((notice) => `note: ${(0,console_text/* ownLine */.D3)(notice)}`);
    const steps = options.next === 'by-command' ? [] : (0,what_now/* whatNow */.dm)(report, options.next);
    const last = [...notices, ...(steps.length === 0 ? [] : [`What now? ${steps.join(' ')}`])];
    return `${[...suites, ...(last.length === 0 ? [] : [last.join('\n')])].join('\n\n')}\n`;
}
function linesOfRuns(suite) {
    return suite.kind === 'evaluated' ? (suite.lookedAgain ?? []) : [];
}
function renderSuite(suite, telling) {
    const { paint } = telling;
    const { decision } = suite;
    const lacks = (0,decision_words/* lacksBaseline */.UK)(suite);
    const fine = decision.outcome === 'pass' && !lacks && (0,decision_words/* isGated */.m3)(suite);
    const colour = fine ? 'green' : decision.outcome === 'fail' ? 'red' : 'yellow';
    const footer = (0,list_scores/* isFurtherScore */.hQ)(suite) ? null : (0,report_footer/* renderFooter */.up)(suite, { name: console_text/* consoleLine */.WK, line: console_text/* ownLine */.D3 });
    const findings = (0,decision_words/* findingsShown */.ee)(suite)
        .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome))
        .map(({ outcome, line }) => `  ${MARKS[outcome]} ${(0,console_text/* ownLine */.D3)(line)}`);
    const basis = [
        (0,decision_words/* renderSmallestDrop */.FA)(suite),
        ...linesOfRuns(suite).filter((line) => !telling.said.includes(line)),
    ];
    return [
        paint((0,console_text/* consoleLine */.WK)(`${(0,console_text/* shortened */.vI)((0,list_scores/* nameOfScore */.j0)(suite), console_text/* NAME_CHARACTERS */.xV)}: ${(0,decision_words/* renderOutcome */.zu)(suite)}`), colour),
        `  ${paint((0,console_text/* consoleLine */.WK)(decision.headline), 'bold')}`,
        ...(suite.changes ?? []).map((change) => `  changed: ${(0,console_text/* ownLine */.D3)(change)}`),
        ...findings,
        ...basis.filter((line) => line !== '').map((line) => `  ${(0,console_text/* ownLine */.D3)(line)}`),
        ...(suite.kind === 'evaluated' ? renderEvaluated(suite, telling) : []),
        ...suite.notes.map((note) => `  note: ${(0,console_text/* ownLine */.D3)(note)}`),
        ...(footer === null ? [] : [`  ${paint(footer, 'grey')}`]),
    ];
}
function renderEvaluated(suite, { paint, verbose: whole = false }) {
    const { comparison, baseline, decision } = suite;
    const about = (0,decision_words/* needsAlert */.iq)(suite) ? [`  ! ${(0,console_text/* ownLine */.D3)(baseline.line)}`] : [];
    if (!(0,decision_words/* hasFigures */.Mp)(suite)) {
        const measured = suite.head.stopped === null ? [] : [`  ${(0,case_changes/* renderMeasured */.PJ)(comparison)}`];
        return [...about, ...renderUnscored((0,decision_words/* failuresToTell */.yK)(suite, { whole })), ...measured];
    }
    if (comparison.comparability.status === 'incomparable')
        return about;
    const { lower, same, higher } = (0,case_changes/* sortCaseChanges */.uV)(comparison, decision);
    const words = (0,list_scores/* wordsOfSuite */.hi)(suite);
    const alone = [...comparison.added, ...comparison.edited].filter(({ score }) => score !== null);
    const moved = [...lower, ...higher];
    const lowest = moved.length === 0 && (decision.because.includes('threshold') || suite.head.subset !== undefined)
        ? comparison.pairs
            .filter(({ head }) => head !== null && head < FULL)
            .toSorted((a, b) => (a.head ?? 0) - (b.head ?? 0))
        : [];
    const low = alone
        .filter(({ score }) => (score ?? 0) < FULL)
        .sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
    const told = [
        ...[...lower, ...same].map((pair) => (0,told_case/* tellPair */.S3)(pair, words)),
        ...higher.map((pair) => ({ ...(0,told_case/* tellPair */.S3)(pair, words), why: '' })),
        ...low.map((row) => (0,told_case/* tellLone */.aj)(row, suite)),
    ];
    const shown = whole
        ? renderEveryCase(suite, paint)
        : [
            ...(0,case_changes/* renderStatementCounts */.M0)(told, words.items).map((line) => `  ${line}`),
            ...renderStatements(told, comparison, words.items, paint),
        ];
    return [
        ...about,
        ...(baseline.kind === 'record'
            ? renderMoved(suite, [...moved, ...lowest], low)
            : renderScores(words, low, alone.length - low.length)),
        ...shown,
        ...renderDataset(suite),
        ...renderHistory(suite),
        ...renderSlowLoss(suite),
        ...(suite.dropped === undefined ? [] : [`  ${(0,console_text/* ownLine */.D3)(suite.dropped.line)}`]),
        ...renderUnscored(comparison.unscored.filter((row) => !console_isTold(row, decision))),
    ];
}
function renderMoved(suite, pairs, low) {
    const words = (0,list_scores/* wordsOfSuite */.hi)(suite);
    const { base, head, limit } = (0,decision_words/* shownMeans */.AT)(suite);
    const row = (name, { from, to, delta }) => [name, from, to, delta];
    const cases = [
        ...pairs.map((pair) => ({ name: (0,console_text/* caseName */.cY)(pair), figures: words.figures(pair.base, pair.head) })),
        ...low.map((lone) => ({ name: (0,console_text/* caseName */.cY)(lone), figures: words.figures(null, lone.score) })),
    ];
    const rows = [
        ...(head === null ? [] : [row('mean', words.figures(base, head, limit))]),
        ...cases.slice(0, MOST_ROWS).map(({ name, figures }) => row(name, figures)),
    ];
    return [
        ...(rows.length === 0 ? [] : (0,console_text/* renderTable */.bo)([['case', 'base', 'head', 'Δ'], ...rows])),
        ...(0,console_text/* countedRest */.JZ)(cases.length - MOST_ROWS, 'more case', 'not listed'),
    ];
}
function renderScores(words, low, full) {
    const best = words.score(FULL);
    const rows = low.slice(0, MOST_ROWS).map((lone) => [(0,console_text/* caseName */.cY)(lone), words.score(lone.score)]);
    return [
        ...(rows.length === 0 ? [] : (0,console_text/* renderTable */.bo)([['case', 'score'], ...rows])),
        ...(0,console_text/* countedRest */.JZ)(low.length - MOST_ROWS, 'more case', `${words.below} ${best}`),
        ...(0,console_text/* countedRest */.JZ)(full, low.length === 0 ? 'case' : 'more case', `with ${best}`),
    ];
}
function renderHistory(suite) {
    const told = (0,report_history/* tellHistory */.oS)(suite);
    if (told === null)
        return [];
    const { bars, course, fall } = told;
    return [`  on this branch: ${bars} ${course}`, ...(fall === null ? [] : [`  ! ${(0,console_text/* ownLine */.D3)(fall)}`])];
}
function renderSlowLoss(suite) {
    const line = (0,report_history/* tellSlowLoss */.iw)(suite);
    return line === null ? [] : [`  slow loss: ${(0,console_text/* ownLine */.D3)(line)}`];
}
function renderDataset({ dataset }) {
    return dataset === undefined ? [] : (0,case_changes/* renderDatasetCounts */.F7)(dataset).map((line) => `  ${line}`);
}
function console_isTold({ noLongerAnswers, reason }, { findings }) {
    return !noLongerAnswers && findings.some(({ line }) => line.includes(reason));
}
function renderUnscored(unscored) {
    const silent = unscored.filter(({ noLongerAnswers }) => noLongerAnswers);
    const groups = [silent, unscored.filter((row) => !silent.includes(row))].flatMap(decision_words/* groupReasons */.F6);
    return [
        ...groups.slice(0, console_MOST_CASES).map(({ rows, reason, isExample }) => {
            const why = `${isExample ? ', for reasons such as' : ''}: ${(0,console_text/* shortened */.vI)(reason)}`;
            return rows[0]?.noLongerAnswers === true
                ? `  ${(0,console_text/* renderCaseNames */.NB)(rows)} no longer ${rows.length === 1 ? 'answers' : 'answer'}${why}`
                : `  ${(0,text_counts/* counted */.hS)(rows.length, 'case')} without a score${why}`;
        }),
        ...(0,console_text/* countedRest */.JZ)(groups.length - console_MOST_CASES, 'more reason', 'not listed'),
    ];
}

// EXTERNAL MODULE: ./.bundle/text/file-text.js
var file_text = __webpack_require__(7354);
// EXTERNAL MODULE: ./.bundle/judging/confirm-verdicts.js
var confirm_verdicts = __webpack_require__(1440);
// EXTERNAL MODULE: ./.bundle/judging/judge-answer.js
var judge_answer = __webpack_require__(8318);
// EXTERNAL MODULE: ./.bundle/scorers/scorer.js
var scorer = __webpack_require__(2462);
// EXTERNAL MODULE: ./.bundle/workers/work-pool.js
var work_pool = __webpack_require__(2696);
// EXTERNAL MODULE: ./.bundle/produce/produce.js + 8 modules
var produce = __webpack_require__(6000);
// EXTERNAL MODULE: ./.bundle/produce/repeats.js
var produce_repeats = __webpack_require__(1909);
// EXTERNAL MODULE: ./.bundle/produce/take-samples.js + 1 modules
var take_samples = __webpack_require__(3862);
;
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});





async function sampleCases({ record, cases, upTo }, plan, effects) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const meter = (0,spending/* startMeter */.oH)(plan.judging, effects);
        const target = __addDisposableResource(env_1, await (0,produce/* openAgent */.Q)({ ...plan, sampling: 'case' }, effects), true);
        const work = planWork(record, plan.cases, { ids: new Set(cases), upTo });
        const repeats = (0,produce_repeats/* createRepeats */.D)(record.repeats);
        const of = ' of cases that were asked again';
        const { taken, stopped } = await (0,take_samples/* takeSamples */.Dt)(work, of, { plan, target, effects, repeats });
        const lack = stopped === null ? lackOf(taken) : null;
        return {
            ...record,
            cases: record.cases.map((known) => {
                const own = work.filter(({ row }) => row.id === known.id).flatMap((due) => taken.get(due) ?? []);
                return own.length === 0 ? known : { ...known, caseSamples: [...known.caseSamples, ...own] };
            }),
            ...meter.addedTo(record, target.usage()),
            ...(0,produce_repeats/* repeated */.Z)(repeats),
            stopped: lack === null ? stopped : { ...lack, reason: effects.redact(lack.reason) },
        };
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
function planWork(record, rows, { ids, upTo }) {
    const had = new Map(record.cases.map(({ id, samples, caseSamples }) => [id, samples.length + caseSamples.length]));
    return rows
        .filter(({ id }) => ids.has(id))
        .flatMap((row) => {
        const from = had.get(row.id) ?? upTo;
        return Array.from({ length: Math.max(0, upTo - from) }, (_, more) => ({ row, index: from + more }));
    });
}
function lackOf(taken) {
    for (const [{ row }, { answer, judgements }] of taken) {
        for (const judgement of Object.values(judgements)) {
            if (judgement.status === 'scored')
                continue;
            const kind = answer.status === 'failed' ? answer.kind : judgement.kind;
            if (errors/* AGENT_FAILURES */.qS.has(kind))
                continue;
            const name = JSON.stringify(row.id.slice(0, 60));
            return { kind, reason: `case ${name} was to be asked again, and had no score: ${judgement.reason}` };
        }
    }
    return null;
}

// EXTERNAL MODULE: ./.bundle/produce/stop-reason.js
var stop_reason = __webpack_require__(2498);
;











function nothingConfirmed({ scorers }) {
    return new Map(scorers.filter(scorer/* isStatementScorer */.a).map(({ id }) => [id, new Set()]));
}
async function lookAgain(ask, known, plan, effects) {
    if (ask.kind === 'match')
        return searchCases(ask, known, plan, effects);
    effects.log.info(ask.why);
    const { head, notes } = known;
    if (ask.kind === 'confirm')
        return confirmCases(ask, known, plan, effects);
    const { cases, upTo } = ask;
    if (cases !== 'all') {
        return { ...known, head: await sampleCases({ record: head, cases, upTo }, plan, effects) };
    }
    return {
        ...known,
        head: await (0,produce/* produce */.j)({ ...plan, samples: upTo, previous: head }, effects),
        notes: [...notes, ask.why],
    };
}
async function searchCases({ searches }, known, { cases, judging }, effects) {
    const { match } = judging;
    const found = new Map(known.matches);
    if (match === null)
        return known;
    const meter = (0,spending/* startMeter */.oH)(judging, effects);
    const inputs = new Map(cases.map(({ id, input }) => [id, input]));
    const options = { signal: effects.signal, log: effects.log };
    const elsewhere = statementsOfBase(known.base);
    await (0,work_pool/* runPool */.k)({
        items: searches,
        concurrency: Math.ceil(effects.maxConcurrency * take_samples/* WORK_PER_CALL */.Ni),
        signal: new AbortController().signal,
        run: async ([id, wanted]) => {
            const matches = await match({ input: inputs.get(id) ?? '', searches: wanted, elsewhere }, options);
            found.set(id, [...(found.get(id) ?? []), ...matches]);
        },
    });
    return { ...known, head: { ...known.head, ...meter.addedTo(known.head) }, matches: found };
}
const MOST_ELSEWHERE = 60;
function statementsOfBase(base) {
    const said = (base?.cases ?? []).map(({ samples }) => Object.values(samples[0]?.judgements ?? {}).flatMap((judgement) => judgement.status === 'scored' ? judgement.statements.map(({ text }) => text) : []));
    const cases = new Map();
    for (const text of said.flatMap((texts) => [...new Set(texts)]))
        cases.set(text, (cases.get(text) ?? 0) + 1);
    const own = [...cases].flatMap(([text, count]) => (count === 1 ? [text] : []));
    const step = Math.max(1, Math.floor(own.length / MOST_ELSEWHERE));
    return own.filter((_, index) => index % step === 0).slice(0, MOST_ELSEWHERE);
}
async function confirmCases({ cases, scorer }, known, { cases: rows, tasks, judging }, effects) {
    const meter = (0,spending/* startMeter */.oH)(judging, effects);
    const byId = new Map(rows.map((row) => [row.id, row]));
    try {
        const { head, base, statements, changed } = await (0,confirm_verdicts/* confirmVerdicts */.vv)({
            head: known.head,
            base: known.base,
            cases,
            scorer,
            judging,
            askedOf: (id) => {
                const row = byId.get(id);
                return row === undefined ? null : (0,judge_answer/* askedOf */.i)(row, tasks);
            },
            signal: effects.signal,
            log: effects.log,
        });
        const note = noteVote({ cases: cases.length, statements, changed, items: (0,measure_words/* wordsOf */.Z9)(head, scorer).items });
        const before = known.confirmed.get(scorer) ?? [];
        const confirmed = new Map(known.confirmed).set(scorer, new Set([...before, ...cases]));
        return {
            ...known,
            head: { ...head, ...meter.addedTo(head) },
            base,
            confirmed,
            votes: [...known.votes, ...note],
        };
    }
    catch (thrown) {
        const { kind, message } = (0,stop_reason/* whatStopped */.S)(thrown, effects.signal);
        const line = `the verdicts on cases that look broken could not be confirmed: ${message}`;
        const stopped = { kind, reason: effects.redact(line) };
        return { ...known, head: { ...known.head, ...meter.addedTo(known.head), stopped } };
    }
}
function noteVote(vote) {
    const { cases, statements, changed, items } = vote;
    if (statements === 0)
        return [];
    const one = statements === 1;
    const came = changed === 0
        ? `the ${one ? 'verdict' : 'verdicts'} stood`
        : `by majority ${one ? 'it' : `${changed} of them`} ${changed === 1 ? 'is' : 'are'} not ${items.bad}`;
    const what = one ? `The one ${items.bad} ${items.one}` : `The ${statements} ${items.bad} ${items.many}`;
    return [`${what} of ${(0,text_counts/* counted */.hS)(cases, 'case')} ${one ? 'was' : 'were'} judged twice more: ${came}.`];
}

;


const MOST_ROUNDS = 30;
async function askGate(records, { asked, plan, runControl, ...facts }, effects) {
    const { scorers } = asked.suite;
    const confirmed = nothingConfirmed(asked.judging);
    const matches = plan.compared && asked.judging.match !== null ? new Map() : null;
    let known = { ...records, confirmed, matches, notes: [], votes: [] };
    let control = runControl && { kind: 'askable' };
    for (let round = 0;;) {
        const { head, base, confirmed, matches } = known;
        const mayAsk = round < MOST_ROUNDS;
        const canSample = mayAsk && plan.maxHeadSamples > 0;
        const concluded = concludeRecords({
            ...facts,
            ...{ scorers, head, base, canSample },
            ...(mayAsk && { confirmed }),
            ...(matches !== null && { matches }),
            ...(control && { control }),
        });
        const ask = nextAsk(concluded);
        if (ask === null)
            return { concluded, known };
        if (ask.kind !== 'match')
            round += 1;
        if (ask.kind !== 'control')
            known = await lookAgain(ask, known, asked, effects);
        else if (runControl !== undefined) {
            effects.log.info(ask.why);
            control = await runControl();
            known = { ...known, notes: [...known.notes, ask.why] };
        }
    }
}

// EXTERNAL MODULE: ./.bundle/produce/open-base.js + 2 modules
var open_base = __webpack_require__(5221);
// EXTERNAL MODULE: ./.bundle/produce/plan-run.js
var plan_run = __webpack_require__(5202);
;











async function askDropped(run, measured, how, effects) {
    const { found, asked, plan } = how;
    const nobody = { dropped: null, head: null, base: [] };
    if (run.dropped.length === 0)
        return nobody;
    const notAsked = (reason) => ({
        ...nobody,
        dropped: { ...countDropped(run.files, run.dropped), status: 'not-asked', reason },
    });
    if (!(0,settings/* aboutTarget */.Rt)(asked.suite.target).live)
        return notAsked('recorded answers have no agent behind them');
    if (measured.head.stopped !== null)
        return notAsked('the run ended early');
    if (measured.decision.blocking)
        return notAsked('the run fails anyway');
    const due = (0,plan_run/* droppedToAsk */.Rc)(run.dropped, found);
    if (due.length === 0 || measured.base === null)
        return notAsked("the base's answers to them are not known");
    const counts = countDropped(run.files, due);
    const own = { ...asked, cases: due, tasks: run.files.baseTasks, samples: plan.baseSamples };
    const base = await (0,open_base/* openBase */.m)(found, run, own, effects);
    if (base.kind === 'failed' || base.record === null) {
        const { reason, tried } = base.kind === 'failed'
            ? base
            : { reason: base.review[0] ?? 'the base has no record', tried: undefined };
        const decision = (0,decision_table/* decideNotEvaluated */.f2)({ ...(0,inconclusive/* failedBase */.Xl)(tried), reason });
        return {
            ...nobody,
            dropped: { ...counts, status: 'asked', decision, comparison: null },
            base: tried ? [tried] : [],
        };
    }
    const spent = base.ranNow ? [base.record] : [];
    const common = asBaseAsks(run.files, measured.head, measured.base);
    const whole = {
        ...asked,
        cases: [...common.cases, ...due],
        tasks: new Map([...run.files.baseTasks, ...common.tasks]),
    };
    const samples = Math.max(plan.headSamples, ...measured.head.cases.map((row) => row.samples.length));
    try {
        const head = await (0,produce/* produce */.j)({ ...whole, samples, previous: common.head }, effects);
        const records = {
            head,
            base: withCases(common.base, [...common.base.cases, ...rowsOf(base.record, due)]),
        };
        const suite = { ...asked.suite, scorers: keepFloorsThatHeld(asked.suite.scorers, records) };
        const { baseline } = measured;
        const question = {
            asked: { ...whole, suite },
            plan,
            baseline,
            baseCases: run.files.baseCases,
            oneAnswerBreaks: true,
        };
        const { concluded, known } = await askGate(records, question, effects);
        return {
            dropped: { ...counts, status: 'asked', ...pickDropped(concluded, due) },
            head: known.head,
            base: spent,
        };
    }
    catch (thrown) {
        if (!(thrown instanceof errors/* UserError */.yo))
            throw thrown;
        const reason = thrown.problems.join('; ');
        return { ...nobody, dropped: { ...counts, status: 'cannot-be-asked', reason }, base: spent };
    }
}
function countDropped({ cases }, dropped) {
    const ids = new Set(cases.map(({ id }) => id));
    const edited = dropped.filter(({ id }) => ids.has(id)).length;
    return { removed: dropped.length - edited, edited };
}
function asBaseAsks({ cases, baseCases, tasks }, head, base) {
    const ids = new Map((0,pair_cases/* pairCases */.Q)(cases, baseCases ?? []).rows.flatMap((row) => row.kind === 'pair' ? [[row.head.id, row.base.id]] : []));
    const asBase = (row) => {
        const id = ids.get(row.id);
        return id === undefined ? [] : [{ ...row, id }];
    };
    const pairs = (0,pair_cases/* pairCases */.Q)(head.cases, base.cases).rows.filter((row) => row.kind === 'pair');
    return {
        cases: cases.flatMap(asBase),
        tasks: [...tasks]
            .flatMap(([id, task]) => asBase({ id, task }))
            .map(({ id, task }) => [id, task]),
        head: withCases(head, head.cases.flatMap(asBase)),
        base: withCases(base, pairs.flatMap((row) => asBase({ ...row.base, id: row.head.id }))),
    };
}
function withCases(record, cases) {
    return { ...record, cases };
}
function rowsOf(record, asked) {
    return (0,pair_cases/* pairCases */.Q)(asked, record.cases).rows.flatMap((row) => row.kind === 'pair' ? [{ ...row.base, id: row.head.id }] : []);
}
function pickDropped(concluded, due) {
    const ids = new Set(due.map(({ id }) => id));
    const isDue = ({ id }) => ids.has(id);
    const ofDue = (comparison) => ({
        ...comparison,
        pairs: comparison.pairs.filter(isDue),
        unscored: comparison.unscored.filter(isDue),
        misled: comparison.misled.filter((id) => ids.has(id)),
    });
    const { decision, comparison } = decideSuite(concluded, []);
    const misled = reviewMisled(concluded.map((each) => ofDue(each.comparison)));
    return { decision: (0,decision_table/* decideReview */.rz)(decision, misled), comparison: ofDue(comparison) };
}

;


function earlierDraws({ looks, failedAt, scores }, cases) {
    const byScorer = Object.entries(scores ?? {}).map(([scorer, drawn]) => {
        const byCase = cases.flatMap(({ id }, index) => {
            const known = drawn[index] ?? [];
            return known.length === 0 ? [] : [[id, known]];
        });
        return [scorer, new Map(byCase)];
    });
    return { looks, failedAt, scores: new Map(byScorer) };
}
function lookOf(before, run) {
    const { head, concluded, decision, review } = run;
    const looks = (before?.looks ?? 0) + 1;
    const fails = decision.outcome === 'fail' && decision.blocking;
    const isRegression = fails && decision.because.includes('regression');
    const restsOnMore = review.length > 0 || (fails && concluded.some(sayTheSame));
    const scores = concluded.map(({ scorer }) => {
        const earlier = before?.scores?.[scorer] ?? [];
        const by = (0,run_record/* scorerOf */.Kw)(head, scorer);
        const drawn = head.cases.map(({ samples }, index) => {
            const judged = by === null ? [] : samples.map((sample) => (0,sample_scores/* scoredJudgement */.wc)(sample, scorer));
            const now = judged.flatMap((each) => each === null || by === null ? [] : [(0,sample_scores/* hundredths */.ik)(each.score, by)]);
            return [...(earlier[index] ?? []), ...now];
        });
        return [scorer, drawn];
    });
    return {
        looks,
        wasRed: before?.wasRed === true || fails || review.length > 0,
        failedAt: before?.failedAt ?? (isRegression ? looks : null),
        scores: isLost(before) || restsOnMore ? null : Object.fromEntries(scores),
    };
}
function sayTheSame({ gate }) {
    return (gate.kind === 'decided' &&
        gate.decision.findings.some(({ rule, outcome }) => rule === 'statements' && outcome === 'fails'));
}
function noteDraws(before) {
    if (before === null)
        return [];
    const times = before.looks === 1 ? 'once' : `${before.looks} times`;
    const kept = before.scores === null
        ? 'The comment does not keep all that this rested on, so this run counts by itself'
        : 'Those scores count too';
    const level = before.failedAt === null
        ? 'only a fall that is even less likely by chance fails now'
        : 'a fall fails by the same limit as then';
    return [`The same files and settings were decided ${times} before. ${kept}, and ${level}.`];
}
function reviewLostDraws(before, { outcome }) {
    return isLost(before) && outcome === 'pass'
        ? [
            'these files and settings failed before, and the comment does not keep all that this rested on: this run alone does not take that back',
        ]
        : [];
}
function isLost(before) {
    return before?.wasRed === true && before.scores === null;
}

// EXTERNAL MODULE: ./.bundle/session/watched-files.js
var watched_files = __webpack_require__(2233);
;





















async function concludeSuite(run, measured, effects) {
    const { suite, files, changes } = run;
    const { asked, plan, judging, journal, found, draws, baseline, held, runControl, control } = measured;
    const { cases, taskSource } = files;
    const dataset = compareDatasets(baseline, files);
    const question = {
        asked,
        plan,
        baseline: baseline.used,
        baseCases: files.baseCases,
        ...(runControl && { runControl }),
        ...(draws !== null && { earlier: earlierDraws(draws, cases) }),
        agreement: held.gates,
    };
    const named = (0,case_changes/* nameByQuestion */.Fd)([...held.head.cases, ...(baseline.record?.cases ?? [])]);
    const { log } = effects;
    const telling = named === null ? effects : { ...effects, log: { ...log, info: (line) => log.info(named(line)) } };
    const { concluded, known } = await askGate({ head: held.head, base: baseline.record }, question, telling);
    const decided = decideSuite(concluded, known.notes, known.votes);
    const { head, base } = known;
    const facts = { decision: decided.decision, head, base, baseline: baseline.used };
    const again = await askDropped(run, facts, { found, asked, plan }, effects);
    const { dropped } = again;
    const misled = plan.compared ? reviewMisled(concluded.map(({ comparison }) => comparison)) : [];
    const drawn = [...misled, ...reviewDropped(dropped, head)];
    const review = [
        ...run.review,
        ...judging.review,
        ...(isOpen(decided.decision) ? [] : baseline.review),
        ...drawn,
        ...reviewLostDraws(draws, decided.decision),
    ];
    const ranNow = [...(baseline.ranNow && base !== null ? [base] : []), ...control];
    const told = [
        ...judging.notes,
        ...files.notes,
        ...noteTask(taskSource),
        ...noteEncoding(run, head),
        ...noteDraws(draws),
        ...noteLowest(concluded),
        ...baseline.notes,
        ...ranNow.flatMap(({ repeats = [] }) => (0,report_footer/* renderRepeats */.vw)(repeats, (text) => text).map((line) => `Of the base, ${line}.`)),
    ];
    const report = {
        kind: 'evaluated',
        suite: suite.name,
        ...reviewSuite(settleDropped(decided, dropped), review),
        baseline: baseline.used,
        head,
        ...(held.agreement !== null && { agreement: held.agreement }),
        look: lookOf(draws, { head, concluded, decision: decided.decision, review: drawn }),
        spent: (0,spending/* addSpent */.uG)(again.head ?? head, [...ranNow, ...again.base], effects.prices),
        ...(dataset !== null && { dataset }),
        ...(run.watched.changed !== null && { changedFiles: (0,watched_files/* likeliestFirst */.tH)(run, run.watched.changed) }),
        ...(await (0,watched_files/* changedPromptOf */.Qp)(run)),
        ...(decided.decision.outcome === 'fail' && (await placesOf(run))),
        ...(dropped !== null && {
            dropped: {
                line: tellDropped(dropped, head),
                comparison: dropped.status === 'asked' && dropped.decision.outcome !== 'inconclusive'
                    ? dropped.comparison
                    : null,
            },
        }),
        changes: [...(dropped?.status === 'asked' ? [] : warnOfRemoved(dataset)), ...changes],
        notes: [...new Set(told), ...journal.notes()],
    };
    return { head, report: named === null ? report : (0,redact_value/* redactValue */.FI)(report, named) };
}
function isOpen({ outcome, blocking }) {
    return outcome === 'inconclusive' && blocking;
}
async function placesOf({ suite, head, prefix }) {
    const file = external_node_path_.posix.join(prefix, suite.dataset);
    const text = await head.reader.read(suite.dataset);
    const listed = (await head.files?.list())?.some(({ path }) => path === file) ?? false;
    return text === null || !listed ? {} : { places: { file, lines: (0,dataset/* linesOfCases */.C)(text, suite.dataset) } };
}
function noteLowest(concluded) {
    return concluded.flatMap(({ scorer, comparison: { baseMean, headMean, pairs } }) => baseMean === 0 && headMean === 0 && pairs.length > 1
        ? [
            `Of ${(0,values/* codeSpan */.SS)(scorer)} no case has more than the lowest score, neither at base nor here, so nothing can get worse: does it ask for what is meant?`,
        ]
        : []);
}
function noteTask(source) {
    switch (source) {
        case 'head-prompt':
            return [
                "There is no earlier prompt, so answers are judged against this prompt's own text. A `task` would say what the agent is for.",
            ];
        case 'baseline':
            return ['Answers are judged against the task that is stored with the baseline.'];
        case 'case':
        case 'suite':
        case 'base-prompt':
        case 'none':
            return [];
        default:
            return source;
    }
}
function noteEncoding({ suite }, { cases }) {
    if (!(0,settings/* aboutTarget */.Rt)(suite.target).runsPrograms)
        return [];
    const broken = cases.filter(({ input, samples }) => !input.includes(file_text/* UNREADABLE */.mP) &&
        samples.some(({ answer }) => answer.status === 'answered' && answer.output.includes(file_text/* UNREADABLE */.mP)));
    const [first] = broken;
    if (first === undefined)
        return [];
    const cause = `${file_text/* UNREADABLE */.mP} stands for bytes that are no UTF-8, and is judged as it is`;
    return [
        `The answers to ${(0,text_counts/* counted */.hS)(broken.length, 'case')} hold the sign ${cause} (first: ${(0,values/* codeSpan */.SS)(first.id)}). Have the agent write UTF-8; of a Python program the variable \`PYTHONIOENCODING=utf-8\` does that.`,
    ];
}
async function tell(outcomes, { notices, effects, outlets, print }, memory) {
    const suites = outcomes.map((outcome) => outcome.report);
    const report = {
        suites,
        overall: (0,decision_table/* worstDecision */._V)(suites.map((suite) => suite.decision)),
        headSha: outlets.statusSha,
        runUrl: outlets.runUrl,
        homeUrl: outlets.homeUrl,
        acceptable: outlets.workflow === null ||
            (outlets.github !== null && outlets.pullRequest !== null && outlets.settings.status),
        ...(outlets.pullRequest !== null && { pullRequest: outlets.pullRequest }),
        notices: [...notices, ...effects.limitsTold()],
    };
    const records = outcomes.flatMap(({ head }) => (head === null ? [] : [head]));
    print((0,redact_value/* redactReport */.a5)(report, effects.redact), renderConsole);
    const publication = (0,publish_publication.buildPublication)({ report, records, memory }, effects.redact);
    return { report, published: await (0,publish/* publish */.m)(publication, outlets) };
}


})

};
