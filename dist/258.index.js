export const id = 258;
export const ids = [258];
export const modules = {

6258:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  buildPublication: () => (buildPublication)
});

// EXTERNAL MODULE: ./.bundle/text/values.js
var values = __webpack_require__(2732);
// EXTERNAL MODULE: ./.bundle/report/case-changes.js
var case_changes = __webpack_require__(9997);
// EXTERNAL MODULE: ./.bundle/report/console-text.js
var console_text = __webpack_require__(326);
// EXTERNAL MODULE: ./.bundle/report/decision-words.js
var decision_words = __webpack_require__(6979);
// EXTERNAL MODULE: ./.bundle/report/history.js
var report_history = __webpack_require__(809);
// EXTERNAL MODULE: ./.bundle/report/list-scores.js
var list_scores = __webpack_require__(1253);
// EXTERNAL MODULE: ./.bundle/report/told-case.js
var told_case = __webpack_require__(8737);
// EXTERNAL MODULE: ./.bundle/report/what-now.js
var what_now = __webpack_require__(9590);
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
var render_comment = __webpack_require__(6021);
// EXTERNAL MODULE: ./.bundle/ports/answer.js
var answer = __webpack_require__(4671);
// EXTERNAL MODULE: ./.bundle/scorers/measure-words.js
var measure_words = __webpack_require__(4076);
// EXTERNAL MODULE: ./.bundle/report/result-schema.js
var result_schema = __webpack_require__(9826);
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
var summary = __webpack_require__(3133);
// EXTERNAL MODULE: ./.bundle/publish/comment-body.js
var comment_body = __webpack_require__(5452);
// EXTERNAL MODULE: ./.bundle/publish/earlier-decision.js
var earlier_decision = __webpack_require__(5685);
// EXTERNAL MODULE: ./.bundle/publish/redact-value.js
var redact_value = __webpack_require__(5);
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


})

};
