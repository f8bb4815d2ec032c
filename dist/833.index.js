export const id = 833;
export const ids = [833];
export const modules = {

3313:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  kT: () => (WHAT_NOW),
  ql: () => (renderShownAgain),
  tH: () => (tellAccepted),
  uU: () => (renderAccepted)
});
var _text_late_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7889);
var _text_values_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4944);
var _markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8250);
var _what_now_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1130);




const REASON_BYTES = 1_200;
const REASON_CHARACTERS = [300, 150, 80, 40, 20];
const WHAT_NOW = '**What now?**';
const NOTHING_TO_DO = 'Nothing: it is accepted.';
const SAID = (0,_text_late_pattern_js__WEBPACK_IMPORTED_MODULE_0__.B)(() => new RegExp(`(?<=\\*\\*What now\\?\\*\\* )(?:${_what_now_js__WEBPACK_IMPORTED_MODULE_3__.AB.source}|${NOTHING_TO_DO})`));
function tellAccepted(report, how) {
    return report.replace(SAID, () => how ?? NOTHING_TO_DO);
}
function renderAccepted(acceptance) {
    const { by, reason, sha, hasReport } = acceptance;
    const what = hasReport ? 'what is reported below' : "what this commit's run reports";
    return [
        `### ✅ Accepted by ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.SS)(by)}`,
        reason === null
            ? 'No reason was given (a comment `/prompt-regression accept <reason>` before the label gives one).'
            : `> ${fittedReason(reason)}`,
        `The status of ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.SS)((0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.Ax)(sha))} is green because ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.SS)(by)} accepts ${what}, not because it was measured anew. A new push has to be accepted again.`,
        ...(hasReport ? ['---'] : []),
    ].join('\n\n');
}
function renderShownAgain(shown) {
    const { decidedAt, sha, runUrl, acceptedBefore } = shown;
    const link = (0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.BK)('run', runUrl);
    const at = `${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.SS)((0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.Ax)(decidedAt))}${link === null ? '' : ` (${link})`}`;
    const again = decidedAt === sha ? 'shown again' : `shown again for ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.SS)((0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.Ax)(sha))}`;
    const before = acceptedBefore === null
        ? ''
        : ` What ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.SS)(acceptedBefore)} accepted was an older commit, or for another base branch; this one has to be accepted again.`;
    return `> Decided at ${at}, ${again}: neither the watched files nor the settings have changed since. \`force-run: true\` measures anew.${before}`;
}
function fittedReason(reason) {
    const fitted = REASON_CHARACTERS.map((characters) => (0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_2__.ln)(reason, characters)).find((text) => Buffer.byteLength(text) <= REASON_BYTES);
    return fitted ?? '(too long to be shown)';
}


}),

6030:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  gI: () => (COMMENT_LIMIT_BYTES),
  wQ: () => (renderComment),
  B1: () => (renderReport)
});

// EXTERNAL MODULE: ./.bundle/text/counts.js
var text_counts = __webpack_require__(1990);
// EXTERNAL MODULE: ./.bundle/report/case-changes.js
var case_changes = __webpack_require__(5721);
// EXTERNAL MODULE: ./.bundle/report/decision-words.js
var decision_words = __webpack_require__(2119);
// EXTERNAL MODULE: ./.bundle/report/footer.js
var footer = __webpack_require__(3398);
// EXTERNAL MODULE: ./.bundle/report/list-scores.js
var list_scores = __webpack_require__(7705);
// EXTERNAL MODULE: ./.bundle/report/markdown/markdown.js
var markdown = __webpack_require__(8250);
// EXTERNAL MODULE: ./.bundle/report/what-now.js
var what_now = __webpack_require__(1130);
// EXTERNAL MODULE: ./.bundle/report/comment/banner.js
var banner = __webpack_require__(3313);
// EXTERNAL MODULE: ./.bundle/report/figures.js
var figures = __webpack_require__(6468);
;


const SEPARATOR = '\n\n';
const MOST_MISSES = 50;
function fitParts(request) {
    const { parts, limitBytes, restIsIn } = request;
    const ranked = blocksOf(parts).sort((a, b) => a.block.rank - b.block.rank);
    const whole = takeBlocks(ranked, limitBytes);
    if (whole.left.case + whole.left.answer + whole.left.suite === 0) {
        return joinParts(parts, { ...whole, leftOut: '' });
    }
    const most = { case: 999_999_999, answer: 999_999_999, suite: 999_999_999 };
    const taken = takeBlocks(ranked, limitBytes - sizeOf(renderLeftOut(most, restIsIn)));
    return joinParts(parts, { ...taken, leftOut: renderLeftOut(taken.left, restIsIn) });
}
function takeBlocks(ranked, limitBytes) {
    let room = limitBytes + SEPARATOR.length;
    const texts = new Map();
    const opened = new Set();
    let misses = 0;
    const left = { case: 0, answer: 0, suite: 0 };
    for (const { block, groups, parent } of ranked) {
        if (parent !== null && !texts.has(parent))
            continue;
        const unopened = groups.filter((group) => !opened.has(group));
        const frame = unopened.reduce((sum, group) => sum + sizeOf(group.opening) + sizeOf(group.closing), 0);
        const text = misses < MOST_MISSES ? block.render() : null;
        if (text !== null && frame + sizeOf(text) <= room) {
            texts.set(block, text);
            for (const group of unopened)
                opened.add(group);
            room -= frame + sizeOf(text);
            misses = 0;
        }
        else if (block.counts !== null) {
            left[block.counts] += 1;
            misses += 1;
        }
    }
    return { texts, opened, left };
}
function renderLeftOut(counts, place) {
    const nouns = [
        [counts.suite, 'suite'],
        [counts.case, 'more case'],
        [counts.answer, 'answer'],
    ];
    const named = nouns.filter(([count]) => count > 0).map(([count, noun]) => (0,text_counts/* counted */.hS)(count, noun));
    const total = counts.suite + counts.case + counts.answer;
    return `*${(0,figures/* renderList */.pI)(named)} ${total === 1 ? 'is' : 'are'} left out here; ${place} ${total === 1 ? 'has it' : 'has them'}.*`;
}
function blocksOf(parts) {
    const placed = [];
    const placeBlock = (block, groups, parent) => {
        placed.push({ block, groups, parent });
        for (const next of block.behind)
            placeBlock(next, groups, block);
    };
    const placeParts = (rest, groups) => {
        for (const part of rest) {
            if (part.kind === 'group')
                placeParts(part.parts, [...groups, part]);
            if (part.kind === 'block')
                placeBlock(part, groups, null);
        }
    };
    placeParts(parts, []);
    return placed;
}
function joinParts(parts, shown) {
    const lines = [];
    for (const part of parts) {
        if (part.kind === 'left-out')
            lines.push(shown.leftOut);
        if (part.kind === 'block')
            pushBlock(part);
        if (part.kind === 'group' && shown.opened.has(part)) {
            lines.push(part.opening, joinParts(part.parts, shown), part.closing);
        }
    }
    return lines.filter((line) => line !== '').join(SEPARATOR);
    function pushBlock(block) {
        lines.push(shown.texts.get(block) ?? '');
        block.behind.forEach(pushBlock);
    }
}
function sizeOf(text) {
    return text === '' ? 0 : Buffer.byteLength(text) + SEPARATOR.length;
}

// EXTERNAL MODULE: ./.bundle/text/late-pattern.js
var late_pattern = __webpack_require__(7889);
// EXTERNAL MODULE: ./.bundle/text/values.js
var values = __webpack_require__(4944);
;







const LONGEST_TITLE = 140;
const LONGEST_NAME = 131;
const FINDING_ICONS = {
    holds: '✅',
    fails: '❌',
    warns: '⚠️',
    off: '⚪',
    inconclusive: '⚠️',
};
function renderHeadline(suite, { level, named, room }) {
    const { decision } = suite;
    const { title, rest } = splitHeadline(decision);
    const quiet = decision.blocking || decision.outcome === 'pass' || decision.headline.includes('not blocking');
    const aside = quiet || title.includes('not blocking') ? '' : ' (not blocking)';
    const heading = `${level} ${(0,decision_words/* iconOfSuite */.z0)(suite)} ${named ? `${(0,markdown/* inlineText */.ln)((0,list_scores/* nameOfScore */.j0)(suite), LONGEST_NAME)}: ` : ''}${(0,markdown/* formattedLine */.D9)(title)}${aside}`;
    const below = [
        rest === '' ? '' : (0,markdown/* formattedLine */.D9)(rest),
        renderFindings(suite, DECIDES),
        renderChangedFiles(suite, room),
    ];
    return [heading, ...below].filter((text) => text !== '').join('\n\n');
}
function renderWarnings(suite) {
    return renderFindings(suite, ['warns']);
}
function renderBasis(suite, room) {
    const again = (suite.lookedAgain ?? []).slice(0, room.listed);
    return [...again.map((line) => `- 🔁 ${(0,markdown/* formattedLine */.D9)(line)}`), renderFindings(suite, ['holds', 'off'])]
        .filter((line) => line !== '')
        .join('\n');
}
const DECIDES = ['fails', 'inconclusive'];
function renderFindings(suite, outcomes) {
    return (0,decision_words/* findingsShown */.ee)(suite)
        .filter(({ outcome }) => outcomes.includes(outcome))
        .map(({ outcome, line }) => `- ${FINDING_ICONS[outcome]} ${(0,markdown/* formattedLine */.D9)(line)}`)
        .join('\n');
}
const MOST_FILES = 5;
function renderChangedFiles(suite, room) {
    const files = suite.kind === 'evaluated' ? (suite.changedFiles ?? []) : [];
    if (files.length === 0)
        return '';
    const name = (path) => (0,markdown/* codeSpan */.SS)(path, room.lineCharacters);
    return `Changed: ${(0,figures/* renderFirst */.r$)(files, MOST_FILES, name, 'watched file')}.`;
}
function renderOverallHeadline(suites) {
    const worst = (0,decision_words/* sortWorstFirst */.Qi)(suites)[0];
    const count = (outcome) => suites.filter(({ decision }) => decision.outcome === outcome).length;
    const reviews = suites.filter(({ decision }) => decision.outcome === 'fail' && decision.because.includes('review')).length;
    const fails = count('fail') - reviews;
    const unmeasured = suites.filter(({ kind }) => kind === 'not-evaluated').length;
    const inconclusive = count('inconclusive') - unmeasured;
    const total = (0,text_counts/* counted */.hS)(suites.length, (0,list_scores/* nounOf */.a2)(suites));
    const parts = [
        ...(reviews === 0 ? [] : [`${reviews} of ${total} ${reviews === 1 ? 'needs' : 'need'} a person`]),
        ...(fails === 0 ? [] : [`${fails} of ${total} ${fails === 1 ? 'fails' : 'fail'}`]),
        ...(inconclusive === 0
            ? []
            : [`${inconclusive} of ${total} ${inconclusive === 1 ? 'is' : 'are'} inconclusive`]),
        ...(unmeasured === 0
            ? []
            : [`${unmeasured} of ${total} ${unmeasured === 1 ? 'is' : 'are'} not evaluated`]),
    ];
    const open = suites.find((suite) => (0,decision_words/* iconOfSuite */.z0)(suite) !== '✅');
    const told = worst?.decision.outcome === 'pass' ? open : worst;
    return `### ${told === undefined ? '✅' : (0,decision_words/* iconOfSuite */.z0)(told)} ${parts.length === 0 ? allPass(suites.length, (0,list_scores/* nounOf */.a2)(suites)) : (0,figures/* renderList */.pI)(parts)}`;
}
function allPass(many, noun) {
    return many === 2 ? `Both ${noun}s pass` : `All ${(0,text_counts/* counted */.hS)(many, noun)} pass`;
}
const BEFORE_COLON = /^((?:[^“`]|“[^”]*”|`[^`]*`)+?): (.+)$/u;
const BEFORE_SECOND_COLON = (0,late_pattern/* latePattern */.B)(() => new RegExp("^((?:Not \\p{L}+|Needs a person): (?:[^\\s:]+ ){3}(?:[^“`]|“[^”]*”|`[^`]*`)+?): (.+)$", "u"));
const SENTENCE = (0,late_pattern/* latePattern */.B)(() => new RegExp("^((?:[^()]|\\([^()]*\\))+?(?<!\\.))\\. +(?=[\\p{Lu}\\d])(.+)$", "u"));
function splitHeadline(decision) {
    const line = decision.headline.replace(/\s+/g, ' ').trim();
    const [, first = line, rest = ''] = SENTENCE.exec(line) ?? [];
    const title = first.replace(/\.$/, '');
    if (title.length <= LONGEST_TITLE)
        return { title, rest };
    const further = BEFORE_SECOND_COLON.exec(line);
    const parts = (further?.[1]?.length ?? Infinity) <= LONGEST_TITLE ? further : BEFORE_COLON.exec(line);
    const [, what = title, cause = ''] = parts ?? [];
    if (what.length <= LONGEST_TITLE)
        return { title: what, rest: /^\p{L}+\s/u.test(cause) ? (0,values/* capitalised */.Iu)(cause) : cause };
    const start = cutAtWord(title);
    return { title: `${start.replace(/[,;:]$/, '')} …`, rest: `… ${line.slice(start.length).trim()}` };
}
function cutAtWord(text) {
    const start = text.slice(0, LONGEST_TITLE);
    const words = start.replace(/\s+\S*$/u, '').replace(/[\ud800-\udbff]$/u, '');
    const ticks = words.split('`').length - 1;
    const whole = ticks % 2 === 0 ? words : words.slice(0, words.lastIndexOf('`')).trimEnd();
    return whole === '' ? words : whole;
}

;
function rankOf(tier, place) {
    return TIERS.indexOf(tier) * 1e10 + Math.min(place.index ?? 0, 1e6) * 1e4 + Math.min(place.suite, 9_999);
}
const TIERS = [
    'frame',
    'decision',
    'table',
    'notes',
    'lists',
    'no-longer-answers',
    'regressed',
    'statements',
    'improved',
    'unscored',
    'answers',
];
function createBlock(rank, render, more = {}) {
    return { kind: 'block', rank, render, counts: more.counts ?? null, behind: more.behind ?? [] };
}
function createFold(title, parts) {
    return { kind: 'group', opening: `<details><summary>${title}</summary>`, closing: '</details>', parts };
}
function createSection(heading, parts) {
    return { kind: 'group', opening: heading, closing: '', parts };
}

// EXTERNAL MODULE: ./.bundle/report/history.js
var report_history = __webpack_require__(2901);
// EXTERNAL MODULE: ./.bundle/report/markdown/excerpt.js
var excerpt = __webpack_require__(3410);
// EXTERNAL MODULE: ./.bundle/scorers/measure-words.js
var measure_words = __webpack_require__(3640);
// EXTERNAL MODULE: ./.bundle/report/told-case.js
var told_case = __webpack_require__(8765);
;







const FLAGS = {
    refusal: 'The head’s answer is a refusal.',
    'addresses-grader': 'The head’s answer speaks to its grader; that never counts as relevant.',
    empty: 'The head’s answer is empty.',
    'tool-calls-only': 'The head’s answer is tool calls only.',
};
function buildCaseBlock(told, request, room) {
    const answers = createBlock(request.answers, () => renderAnswers(told.answers, room), {
        counts: 'answer',
    });
    return createBlock(request.case, () => renderCase(told, request.shared, room), {
        counts: 'case',
        behind: told.answers.length === 0 ? [] : [answers],
    });
}
function renderCaseTitle(row, figures, room) {
    return `**${(0,markdown/* codeSpan */.SS)(row.id)} ${figures}**\\\n${renderAsked(row.input, room)}`;
}
const MOST_SHARED_CASES = 10;
function renderShared(shared, room) {
    const { change, cases } = shared;
    const what = (0,values/* capitalised */.Iu)((0,case_changes/* nameOfChange */.fE)(change, room.words.items));
    const names = (0,figures/* renderFirst */.r$)(cases, MOST_SHARED_CASES, nameCase);
    const reason = (0,markdown/* inlineText */.ln)((0,case_changes/* whyOfChange */.A$)(change), room.lineCharacters);
    return [
        `- ${ICONS[change.kind]} **${what}${(0,case_changes/* renderSharing */.XG)(shared, room.words.items)}**: “${(0,markdown/* inlineText */.ln)(change.text, room.lineCharacters)}”${reason === '' ? '' : ` — ${reason}`}\\`,
        `  ${names}`,
    ].join('\n');
}
function nameCase(row) {
    const asked = (0,case_changes/* askedInstead */.Vx)(row);
    return asked === null ? (0,markdown/* codeSpan */.SS)(row.id) : (0,markdown/* inlineText */.ln)(asked);
}
function renderLabelKeys(cases, room) {
    const keyed = new Map(cases.flatMap((row) => row.statements.flatMap(({ labelKey, text }) => labelKey === undefined
        ? []
        : [
            [
                labelKey,
                `- ${(0,markdown/* codeSpan */.SS)(labelKey)} ${nameCase(row)}: “${(0,markdown/* inlineText */.ln)(text, room.lineCharacters)}”`,
            ],
        ])));
    if (keyed.size === 0)
        return '';
    const more = keyed.size - room.listed;
    return [
        'Is the judge wrong? `prompt-regression label --key <key> --as no` (or `yes`, `unsure`) writes your own verdict into your file of labels.\n',
        ...[...keyed.values()].slice(0, room.listed),
        ...(more > 0 ? [`- ${(0,text_counts/* counted */.hS)(more, 'more statement')}.`] : []),
    ].join('\n');
}
function renderCase(told, shared, room) {
    const isShared = (0,case_changes/* isAmong */.FB)(shared);
    const own = told.statements.filter((change) => !isShared(change));
    const above = told.statements.filter(isShared);
    const counts = (0,case_changes/* renderStatementCounts */.M0)([{ statements: above }], room.words.items);
    const lines = [
        ...renderStatements(own, told.moved, room),
        ...counts.map((text) => `- Above, in several cases: ${text.replace(/^[^:]*: /, '')}`),
        ...(told.why === '' ? [] : [`- Why: ${(0,markdown/* inlineText */.ln)(told.why, room.lineCharacters)}`]),
        ...told.flags.map((flag) => `- ${FLAGS[flag]}`),
    ];
    const title = renderCaseTitle(told, told.figures, room);
    return lines.length === 0 ? title : `${title}\n\n${lines.join('\n')}`;
}
function renderAsked(input, room) {
    return input.trim() === '' ? 'Asked: (empty)' : `Asked: ${(0,markdown/* inlineText */.ln)(input, room.inputCharacters)}`;
}
function renderAnswers(answers, room) {
    const sides = answers.map(([side, answer]) => renderAnswer(side, answer, room));
    const title = {
        Base: 'Answers of base and head',
        Head: 'Answers of base and head',
        'Both sides': 'Answer, the same on both sides',
        Answer: 'Answer',
    }[answers[0]?.[0] ?? 'Answer'];
    return `<details><summary>${title}</summary>\n\n${sides.join('\n\n')}\n\n</details>`;
}
function renderAnswer(side, answer, room) {
    if (answer === null)
        return `**${side}**: the text was not kept.`;
    const who = `**${side}**${side === 'Both sides' ? '' : renderRun(answer, room)}`;
    if (answer.status === 'failed') {
        return `${who}: no answer. ${(0,markdown/* formattedLine */.D9)(answer.message, room.lineCharacters)}`;
    }
    const tools = (0,figures/* renderFirst */.r$)(answer.toolCalls, room.listed, (name) => (0,markdown/* codeSpan */.SS)(name));
    const called = tools === '' ? '' : `, called ${tools}`;
    if (answer.output.trim() === '')
        return `${who}${called}: no text`;
    const { text, remark } = (0,excerpt/* excerpt */.K)(answer.output, room.answerCharacters);
    return `${who}${called}${remark === null ? '' : ` (${remark})`}\n\n${(0,markdown/* fence */.EU)(text)}`;
}
function renderRun({ run }, { words }) {
    if (run === undefined)
        return '';
    const score = run.score === null ? '' : ` (${words.score(run.score)})`;
    return `, run ${run.number} of ${run.of}${score}`;
}
const ICONS = {
    'newly-irrelevant': '🔴',
    irrelevant: '🔴',
    unsure: '🟡',
    lost: '🟠',
    'no-longer-irrelevant': '🟢',
    stray: '⚪',
    'still-irrelevant': '⚪',
};
function renderStatements(changes, moved, room) {
    const { items } = room.words;
    const telling = case_changes/* TOLD_KINDS */.yE.flatMap((kind) => changes.filter((change) => change.kind === kind));
    const isBare = moved && telling.length === 0;
    const shown = isBare ? changes : telling;
    const lines = shown.slice(0, room.statementsPerCase).map((change) => renderStatement(change, room));
    const rest = shown.slice(room.statementsPerCase);
    const still = isBare ? [] : changes.filter((change) => change.kind === 'still-irrelevant');
    const counts = [
        ...(0,case_changes/* countByName */.aT)(rest, items).map((count) => count.replace(' ', ' more ')),
        ...(0,case_changes/* countByName */.aT)(still, items),
    ];
    return counts.length === 0 ? lines : [...lines, `- Not listed: ${(0,figures/* renderList */.pI)(counts)}.`];
}
function renderStatement(change, room) {
    const what = `${ICONS[change.kind]} **${(0,values/* capitalised */.Iu)((0,case_changes/* nameOfChange */.fE)(change, room.words.items))}**`;
    const other = renderOther(change, room);
    const reason = (0,markdown/* inlineText */.ln)((0,case_changes/* whyOfChange */.A$)(change), room.lineCharacters);
    const why = reason === '' ? '' : ` — ${reason}`;
    return `- ${what}${(0,case_changes/* renderRuns */.JH)(change)}: “${(0,markdown/* inlineText */.ln)(change.text, room.lineCharacters)}”${why}${other}`;
}
function renderOther({ alignment, otherText, kind }, room) {
    if (alignment !== 'probably-reworded' || otherText === null)
        return '';
    const side = kind === 'lost' ? 'head' : 'base';
    return ` (probably reworded; ${side}: “${(0,markdown/* inlineText */.ln)(otherText, room.lineCharacters)}”)`;
}

;
// To do: next major: remove.
/**
 * @typedef {Options} MarkdownTableOptions
 *   Configuration.
 */

/**
 * @typedef Options
 *   Configuration.
 * @property {boolean | null | undefined} [alignDelimiters=true]
 *   Whether to align the delimiters (default: `true`);
 *   they are aligned by default:
 *
 *   ```markdown
 *   | Alpha | B     |
 *   | ----- | ----- |
 *   | C     | Delta |
 *   ```
 *
 *   Pass `false` to make them staggered:
 *
 *   ```markdown
 *   | Alpha | B |
 *   | - | - |
 *   | C | Delta |
 *   ```
 * @property {ReadonlyArray<string | null | undefined> | string | null | undefined} [align]
 *   How to align columns (default: `''`);
 *   one style for all columns or styles for their respective columns;
 *   each style is either `'l'` (left), `'r'` (right), or `'c'` (center);
 *   other values are treated as `''`, which doesn’t place the colon in the
 *   alignment row but does align left;
 *   *only the lowercased first character is used, so `Right` is fine.*
 * @property {boolean | null | undefined} [delimiterEnd=true]
 *   Whether to end each row with the delimiter (default: `true`).
 *
 *   > 👉 **Note**: please don’t use this: it could create fragile structures
 *   > that aren’t understandable to some markdown parsers.
 *
 *   When `true`, there are ending delimiters:
 *
 *   ```markdown
 *   | Alpha | B     |
 *   | ----- | ----- |
 *   | C     | Delta |
 *   ```
 *
 *   When `false`, there are no ending delimiters:
 *
 *   ```markdown
 *   | Alpha | B
 *   | ----- | -----
 *   | C     | Delta
 *   ```
 * @property {boolean | null | undefined} [fillRows=true]
 *   Whether to fill rows with empty cells up to the most cells in a row
 *   (default: `true`).
 *
 *   When `true`, all rows have as many cells as the longest row:
 *
 *   ```markdown
 *   | Alpha | B    |   |
 *   | ----- | ---- | - |
 *   | C     |      |   |
 *   | D     | Echo | F |
 *   ```
 *
 *   When `false`, rows keep their cells,
 *   and the delimiter row has as many cells as the header row:
 *
 *   ```markdown
 *   | Alpha | B    |
 *   | ----- | ---- |
 *   | C     |
 *   | D     | Echo | F |
 *   ```
 * @property {boolean | null | undefined} [delimiterStart=true]
 *   Whether to begin each row with the delimiter (default: `true`).
 *
 *   > 👉 **Note**: please don’t use this: it could create fragile structures
 *   > that aren’t understandable to some markdown parsers.
 *
 *   When `true`, there are starting delimiters:
 *
 *   ```markdown
 *   | Alpha | B     |
 *   | ----- | ----- |
 *   | C     | Delta |
 *   ```
 *
 *   When `false`, there are no starting delimiters:
 *
 *   ```markdown
 *   Alpha | B     |
 *   ----- | ----- |
 *   C     | Delta |
 *   ```
 * @property {boolean | null | undefined} [padding=true]
 *   Whether to add a space of padding between delimiters and cells
 *   (default: `true`).
 *
 *   When `true`, there is padding:
 *
 *   ```markdown
 *   | Alpha | B     |
 *   | ----- | ----- |
 *   | C     | Delta |
 *   ```
 *
 *   When `false`, there is no padding:
 *
 *   ```markdown
 *   |Alpha|B    |
 *   |-----|-----|
 *   |C    |Delta|
 *   ```
 * @property {((value: string) => number) | null | undefined} [stringLength]
 *   Function to detect the length of table cell content (optional);
 *   this is used when aligning the delimiters (`|`) between table cells;
 *   full-width characters and emoji mess up delimiter alignment when viewing
 *   the markdown source;
 *   to fix this, you can pass this function,
 *   which receives the cell content and returns its “visible” size;
 *   note that what is and isn’t visible depends on where the text is displayed.
 *
 *   Without such a function, the following:
 *
 *   ```js
 *   markdownTable([
 *     ['Alpha', 'Bravo'],
 *     ['中文', 'Charlie'],
 *     ['👩‍❤️‍👩', 'Delta']
 *   ])
 *   ```
 *
 *   Yields:
 *
 *   ```markdown
 *   | Alpha | Bravo |
 *   | - | - |
 *   | 中文 | Charlie |
 *   | 👩‍❤️‍👩 | Delta |
 *   ```
 *
 *   With [`string-width`](https://github.com/sindresorhus/string-width):
 *
 *   ```js
 *   import stringWidth from 'string-width'
 *
 *   markdownTable(
 *     [
 *       ['Alpha', 'Bravo'],
 *       ['中文', 'Charlie'],
 *       ['👩‍❤️‍👩', 'Delta']
 *     ],
 *     {stringLength: stringWidth}
 *   )
 *   ```
 *
 *   Yields:
 *
 *   ```markdown
 *   | Alpha | Bravo   |
 *   | ----- | ------- |
 *   | 中文  | Charlie |
 *   | 👩‍❤️‍👩    | Delta   |
 *   ```
 */

/**
 * Get the length of a cell.
 *
 * @param {string} value
 *   Cell value.
 * @returns {number}
 *   Cell size.
 */
function defaultStringLength(value) {
  return value.length
}

/**
 * Generate a markdown
 * ([GFM](https://docs.github.com/en/github/writing-on-github/working-with-advanced-formatting/organizing-information-with-tables))
 * table.
 *
 * @param {ReadonlyArray<ReadonlyArray<string | null | undefined>>} table
 *   Table data (matrix of strings).
 * @param {Readonly<Options> | null | undefined} [options]
 *   Configuration (optional).
 * @returns {string}
 *   Result.
 */
function markdownTable(table, options) {
  const settings = options || {}
  // To do: next major: change to spread.
  // eslint-disable-next-line unicorn/prefer-spread -- `align` can be a string.
  const align = (settings.align || []).concat()
  const stringLength = settings.stringLength || defaultStringLength
  /** @type {Array<number>} Character codes as symbols for alignment per column. */
  const alignments = []
  /** @type {Array<Array<string>>} Cells per row. */
  const cellMatrix = []
  /** @type {Array<Array<number>>} Sizes of each cell per row. */
  const sizeMatrix = []
  /** @type {Array<number>} */
  const longestCellByColumn = []
  let mostCellsPerRow = 0
  let rowIndex = -1

  // This is a superfluous loop if we don’t align delimiters, but otherwise we’d
  // do superfluous work when aligning, so optimize for aligning.
  while (++rowIndex < table.length) {
    /** @type {Array<string>} */
    const row = []
    /** @type {Array<number>} */
    const sizes = []
    let columnIndex = -1

    if (table[rowIndex].length > mostCellsPerRow) {
      mostCellsPerRow = table[rowIndex].length
    }

    while (++columnIndex < table[rowIndex].length) {
      const cell = serialize(table[rowIndex][columnIndex])

      if (settings.alignDelimiters !== false) {
        const size = stringLength(cell)
        sizes[columnIndex] = size

        if (
          longestCellByColumn[columnIndex] === undefined ||
          size > longestCellByColumn[columnIndex]
        ) {
          longestCellByColumn[columnIndex] = size
        }
      }

      row.push(cell)
    }

    cellMatrix[rowIndex] = row
    sizeMatrix[rowIndex] = sizes
  }

  // Figure out which alignments to use.
  let columnIndex = -1

  if (typeof align === 'object' && 'length' in align) {
    while (++columnIndex < mostCellsPerRow) {
      alignments[columnIndex] = toAlignment(align[columnIndex])
    }
  } else {
    const code = toAlignment(align)

    while (++columnIndex < mostCellsPerRow) {
      alignments[columnIndex] = code
    }
  }

  // Inject the alignment row.
  columnIndex = -1
  /** @type {Array<string>} */
  const row = []
  /** @type {Array<number>} */
  const sizes = []

  while (++columnIndex < mostCellsPerRow) {
    const code = alignments[columnIndex]
    let before = ''
    let after = ''

    if (code === 99 /* `c` */) {
      before = ':'
      after = ':'
    } else if (code === 108 /* `l` */) {
      before = ':'
    } else if (code === 114 /* `r` */) {
      after = ':'
    }

    // There *must* be at least one hyphen-minus in each alignment cell.
    let size =
      settings.alignDelimiters === false
        ? 1
        : Math.max(
            1,
            longestCellByColumn[columnIndex] - before.length - after.length
          )

    const cell = before + '-'.repeat(size) + after

    if (settings.alignDelimiters !== false) {
      size = before.length + size + after.length

      if (size > longestCellByColumn[columnIndex]) {
        longestCellByColumn[columnIndex] = size
      }

      sizes[columnIndex] = size
    }

    row[columnIndex] = cell
  }

  // Inject the alignment row.
  cellMatrix.splice(1, 0, row)
  sizeMatrix.splice(1, 0, sizes)

  rowIndex = -1
  /** @type {Array<string>} */
  const lines = []

  while (++rowIndex < cellMatrix.length) {
    const row = cellMatrix[rowIndex]
    const sizes = sizeMatrix[rowIndex]
    const cellsInRow =
      settings.fillRows === false
        ? Math.max(1, cellMatrix[rowIndex === 1 ? 0 : rowIndex].length)
        : mostCellsPerRow
    columnIndex = -1
    /** @type {Array<string>} */
    const line = []

    while (++columnIndex < cellsInRow) {
      const cell = row[columnIndex] || ''
      let before = ''
      let after = ''

      if (settings.alignDelimiters !== false) {
        const size =
          longestCellByColumn[columnIndex] - (sizes[columnIndex] || 0)
        const code = alignments[columnIndex]

        if (code === 114 /* `r` */) {
          before = ' '.repeat(size)
        } else if (code === 99 /* `c` */) {
          const half = size / 2

          if (size % 2) {
            before = ' '.repeat(half + 0.5)
            after = ' '.repeat(half - 0.5)
          } else {
            before = ' '.repeat(half)
            after = before
          }
        } else {
          after = ' '.repeat(size)
        }
      }

      if (settings.delimiterStart !== false && !columnIndex) {
        line.push('|')
      }

      if (
        settings.padding !== false &&
        // Don’t add the opening space if we’re not aligning and the cell is
        // empty: there will be a closing space.
        !(settings.alignDelimiters === false && cell === '') &&
        (settings.delimiterStart !== false || columnIndex)
      ) {
        line.push(' ')
      }

      if (settings.alignDelimiters !== false) {
        line.push(before)
      }

      line.push(cell)

      if (settings.alignDelimiters !== false) {
        line.push(after)
      }

      if (settings.padding !== false) {
        line.push(' ')
      }

      if (settings.delimiterEnd !== false || columnIndex !== cellsInRow - 1) {
        line.push('|')
      }
    }

    lines.push(
      settings.delimiterEnd === false
        ? line.join('').replace(/ +$/, '')
        : line.join('')
    )
  }

  return lines.join('\n')
}

/**
 * Serialize a cell value.
 *
 * @param {string | null | undefined} [value]
 *   Value to serialize.
 * @returns {string}
 *   Result.
 */
function serialize(value) {
  return value === null || value === undefined ? '' : String(value)
}

/**
 * Get the alignment character code from a value.
 *
 * @param {string | null | undefined} value
 *   Value.
 * @returns {number}
 *   Alignment.
 */
function toAlignment(value) {
  const code = typeof value === 'string' ? value.codePointAt(0) : 0

  return code === 67 /* `C` */ || code === 99 /* `c` */
    ? 99 /* `c` */
    : code === 76 /* `L` */ || code === 108 /* `l` */
      ? 108 /* `l` */
      : code === 82 /* `R` */ || code === 114 /* `r` */
        ? 114 /* `r` */
        : 0
}

;






const FULL = 100;
const HEAD = ['case', 'base', 'head', 'Δ'];
const KEPT = ['kept its score', 'kept their score'];
function buildMeanRow(suite, cases) {
    if (suite.decision.outcome === 'inconclusive')
        return null;
    const { base, head, limit } = (0,decision_words/* shownMeans */.AT)(suite);
    return {
        label: `mean of ${(0,text_counts/* counted */.hS)(suite.decision.mean?.cases ?? cases, 'case')}`,
        base,
        head,
        limit,
    };
}
function renderCasesTable(request) {
    const { mean, changes, room } = request;
    const { words } = room;
    const { lower, same, higher, unchanged } = changes;
    const rows = [...lower, ...higher];
    const { cells, shown } = fitRows(rows, (pair) => rowOfPair(pair, words), room);
    const hidden = new Set(rows.slice(shown));
    const count = (pairs) => pairs.filter((pair) => hidden.has(pair)).length;
    const below = [
        ...countedAs(count(lower), 'more case', [words.worse, words.worse]),
        ...countedAs(count(higher), 'more case', [words.better, words.better]),
        ...countedAs(same.length + unchanged.length, 'case', KEPT),
    ];
    const table = tableOf(HEAD, mean === null ? cells : [rowOfMean(mean, words), ...cells]);
    const sentences = [
        ...(below.length === 0 ? [] : [`${(0,figures/* renderList */.pI)(below)}.`]),
        ...(0,case_changes/* renderStatementCounts */.M0)([...lower, ...same, ...higher], words.items),
    ];
    return [table, sentences.join(' ')].filter((text) => text !== '').join('\n\n');
}
function renderSteadyTable(cases, room) {
    const { cells, shown } = fitRows(cases, (pair) => rowOfPair(pair, room.words), room);
    const more = countedAs(cases.length - shown, 'more case', KEPT);
    return [tableOf(HEAD, cells), ...more.map((text) => `${text}.`)].join('\n\n');
}
function renderLoneTable(request) {
    const { mean, cases, room } = request;
    const { words } = room;
    const rows = cases.filter(({ score }) => score !== FULL);
    const { cells, shown } = fitRows(rows, (row) => rowOfLone(row, words), room);
    const means = mean === null ? [] : [[`**${mean.label}**`, `**${words.score(mean.head)}**`]];
    const table = tableOf(['case', 'score'], [...means, ...cells]);
    const more = cases.length - shown;
    const lowest = cases[shown]?.score ?? null;
    if (more === 0)
        return table;
    const beyond = lowest === FULL ? '' : ` or ${words.above}`;
    return `${table}\n\n${(0,text_counts/* counted */.hS)(more, shown === 0 ? 'case' : 'more case')}${lowest === null ? '' : ` at ${words.score(lowest)}${beyond}`}.`;
}
function rowOfPair(pair, words) {
    const { from, to, delta } = words.figures(pair.base, pair.head);
    return [nameCell(pair), from, to, delta];
}
function rowOfLone(row, words) {
    return [nameCell(row), words.score(row.score)];
}
function nameCell(row) {
    const asked = (0,case_changes/* askedInstead */.Vx)(row);
    return asked === null ? (0,markdown/* codeCell */.MZ)(row.id) : (0,markdown/* inlineText */.ln)(asked);
}
function rowOfMean({ label, base, head, limit }, words) {
    const { from, to, delta } = words.figures(base, head, limit);
    return [label, from, to, delta].map((cell) => `**${cell}**`);
}
function fitRows(rows, render, room) {
    let left = room.tableBytes;
    const cells = [];
    for (const row of rows.slice(0, room.tableRows)) {
        const rendered = render(row);
        left -= Buffer.byteLength(rendered.join(' | ')) + 5;
        if (left < 0)
            break;
        cells.push(rendered);
    }
    return { cells, shown: cells.length };
}
function tableOf(head, rows) {
    return markdownTable([head, ...rows], {
        align: ['l', ...head.slice(1).map(() => 'r')],
        alignDelimiters: false,
    });
}
function countedAs(count, noun, [one, many]) {
    return count === 0 ? [] : [`${(0,text_counts/* counted */.hS)(count, noun)} ${count === 1 ? one : many}`];
}

;






function renderLoneCases(suite, room) {
    return [...renderDatasetCases(suite, room), ...renderNotScorable(suite.comparison, room)];
}
function renderNotScorable({ unscored }, room) {
    const rows = unscored.filter(({ kind }) => kind === 'not-scorable');
    return listedAs('Nothing to score', rows.map(({ id }) => (0,markdown/* codeSpan */.SS)(id)), room);
}
function renderDatasetCases({ comparison, dataset }, room) {
    const { added, edited } = comparison;
    const scored = (row) => renderScored(row, room.words);
    const removed = dataset?.removed ?? comparison.removed.map(({ id }) => id);
    const renamed = dataset?.renamed ?? comparison.renamed;
    return [
        ...listedAs('New', added.map(scored), room),
        ...listedAs('Removed', removed.map((id) => (0,markdown/* codeSpan */.SS)(id)), room),
        ...listedAs('Edited, so not compared', edited.map(scored), room),
        ...listedAs('Renamed', renamed.map(renderRenamed), { ...room, listed: room.listed / 4 }),
    ];
}
function renderRenamed({ from, to }) {
    return `${(0,markdown/* codeSpan */.SS)(from)} → ${(0,markdown/* codeSpan */.SS)(to)}`;
}
function buildUnscored(rows, rank, room) {
    return rows.map((row, index) => createBlock(rank(index), () => renderUnscored(row, room), { counts: 'case' }));
}
function renderFailures(rows, room) {
    const reasons = (0,decision_words/* groupReasons */.F6)(rows);
    const lines = reasons
        .slice(0, room.listed)
        .map(({ rows: cases, reason, isExample }) => `- ${(0,text_counts/* counted */.hS)(cases.length, 'case')}${isExample ? ', such as' : ''}: ${(0,markdown/* formattedLine */.D9)(reason, room.lineCharacters)}`);
    const more = reasons.length - lines.length;
    return more <= 0 ? lines : [...lines, `- ${(0,text_counts/* counted */.hS)(more, 'more reason')}.`];
}
function renderUnscored(row, room) {
    const what = row.noLongerAnswers ? 'no longer answers' : 'has no score';
    return `${renderCaseTitle(row, what, room)}\\\nWhy: ${(0,markdown/* formattedLine */.D9)(row.reason, room.lineCharacters)}`;
}
function renderScored({ id, score, base }, words) {
    const was = base === undefined ? '' : ` (base ${words.score(base)})`;
    return `${(0,markdown/* codeSpan */.SS)(id)} ${score === null ? '(no score)' : words.score(score)}${was}`;
}
function listedAs(title, names, room) {
    if (names.length === 0)
        return [];
    const listed = (0,figures/* renderFirst */.r$)(names, room.listed, (name) => name, 'case');
    return [`- **${title}** (${(0,text_counts/* grouped */.zD)(names.length)}): ${listed}`];
}

;










function buildFigures(suite, context) {
    const { comparison, decision } = suite;
    const { rank, room, level } = context;
    const { words } = room;
    const alone = suite.baseline.kind === 'record' ? null : sortLone(comparison);
    const changes = (0,case_changes/* sortCaseChanges */.uV)(comparison, decision);
    const tell = (pairs) => pairs.map((pair) => (0,told_case/* tellPair */.S3)(pair, words));
    const low = alone?.filter(({ score }) => (score ?? 0) < 100).map((row) => (0,told_case/* tellLone */.aj)(row, suite));
    const [worst, same, higher] = [low ?? tell(changes.lower), tell(changes.same), tell(changes.higher)];
    const titles = alone === null
        ? { title: 'Regressed', rest: `with a ${words.lower} score` }
        : { title: `${(0,values/* capitalised */.Iu)(words.lowest)} scores`, rest: `${words.below} ${words.score(100)}` };
    const shared = (0,case_changes/* sharedChanges */.fh)([...worst, ...same, ...higher], comparison);
    const silent = comparison.unscored.filter((row) => row.noLongerAnswers);
    const unscored = comparison.unscored.filter((row) => !row.noLongerAnswers && row.kind !== 'not-scorable');
    const lists = alone === null ? renderLoneCases(suite, room) : renderNotScorable(comparison, room);
    return [
        ...buildShared(shared.filter((each) => !isGood(each)), context),
        ...(alone === null ? buildTable(suite, changes, context) : buildLoneTable(suite, alone, context)),
        ...buildShared(shared.filter(isGood), context),
        createSection(`${level}# No longer answers`, buildUnscored(silent, (index) => rank('no-longer-answers', index), room)),
        ...buildWorst(worst, titles, shared, suite, context),
        createFold(`${(0,text_counts/* counted */.hS)(same.length, 'case')} with the same score and other ${words.items.many}`, buildCases(same, { tier: 'statements', shared }, context)),
        createFold(`${(0,text_counts/* counted */.hS)(higher.length, 'case')} with a ${words.higher} score`, buildCases(higher, { tier: 'improved', shared }, context)),
        ...(lists.length === 0 ? [] : [createBlock(rank('lists'), () => lists.join('\n'))]),
        ...buildDropped(suite, context),
        createFold(`${(0,text_counts/* counted */.hS)(unscored.length, 'case')} without a score`, buildUnscored(unscored, (index) => rank('unscored', index), room)),
        ...buildLabelKeys([...worst, ...same, ...higher], context),
    ];
}
function buildLabelKeys(cases, { rank, room }) {
    const keys = room.whole ? renderLabelKeys(cases, room) : '';
    if (keys === '')
        return [];
    return [createFold('Label these statements yourself', [createBlock(rank('answers'), () => keys)])];
}
function sortLone({ added, edited }) {
    return [...added, ...edited]
        .filter(({ score }) => score !== null)
        .sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
}
function buildDropped({ dropped, decision, head }, context) {
    if (dropped === undefined)
        return [];
    const { line, comparison } = dropped;
    const { rank, level } = context;
    const told = createBlock(rank('lists'), () => (0,values/* capitalised */.Iu)((0,markdown/* formattedLine */.D9)(line)));
    if (comparison === null)
        return [told];
    const room = { ...context.room, words: (0,measure_words/* wordsOf */.Z9)(head, comparison.scorer) };
    const { lower } = (0,case_changes/* sortCaseChanges */.uV)(comparison, decision);
    const cases = lower.map((pair) => (0,told_case/* tellPair */.S3)(pair, room.words));
    const fallen = buildCases(cases, { tier: 'regressed', shared: [] }, { ...context, room });
    const title = 'Removed or edited cases that fell';
    return [
        told,
        decision.outcome === 'fail'
            ? createSection(`${level}# ${title}`, fallen)
            : createFold(`${(0,text_counts/* counted */.hS)(fallen.length, 'removed or edited case')} with a ${room.words.lower} score`, fallen),
    ];
}
function buildWorst(cases, words, shared, { decision }, context) {
    const isShared = (0,case_changes/* isAmong */.FB)(shared);
    const isOwn = (told) => {
        const telling = (0,case_changes/* tellingChanges */.N$)(told);
        return telling.length === 0 || !telling.every(isShared);
    };
    const open = decision.outcome === 'fail' ? cases.filter(isOwn).slice(0, context.room.openCases) : [];
    const folded = cases.filter((told) => !open.includes(told));
    const blocks = buildCases([...open, ...folded], { tier: 'regressed', shared }, context);
    const more = (0,text_counts/* counted */.hS)(folded.length, open.length > 0 ? 'more case' : 'case');
    return [
        createSection(`${context.level}# ${words.title}`, blocks.slice(0, open.length)),
        createFold(`${more} ${words.rest}`, blocks.slice(open.length)),
    ];
}
function buildCases(cases, { tier, shared }, { rank, room }) {
    return cases.map((told, index) => {
        const own = rank(tier, index);
        const near = tier === 'regressed' && index < room.openCases;
        const answers = near ? own + 0.5 : rank('answers', index);
        return buildCaseBlock(told, { case: own, answers, shared }, room);
    });
}
function isGood({ change }) {
    return change.kind === 'no-longer-irrelevant';
}
function buildShared(shared, { rank, room }) {
    if (shared.length === 0)
        return [];
    const lines = () => {
        const told = shared.slice(0, room.statementsPerCase).map((each) => renderShared(each, room));
        const more = shared.length - told.length;
        return [
            ...told,
            ...(more > 0 ? [`- ${(0,text_counts/* counted */.hS)(more, 'more change')} shared by several cases.`] : []),
        ].join('\n');
    };
    return [createBlock(rank('table'), lines)];
}
function buildTable(suite, changes, { rank, room }) {
    const { lower, same, higher, unchanged } = changes;
    const level = [...same, ...unchanged];
    const moved = lower.length + higher.length;
    if (moved + level.length === 0)
        return [];
    const mean = buildMeanRow(suite, moved + level.length);
    const sentences = [
        `${(0,text_counts/* counted */.hS)(level.length, 'case')}, and no score changed.`,
        ...(0,case_changes/* renderStatementCounts */.M0)(same, room.words.items),
    ];
    const steady = createFold(`${(0,text_counts/* counted */.hS)(level.length, 'case')} with the same score`, [
        createBlock(rank('table'), () => renderSteadyTable(level, room)),
    ]);
    return [
        createBlock(rank('table'), () => moved === 0 ? sentences.join(' ') : renderCasesTable({ mean, changes, room })),
        ...(room.whole && level.length > 0 ? [steady] : []),
    ];
}
function buildLoneTable(suite, cases, { rank, room }) {
    if (cases.length === 0)
        return [];
    const mean = buildMeanRow(suite, cases.length);
    return [createBlock(rank('table'), () => renderLoneTable({ mean, cases, room }))];
}

;












function buildSuiteParts(suite, place, room) {
    const { level, next, named, homeUrl } = place;
    const rank = (tier, index = 0) => rankOf(tier, { index, suite: place.index });
    const evaluated = () => suite.kind === 'evaluated'
        ? buildEvaluated(suite, { room: { ...room, words: (0,list_scores/* wordsOfSuite */.hi)(suite) }, level, rank })
        : [];
    return [
        createBlock(rank('decision'), () => renderHeadline(suite, { level, named, room }), { counts: 'suite' }),
        ...(next === '' ? [] : [createBlock(rank('decision'), () => next)]),
        ...buildChanges(suite, rank('decision', 1), room),
        ...evaluated(),
        ...buildHistory(suite, rank('notes')),
        ...buildSlowLoss(suite, rank('notes')),
        ...buildChangedPrompt(suite, { rank: rank('answers'), room, homeUrl }),
        ...buildBasis(suite, rank('notes'), room),
        ...buildNotes(suite.notes, rank('notes'), room),
    ];
}
function buildChanges({ changes = [] }, rank, room) {
    if (changes.length === 0)
        return [];
    return [
        createBlock(rank, () => `**Changed about the check itself**\n\n${renderLines(changes, { noun: 'change', room })}`),
    ];
}
function buildHistory(suite, rank) {
    const told = (0,report_history/* tellHistory */.oS)(suite);
    if (told === null)
        return [];
    const { bars, course, fall } = told;
    return [
        createBlock(rank, () => `**On this branch** \`${bars}\` ${course}`),
        ...(fall === null ? [] : [createBlock(rank, () => `> [!WARNING]\n> ${(0,markdown/* formattedLine */.D9)(fall)}`)]),
    ];
}
function buildSlowLoss(suite, rank) {
    const line = (0,report_history/* tellSlowLoss */.iw)(suite);
    return line === null ? [] : [createBlock(rank, () => `**Slow loss** ${(0,markdown/* formattedLine */.D9)(line)}`)];
}
const MOST_CHANGED_LINES = 8;
function buildChangedPrompt(suite, { rank, room, homeUrl }) {
    const changed = suite.kind === 'evaluated' ? suite.changedPrompt : undefined;
    if (changed === undefined || suite.decision.outcome !== 'fail')
        return [];
    const { before, after } = changed;
    const lines = [...linesOnlyIn(before, after, '- ', room), ...linesOnlyIn(after, before, '+ ', room)];
    const shown = lines.length === 0 ? 'Only the order or the spacing of its lines.' : (0,markdown/* fence */.EU)(lines.join('\n'));
    const page = homeUrl === null ? null : (0,markdown/* renderLink */.BK)('the command line', `${homeUrl}/docs/cli.md`);
    const here = page === null ? '' : `\n\nTo try it on your machine, use ${page}.`;
    return [createFold('What changed in the prompt', [createBlock(rank, () => `${shown}${here}`)])];
}
function linesOnlyIn(text, other, sign, room) {
    const linesOf = (whole) => whole.split(/\r?\n/).filter((line) => line.trim() !== '');
    const left = Map.groupBy(linesOf(other), (line) => line);
    const own = linesOf(text).filter((line) => left.get(line)?.pop() === undefined);
    const told = own.slice(0, MOST_CHANGED_LINES).map((line) => {
        const { text: start, remark } = (0,excerpt/* excerpt */.K)(line, room.lineCharacters);
        return `${sign}${start}${remark === null ? '' : '…'}`;
    });
    const more = own.length - told.length;
    return more === 0 ? told : [...told, `${sign}… and ${(0,text_counts/* counted */.hS)(more, 'more line')}`];
}
function buildBasis(suite, rank, room) {
    const warnings = renderWarnings(suite);
    const basis = suite.kind === 'evaluated' ? renderBasis(suite, room) : '';
    const seen = (0,decision_words/* renderSmallestDrop */.FA)(suite);
    return [
        ...(warnings === '' ? [] : [createBlock(rank, () => warnings)]),
        ...(seen === '' ? [] : [createBlock(rank, () => (0,markdown/* formattedLine */.D9)(seen))]),
        ...(basis === '' ? [] : [createFold('How this was decided', [createBlock(rank, () => basis)])]),
    ];
}
function buildNotes(notes, rank, room) {
    if (notes.length === 0)
        return [];
    return [createBlock(rank, () => `**Notes**\n\n${renderLines(notes, { noun: 'note', room })}`)];
}
function renderLines(all, { noun, room }) {
    const lines = all.slice(0, room.listed).map((line) => `- ${(0,markdown/* formattedLine */.D9)(line)}`);
    const more = all.length - lines.length;
    if (more > 0)
        lines.push(`- ${(0,text_counts/* counted */.hS)(more, `more ${noun}`)}.`);
    return lines.join('\n');
}
function buildEvaluated(suite, context) {
    const alert = buildBaselineAlert(suite, context);
    if (!(0,decision_words/* hasFigures */.Mp)(suite))
        return [...alert, ...buildFailures(suite, context)];
    if (suite.comparison.comparability.status === 'incomparable')
        return alert;
    const figures = buildFigures(suite, context);
    if (suite.decision.outcome !== 'inconclusive')
        return [...alert, ...figures];
    return [...alert, createFold('What was measured; too little for a decision', figures)];
}
function buildBaselineAlert(suite, { rank }) {
    const { baseline } = suite;
    if (!(0,decision_words/* needsAlert */.iq)(suite))
        return [];
    const kind = baseline.kind === 'none' && baseline.reason !== 'absent' ? 'NOTE' : 'WARNING';
    const line = () => `> [!${kind}]\n> ${(0,markdown/* formattedLine */.D9)(renderAlert(baseline))}`;
    return [createBlock(rank('decision', 1), line)];
}
function buildFailures(suite, { rank, room }) {
    const failures = renderFailures((0,decision_words/* failuresToTell */.yK)(suite, room), room);
    const said = [
        ...(failures.length === 0 ? [] : [`**Without a score**\n\n${failures.join('\n')}`]),
        ...(suite.head.stopped === null ? [] : [(0,case_changes/* renderMeasured */.PJ)(suite.comparison)]),
    ];
    return said.length === 0 ? [] : [createBlock(rank('table'), () => said.join('\n\n'))];
}
function renderAlert(baseline) {
    if (baseline.kind === 'record')
        return `Old b${baseline.line.slice(1)}`;
    return (0,values/* capitalised */.Iu)(baseline.line);
}

;





const NONE = '–';
function renderSuitesTable(suites, noun, limit) {
    const rows = suites.slice(0, limit).map((suite) => {
        const { base, head, limit } = (0,decision_words/* shownMeans */.AT)(suite);
        const outcome = (0,decision_words/* isUnchanged */._5)(suite) ? 'unchanged' : (0,decision_words/* renderOutcome */.zu)(suite);
        const words = suite.kind === 'evaluated' ? (0,list_scores/* wordsOfSuite */.hi)(suite) : null;
        const shown = words?.figures(base, head, limit) ?? { from: NONE, to: NONE, delta: NONE };
        const aside = words === null || words.higherIsBetter ? '' : ' (lower is better)';
        return [
            `${(0,markdown/* codeCell */.MZ)((0,list_scores/* nameOfScore */.j0)(suite))}${aside}`,
            `${(0,decision_words/* iconOfSuite */.z0)(suite)} ${outcome}`,
            shown.from,
            shown.to,
            shown.delta,
        ];
    });
    const table = markdownTable([[noun, 'decision', 'base', 'head', 'Δ'], ...rows], {
        align: ['l', 'l', 'r', 'r', 'r'],
        alignDelimiters: false,
    });
    const more = suites.length - rows.length;
    return more <= 0 ? table : `${table}\n\n${(0,text_counts/* counted */.hS)(more, `more ${noun}`)} not shown in this table.`;
}

;













const COMMENT_LIMIT_BYTES = 60_000;
function renderComment(report, options) {
    const limitBytes = options.limitBytes ?? COMMENT_LIMIT_BYTES;
    const room = {
        limitBytes: limitBytes - Buffer.byteLength(options.marker) - 2,
        tableRows: 20,
        tableBytes: limitBytes * 0.2,
        whole: false,
        openCases: 5,
        answerCharacters: 1_500,
        inputCharacters: 300,
        lineCharacters: 300,
        statementsPerCase: 8,
        listed: 20,
        restIsIn: (0,markdown/* renderLink */.BK)('the job summary', report.runUrl) ?? 'the job summary',
    };
    return `${options.marker}\n${renderReport(report, room)}\n`;
}
function renderReport(report, room) {
    const all = (0,decision_words/* sortWorstFirst */.Qi)((0,list_scores/* listScores */.Kr)(report.suites));
    const suites = report.endedEarly === true ? all.slice(0, 1) : all;
    const next = renderNextSteps(suites, report);
    const parts = [
        ...(suites.length === 1 ? [] : buildOverview(suites, next, room)),
        ...suites.flatMap((suite, index) => suites.length > 1 && isQuiet(suite) ? [] : buildSuite(suite, index)),
        ...buildNotes(report.notices, rankOf('notes', { suite: suites.length }), room),
        { kind: 'left-out' },
        ...buildFooter(suites, report, room),
    ];
    return fitParts({ parts, limitBytes: room.limitBytes, restIsIn: room.restIsIn });
    function buildSuite(suite, index) {
        const share = Math.min(suites.length, 5);
        const level = suites.length === 1 ? '###' : '####';
        const named = report.endedEarly !== true;
        const { homeUrl } = report;
        const place = { index, level, named, homeUrl, next: suites.length === 1 ? next : '' };
        return buildSuiteParts(suite, place, { ...room, tableBytes: room.tableBytes / share });
    }
}
function renderNextSteps(suites, report) {
    const { runUrl, homeUrl } = report;
    const steps = (0,what_now/* whatNow */.dm)({ ...report, suites }).map((step) => (0,markdown/* formattedLine */.D9)(step).replace(/run it again/i, (text) => (0,markdown/* renderLink */.BK)(text, runUrl) ?? text));
    const passes = suites.every(({ decision }) => decision.outcome === 'pass');
    if (passes && steps.length === 0)
        return '';
    const read = homeUrl === null ? null : (0,markdown/* renderLink */.BK)('How to read this', `${homeUrl}/docs/comment.md`);
    return [...(steps.length === 0 ? [] : [banner/* WHAT_NOW */.kT, ...steps]), read ?? ''].join(' ').trimEnd();
}
function buildOverview(suites, next, room) {
    const rank = rankOf('frame', { suite: 0 });
    const noun = (0,list_scores/* nounOf */.a2)(suites);
    const loud = suites.filter((suite) => !isQuiet(suite));
    const quiet = suites.filter(isQuiet);
    const tableOf = (of) => createBlock(rank, () => renderSuitesTable(of, noun, room.listed));
    return [
        createBlock(rank, () => renderOverallHeadline(suites)),
        ...(next === '' ? [] : [createBlock(rank, () => next)]),
        ...(loud.length === 0 ? [] : [tableOf(loud)]),
        createFold(`${(0,text_counts/* counted */.hS)(quiet.length, noun)} without a change`, quiet.length === 0 ? [] : [tableOf(quiet)]),
    ];
}
function buildFooter(suites, report, room) {
    const how = { name: markdown/* codeSpan */.SS, line: markdown/* formattedLine */.D9 };
    const [only, ...others] = suites;
    const lines = only !== undefined && others.length === 0
        ? [(0,footer/* renderFooter */.up)(only, how) ?? '']
        :
            (0,footer/* renderFooters */.z8)(suites.filter((suite) => !(0,list_scores/* isFurtherScore */.hQ)(suite)), how);
    const text = lines.slice(0, room.listed).join('<br>');
    const home = (0,markdown/* renderLink */.BK)('prompt-regression', report.homeUrl) ?? 'prompt-regression';
    const whole = [text, (0,markdown/* renderLink */.BK)('log', report.runUrl), home].filter((part) => part !== null && part !== '');
    return [createBlock(rankOf('frame', { suite: 1 }), () => `<sub>${whole.join(' · ')}</sub>`)];
}
function isQuiet(suite) {
    if (suite.decision.outcome !== 'pass' || suite.notes.length > 0 || suite.changes?.length)
        return false;
    if (suite.kind !== 'evaluated')
        return true;
    if ((suite.lookedAgain ?? []).length > 0)
        return false;
    const { pairs, added, removed, edited, renamed, unscored } = suite.comparison;
    const { dataset = { added: [], removed: [], edited: [], renamed: [] } } = suite;
    const changed = [
        added,
        removed,
        edited,
        renamed,
        dataset.added,
        dataset.removed,
        dataset.edited,
        dataset.renamed,
    ];
    const lone = [...changed, unscored].reduce((sum, cases) => sum + cases.length, 0);
    const findings = suite.decision.findings.every(({ outcome }) => outcome === 'holds');
    return (suite.baseline.kind === 'record' &&
        !suite.baseline.stale &&
        findings &&
        lone === 0 &&
        pairs.every(({ delta, statements }) => delta === 0 && statements.every(({ kind }) => case_changes/* QUIET */.DC.has(kind))));
}


}),

2119:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  AT: () => (shownMeans),
  F6: () => (groupReasons),
  FA: () => (renderSmallestDrop),
  Mp: () => (hasFigures),
  Qi: () => (sortWorstFirst),
  UK: () => (lacksBaseline),
  _5: () => (isUnchanged),
  ee: () => (findingsShown),
  iq: () => (needsAlert),
  m3: () => (isGated),
  yK: () => (failuresToTell),
  z0: () => (iconOfSuite),
  zu: () => (renderOutcome)
});
/* unused harmony export iconOf */
var _text_late_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7889);
var _text_values_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4944);
var _figures_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6468);
var _list_scores_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7705);




function iconOf(decision) {
    if (decision.outcome === 'pass')
        return '✅';
    return decision.outcome === 'fail' && decision.blocking ? '❌' : '⚠️';
}
function iconOfSuite(suite) {
    return suite.decision.outcome === 'pass' && (lacksBaseline(suite) || !isGated(suite))
        ? '⚠️'
        : iconOf(suite.decision);
}
function isUnchanged(suite) {
    return suite.kind === 'unchanged' && suite.decision.outcome === 'pass';
}
const CHANCE = / By chance alone, [^.;]+ would look like this\./;
const CHANCE_AT_END = (0,_text_late_pattern_js__WEBPACK_IMPORTED_MODULE_0__.B)(() => new RegExp(`${CHANCE.source}$`));
const MEAN_BEFORE_MISSED = /^Mean .+? (?=\d\S* is (?:below|above) the threshold )/u;
const NO_PROOF_AT_END = / This alone does not fail it: .+\.$/;
function findingsBelow({ headline, findings }) {
    let said = headline;
    return findings.flatMap((finding) => {
        const main = finding.line
            .replace(/^Not \w+: /, '')
            .replace(NO_PROOF_AT_END, '')
            .replace(CHANCE_AT_END, '')
            .replace(MEAN_BEFORE_MISSED, '')
            .replace(/\.$/, '');
        if (headline.includes(main))
            return [];
        const line = finding.line.replace(CHANCE, (chance) => (said.includes(chance) ? '' : chance));
        said += line;
        return [{ ...finding, line }];
    });
}
function findingsShown(suite) {
    const { outcome } = suite.decision;
    const alerted = suite.kind === 'evaluated' && needsAlert(suite);
    const fallen = new Set(suite.decision.findings.flatMap(({ rule, outcome: how, cases = [] }) => rule === 'spread' && how !== 'holds' && how !== 'off' ? cases : []));
    const shown = findingsBelow(suite.decision).filter((finding) => !(finding.rule === 'case' &&
        finding.outcome === 'warns' &&
        finding.cases?.every((id) => fallen.has(id))) &&
        !(finding.rule === 'baseline' && (alerted || (0,_list_scores_js__WEBPACK_IMPORTED_MODULE_3__.hQ)(suite))) &&
        !(finding.outcome === 'off' && outcome === 'inconclusive') &&
        (finding.outcome === 'holds' ? outcome === 'fail' : true));
    const last = shown.filter(({ unsettled }) => unsettled === true);
    const what = last.length === 1 ? 'This was' : `The last ${last.length} points were`;
    return [
        ...shown.filter(({ unsettled }) => unsettled !== true),
        ...last.map((finding, index) => index < last.length - 1
            ? finding
            : {
                ...finding,
                line: `${finding.line} ${what} not checked again, because the decision is the same either way.`,
            }),
    ];
}
function needsAlert(suite) {
    const { baseline, decision } = suite;
    return (!(0,_list_scores_js__WEBPACK_IMPORTED_MODULE_3__.hQ)(suite) &&
        (baseline.kind !== 'record' || baseline.stale) &&
        !decision.headline.includes(baseline.line));
}
const NO_GATES = new Set(['review', 'errors', 'baseline']);
function isGated(suite) {
    const { decision } = suite;
    return (suite.kind !== 'evaluated' ||
        (suite.baseline.kind === 'none' && suite.baseline.reason === 'first') ||
        decision.outcome !== 'pass' ||
        decision.findings.some(({ rule, outcome }) => !NO_GATES.has(rule) && outcome !== 'off'));
}
function lacksBaseline(suite) {
    return suite.kind === 'evaluated' && suite.baseline.kind === 'none' && suite.baseline.reason === 'absent';
}
function renderOutcome(suite) {
    const { decision } = suite;
    if (!isGated(suite))
        return 'not gated';
    const unmeasured = suite.kind === 'not-evaluated';
    const told = ['review', 'error'].slice(0, unmeasured ? 1 : 2);
    const reasons = unmeasured || decision.outcome === 'inconclusive'
        ? told.filter((reason) => decision.because.includes(reason))
        : decision.because;
    const words = reasons.map((reason) => (reason === 'review' ? 'needs a person' : reason));
    const because = words.length === 0 ? '' : `: ${words.join(', ')}`;
    const blocking = decision.outcome === 'pass' || decision.blocking ? '' : ' (not blocking)';
    return `${unmeasured ? 'not evaluated' : decision.outcome}${because}${blocking}`;
}
function renderSmallestDrop(suite) {
    const drop = suite.decision.mean?.smallestVisibleDrop ?? null;
    return suite.kind !== 'evaluated' || drop === null
        ? ''
        : `With these cases, ${(0,_figures_js__WEBPACK_IMPORTED_MODULE_2__.bM)(drop, (0,_list_scores_js__WEBPACK_IMPORTED_MODULE_3__.hi)(suite).drop)}.`;
}
function sortWorstFirst(suites) {
    return suites.toSorted((a, b) => severityOf(b) - severityOf(a) || meanDeltaOf(a) - meanDeltaOf(b));
}
function hasFigures(suite) {
    const { outcome, because } = suite.decision;
    if (outcome !== 'inconclusive')
        return true;
    const whole = suite.kind !== 'evaluated' || suite.head.stopped === null;
    return whole && !because.includes('error');
}
function failuresToTell({ comparison, decision }, { whole }) {
    const told = (0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.TN)(decision.headline);
    return comparison.unscored.filter(({ reason }) => !told.includes((0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.TN)(whole ? reason : (0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.$f)(reason)).replace(/\.$/, '')));
}
const MOST_ALIKE = 3;
function groupReasons(unscored) {
    const alike = Map.groupBy(Map.groupBy(unscored, ({ reason }) => reason), ([reason]) => reason.split(': ', 1)[0]);
    return [...alike.values()]
        .flatMap((groups) => groups.length <= MOST_ALIKE
        ? groups.map(([reason, rows]) => ({ rows, reason, isExample: false }))
        : [{ rows: groups.flatMap(([, rows]) => rows), reason: groups[0]?.[0] ?? '', isExample: true }])
        .toSorted((a, b) => b.rows.length - a.rows.length);
}
function shownMeans(suite) {
    const { mean } = suite.decision;
    const limit = mean === null ? undefined : 100 * mean.maxDrop;
    if (suite.kind !== 'evaluated' || suite.decision.outcome === 'inconclusive') {
        return { base: null, head: null, delta: null, limit };
    }
    const { baseMean: base, headMean: head, floorMean } = suite.comparison;
    if (base === null || head === null)
        return { base: null, head: floorMean, delta: null, limit };
    return { base, head, delta: head - base, limit };
}
function severityOf(suite) {
    const { outcome, because, blocking } = suite.decision;
    if (outcome === 'fail' && because.includes('review'))
        return 6;
    const rank = { fail: 2, inconclusive: 1, pass: 0 }[outcome];
    return blocking ? rank + 3 : rank;
}
function meanDeltaOf(suite) {
    return shownMeans(suite).delta ?? 0;
}


}),

3398:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  up: () => (renderFooter),
  vw: () => (renderRepeats),
  z8: () => (renderFooters)
});
/* unused harmony exports renderSpending, renderAmount */
var _ports_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5675);
var _text_counts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1990);
var _text_values_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4944);
var _figures_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6468);




const BUILTIN = 'Judged offline by the built-in judge: it cannot tell a right short answer from a wrong one';
const DIGITS = 2;
const MOST_DECIMALS = 8;
function renderFooter(suite, text) {
    const parts = partsOf(suite, text);
    return parts && [...parts.about, ...parts.spent].join(' · ');
}
function renderFooters(suites, text) {
    const all = suites.flatMap((suite) => {
        const parts = partsOf(suite, text);
        return parts === null ? [] : [{ name: text.name(suite.suite), ...parts }];
    });
    const [first, ...others] = all;
    const isCommon = (part) => others.length > 0 && all.every(({ about }) => about.includes(part));
    const common = first?.about.filter(isCommon) ?? [];
    const own = all.map(({ name, about, spent }) => {
        return `${name}: ${[...about.filter((part) => !common.includes(part)), ...spent].join(' · ')}`;
    });
    return common.length === 0 ? own : [common.join(' · '), ...own];
}
function partsOf(suite, text) {
    if (suite.kind === 'evaluated') {
        const { head, baseline } = suite;
        const spent = suite.spent ?? { ...head.usage, seconds: head.seconds };
        return {
            about: [
                ...(head.scorers.some(({ judged }) => judged !== false) ? [renderJudge(head.judge, text)] : []),
                ...renderAgreement(suite),
                ...renderBaseline(baseline, text),
            ],
            spent: [...renderSpending(spent, text.name), ...renderRepeats(untoldRepeats(suite), text.line)],
        };
    }
    if (suite.kind === 'unchanged' || suite.spent === undefined)
        return null;
    return { about: [], spent: [`spent: ${renderSpending(suite.spent, text.name).join(' · ')}`] };
}
const REPEATS = [
    ['answer', (count) => `${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.hS)(count, 'answer')} asked for a second time`],
    [
        'process',
        (count) => count === 1 ? 'the agent was started once more' : `the agent was started ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.zD)(count)} times more`,
    ],
    ['judgement', (count) => `${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.hS)(count, 'answer')} had to be judged again`],
    ['reply', (count) => `${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.hS)(count, 'reply', 'replies')} of the judge asked for again`],
];
const REASON_CHARACTERS = 120;
function untoldRepeats({ head, decision }) {
    const repeats = head.repeats ?? [];
    if (decision.outcome !== 'inconclusive')
        return repeats;
    return repeats.filter(({ why }) => !decision.headline.includes(hintOf(why).slice(0, REASON_CHARACTERS)));
}
function hintOf(why) {
    return (0,_text_values_js__WEBPACK_IMPORTED_MODULE_2__.$f)(why).replace(/\.$/, '');
}
function renderRepeats(repeats, line) {
    return REPEATS.flatMap(([of, what]) => {
        const own = repeats.filter((repeat) => repeat.of === of);
        const [first] = own.toSorted((a, b) => b.count - a.count);
        if (first === undefined)
            return [];
        const count = own.reduce((sum, repeat) => sum + repeat.count, 0);
        const why = line((0,_text_values_js__WEBPACK_IMPORTED_MODULE_2__.IN)(hintOf(first.why), REASON_CHARACTERS));
        const others = own.length === 1 ? '' : ` (${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.zD)(first.count)} of them)`;
        return [`${what(count)}: ${why}${others}`];
    });
}
function renderJudge({ builtin, name }, text) {
    return builtin ? BUILTIN : `Judge ${text.name(name)}`;
}
function renderAgreement({ agreement }) {
    if (agreement === undefined || agreement.labels === 0)
        return [];
    const { agreed, of, labels } = agreement;
    if (of === 0)
        return [`judge not held against your ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.hS)(labels, 'label')} yet`];
    const more = labels === of ? '' : `, ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.zD)(labels - of)} more not measured`;
    return [`judge agrees with ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.zD)(agreed)} of ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.zD)(of)} of your labels${more}`];
}
function renderBaseline(baseline, text) {
    switch (baseline.kind) {
        case 'record':
            if (baseline.stale)
                return ['baseline: see above'];
            return [`baseline: ${text.line(baseline.line.replace(/^baseline:\s*/i, '').replace(/\.$/, ''))}`];
        case 'none':
            return baseline.reason === 'first' ? [] : ['no baseline'];
        case 'unreadable':
            return ['baseline unreadable'];
        default:
            return baseline;
    }
}
function renderSpending({ target, judge, seconds, cost }, name) {
    const spent = (0,_ports_answer_js__WEBPACK_IMPORTED_MODULE_0__.vk)(target, judge);
    return [
        (0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.hS)(spent.calls, 'model call'),
        ...(spent.calls === 0 ? [] : [`${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_1__.zD)(spent.inputTokens + spent.outputTokens)} tokens`]),
        ...(cost === undefined ? [] : [renderCost(cost, name)]),
        (0,_figures_js__WEBPACK_IMPORTED_MODULE_3__.eB)(seconds),
    ];
}
function renderCost(cost, name) {
    switch (cost.status) {
        case 'known':
            return `${cost.covers === 'judge' ? "judge's cost" : 'cost'} ${renderAmount(cost.amount)}`;
        case 'unpriced':
            return `cost not known: no price for ${(0,_figures_js__WEBPACK_IMPORTED_MODULE_3__.pI)(cost.models.map(name))}`;
        default:
            return cost;
    }
}
function renderAmount(amount) {
    if (amount >= 1)
        return amount.toFixed(2);
    if (amount === 0)
        return '0';
    const decimals = Math.min(MOST_DECIMALS, DIGITS - 1 - Math.floor(Math.log10(amount)));
    return amount.toFixed(decimals);
}


}),

2901:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  iw: () => (tellSlowLoss),
  oS: () => (tellHistory)
});
/* unused harmony exports MOST_SHOWN, renderBars, renderCourse, renderFall */
var _text_counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1990);
var _text_values_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4944);
var _figures_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6468);
var _list_scores_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7705);




const MOST_SHOWN = 40;
const MOST_STEPS = 3;
const LEAST_HEIGHT = 10;
const BARS = '▁▂▃▄▅▆▇█';
function tellHistory(suite) {
    if (suite.kind !== 'evaluated')
        return null;
    const own = suite.history?.find(({ scorer }) => scorer === suite.comparison.scorer);
    if (own === undefined || own.levels.length < 2)
        return null;
    const words = (0,_list_scores_js__WEBPACK_IMPORTED_MODULE_3__.hi)(suite);
    const fall = own.falls.find(({ foundAt }) => foundAt === own.levels.length - 1);
    return {
        bars: renderBars(own),
        course: renderCourse(own, words),
        fall: fall === undefined ? null : renderFall(own, fall, words),
    };
}
function tellSlowLoss(suite) {
    if (suite.kind !== 'evaluated')
        return null;
    const loss = suite.slowLosses?.find(({ scorer }) => scorer === suite.comparison.scorer);
    if (loss === undefined)
        return null;
    const words = (0,_list_scores_js__WEBPACK_IMPORTED_MODULE_3__.hi)(suite);
    const { commit, createdAt, from, to, change } = loss;
    const moved = `mean ${words.name} ${words.worse} ${words.move(from, to)}, little by little`;
    const own = change < 0 ? `${words.figures(to - change, to).delta} of it` : 'no part of it';
    return `Since \`${(0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.Ax)(commit)}\` (${createdAt.slice(0, 10)}) ${moved}; this pull request is ${own}.`;
}
function renderBars({ levels, higherIsBetter }) {
    const shown = levels.slice(-MOST_SHOWN).map(({ level }) => (higherIsBetter ? level : 100 - level));
    const highest = Math.max(...shown);
    const height = Math.max(LEAST_HEIGHT, highest - Math.min(...shown));
    const top = Math.max(highest, height);
    return shown
        .map((level) => BARS.at(Math.round((BARS.length - 1) * (1 - (top - level) / height))) ?? '')
        .join('');
}
function renderCourse({ levels }, words) {
    const shown = levels.slice(-MOST_SHOWN);
    const [first, last] = [shown[0]?.level ?? 0, shown.at(-1)?.level ?? 0];
    const move = shown.length === 1 ? words.score(last) : words.move(first, last);
    return `mean ${words.name} ${move} ${shown.length === 1 ? 'in' : 'over'} ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_0__.hS)(shown.length, 'run')}`;
}
function renderFall(history, fall, words) {
    const { first, at, foundAt, from, to } = fall;
    const { levels } = history;
    const steps = levels
        .slice(first + 1, foundAt + 1)
        .map(({ commit }, index) => {
        const [before, after] = [levels[first + index]?.level ?? 0, levels[first + index + 1]?.level ?? 0];
        return { commit, index, fell: before - after, shown: words.figures(before, after).delta };
    })
        .filter(({ fell }) => fell > 0)
        .sort((a, b) => b.fell - a.fell)
        .slice(0, MOST_STEPS)
        .sort((a, b) => a.index - b.index)
        .map(({ commit, shown }) => `\`${(0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.Ax)(commit)}\` (${shown})`);
    const since = (0,_text_values_js__WEBPACK_IMPORTED_MODULE_1__.Ax)(levels[at]?.commit ?? null);
    const { from: was, to: is } = words.figures(from, to);
    return `Mean ${words.name} ${words.worse} and stays ${words.lower}: ${was} on average before \`${since}\`, ${is} from there on. The largest steps: ${(0,_figures_js__WEBPACK_IMPORTED_MODULE_2__.pI)(steps)}. If that was intended, nothing is to be done: from now on the new level counts.`;
}


}),

7705:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  Kr: () => (listScores),
  a2: () => (nounOf),
  hQ: () => (isFurtherScore),
  hi: () => (wordsOfSuite),
  j0: () => (nameOfScore)
});
var _scorers_measure_words_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3640);

function listScores(suites) {
    return suites.flatMap((suite) => suite.kind === 'evaluated' && suite.scorers !== undefined ? splitScorers(suite) : [suite]);
}
function splitScorers({ scorers = [], ...suite }) {
    const { dataset: _, dropped: __, changes: ___, changedFiles: ____, changedPrompt: _____, ...others } = suite;
    const told = scorers[0]?.comparison.unscored ?? [];
    return scorers.map(({ scorer, ...said }, index) => {
        const first = index === 0;
        if (first)
            return { ...suite, ...said, part: { scorer, first } };
        const unscored = withoutTold(said.comparison.unscored, told);
        const comparison = suite.head.stopped === null ? { ...said.comparison, unscored } : said.comparison;
        return { ...others, ...said, comparison, notes: [], part: { scorer, first } };
    });
}
function withoutTold(rows, told) {
    const known = new Set(told.map(({ id, reason }) => `${id} ${reason}`));
    return rows.filter(({ id, reason }) => !known.has(`${id} ${reason}`));
}
function nameOfScore(suite) {
    if (suite.kind !== 'evaluated' || suite.part === undefined)
        return suite.suite;
    return `${suite.suite} · ${wordsOfSuite(suite).label}`;
}
function isFurtherScore(suite) {
    return suite.kind === 'evaluated' && suite.part?.first === false;
}
function wordsOfSuite({ head, comparison }) {
    return (0,_scorers_measure_words_js__WEBPACK_IMPORTED_MODULE_0__.Z9)(head, comparison.scorer);
}
function nounOf(scores) {
    const suites = new Set(scores.map(({ suite }) => suite)).size;
    if (suites === scores.length)
        return 'suite';
    return suites === 1 ? 'scorer' : 'score';
}


}),

8833:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  $s: () => (renderReusedSummary),
  Br: () => (renderSummary)
});
/* unused harmony export SUMMARY_LIMIT_BYTES */
var _comment_render_comment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6030);
var _markdown_markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8250);


const SUMMARY_LIMIT_BYTES = 900_000;
function renderSummary(report) {
    const summary = (0,_comment_render_comment_js__WEBPACK_IMPORTED_MODULE_0__.B1)(report, {
        limitBytes: SUMMARY_LIMIT_BYTES - 1,
        tableRows: 2_000,
        tableBytes: 200_000,
        whole: true,
        openCases: 20,
        answerCharacters: 20_000,
        inputCharacters: 2_000,
        lineCharacters: 1_000,
        statementsPerCase: 50,
        listed: 200,
        restIsIn: 'the run record',
    });
    return `${summary}\n`;
}
function renderReusedSummary(reused) {
    const rows = (reused.result?.suites ?? []).map(({ suite, decision, blocking, headline }) => `- ${ICONS[decision === 'fail' && !blocking ? 'inconclusive' : decision]} ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_1__.SS)(suite)}: ${(0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_1__.D9)(headline)}`);
    const link = (0,_markdown_markdown_js__WEBPACK_IMPORTED_MODULE_1__.BK)('The report is in the comment', reused.commentUrl);
    const parts = [reused.banner.replace(/\n+---$/, ''), rows.join('\n'), link === null ? '' : `${link}.`];
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
const ICONS = { pass: '✅', fail: '❌', inconclusive: '⚠️' };


}),

8765:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  S3: () => (tellPair),
  aj: () => (tellLone),
  lS: () => (shownJudgement)
});
var _text_counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1990);
var _figures_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6468);
var _list_scores_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7705);



function tellPair(pair, words) {
    const { id, input, statements, flags, headReason = '' } = pair;
    const { from, to, delta } = words.figures(pair.base, pair.head);
    return {
        id,
        input,
        figures: `${from} → ${to} (${delta})${renderCaseRuns(pair, words)}`,
        moved: pair.delta !== null && (0,_figures_js__WEBPACK_IMPORTED_MODULE_1__.FR)(pair.delta) !== 'same',
        statements,
        why: words.judgesItems ? '' : headReason,
        flags,
        answers: answersOf(pair),
    };
}
function tellLone(row, suite) {
    const { id, input, score, answer } = row;
    const words = (0,_list_scores_js__WEBPACK_IMPORTED_MODULE_2__.hi)(suite);
    const judgement = shownJudgement(suite, id, answer);
    const statements = ['no', 'unsure'].flatMap((label) => (judgement?.statements ?? []).filter(({ result }) => result === label));
    return {
        id,
        input,
        figures: words.score(score),
        moved: false,
        statements: statements.map((statement) => ({
            ...ALONE,
            ...statement,
            kind: statement.result === 'no' ? 'irrelevant' : 'unsure',
        })),
        why: words.judgesItems ? '' : (judgement?.reason ?? ''),
        flags: [],
        answers: answer === undefined ? [] : [['Answer', answer]],
    };
}
const ONCE = { runs: 1, of: 1 };
const ALONE = { otherText: null, alignment: 'unmatched', head: ONCE, base: ONCE, wordsOnly: false };
function shownJudgement({ head, comparison: { scorer } }, id, answer) {
    const samples = head.cases.find((row) => row.id === id)?.samples ?? [];
    const number = answer?.run?.number;
    const shown = number === undefined ? samples : samples.slice(number - 1, number);
    const judgements = shown.map(({ judgements: by }) => by[scorer]);
    return judgements.find((judgement) => judgement?.status === 'scored') ?? null;
}
function renderCaseRuns({ baseScores, headScores, caseScores }, words) {
    if (caseScores.length === 0)
        return '';
    const scores = [...headScores, ...caseScores];
    const lower = scores.filter((score) => score < Math.min(...baseScores)).length;
    return `, ${words.lower} in ${lower} of ${(0,_text_counts_js__WEBPACK_IMPORTED_MODULE_0__.hS)(scores.length, 'run')}`;
}
function answersOf({ baseAnswer, headAnswer }) {
    if (baseAnswer === null && headAnswer === null)
        return [];
    const said = (answer) => JSON.stringify({ ...answer, run: null });
    return said(baseAnswer) === said(headAnswer)
        ? [['Both sides', headAnswer]]
        : [
            ['Base', baseAnswer],
            ['Head', headAnswer],
        ];
}


}),

1130:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  AB: () => (HOW_TO_ACCEPT),
  G9: () => (tellRemedy),
  YN: () => (howToAccept),
  dm: () => (whatNow)
});
/* unused harmony export howToGate */
var _text_late_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7889);
var _decision_words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2119);


const TO_CORRECT = 'Correct it and push.';
const TO_ACCEPT = `${TO_CORRECT} If it is right as it is, somebody with write access`;
const HOW_TO_ACCEPT = (0,_text_late_pattern_js__WEBPACK_IMPORTED_MODULE_0__.B)(() => new RegExp(`${TO_ACCEPT} [^.]+\\.`));
function howToAccept(pull) {
    return pull?.fork === true
        ? `${TO_ACCEPT} runs this workflow by hand with \`pull-request: ${pull.number}\`, \`sha: ${pull.headSha}\` and, in \`accept\`, the reason.`
        : `${TO_ACCEPT} adds the label \`prompt-regression-accepted\`.`;
}
const NOT_ACCEPTABLE = 'With `github-token` and `status: true`, the label `prompt-regression-accepted` can accept it as it is.';
const ON_A_MACHINE = '; on your machine, `prompt-regression baseline` does';
const HOW_TO_STORE = `A run on the default branch stores a baseline${ON_A_MACHINE}.`;
const REMEDIES = {
    'run-again': 'Run it again.',
    'raise-limit': 'Raise that limit, then run it again.',
    'mend-agent': 'First find out why the agent answers nothing, then run it again.',
    correct: 'Correct the cause. As it is, another run would end the same.',
    'give-cases': 'Add a case that the scorer finds something to score in, or take the scorer out of `scorers`. As it is, another run would end the same.',
    'mend-access': 'Correct the key, its credit, the model or the address, then run it again.',
    'change-judge': 'Choose another judge, then run it again. For a pull request it counts once it is on the base branch.',
    'store-baseline': `The baseline has to be stored again: a run on the base branch does that${ON_A_MACHINE}. Then run it again.`,
    'read-again': `Run it again. If it ends the same, the baseline has to be stored again: a run on the base branch does that${ON_A_MACHINE}.`,
    'ask-base': 'Set `baseline` to the name of the base branch: its agent is then asked these cases too.',
    'as-told': '',
};
function tellRemedy({ decision }, where) {
    if (decision.remedy === undefined)
        return '';
    const named = decision.remedy === 'run-again' && /; (?:check|try) /.test(decision.headline);
    if (named)
        return `First check what the message names. ${REMEDIES['run-again']}`;
    return forPlace(REMEDIES[decision.remedy], where);
}
function whatNow({ suites, acceptable, pullRequest }, where = 'in-a-check') {
    const failing = where === 'in-a-check' && suites.some(({ decision }) => decision.outcome === 'fail' && decision.blocking);
    const steps = [
        ...(failing && acceptable ? [howToAccept(pullRequest ?? null)] : []),
        ...(failing && !acceptable ? [TO_CORRECT, ...(pullRequest === undefined ? [] : [NOT_ACCEPTABLE])] : []),
        ...[...Map.groupBy(suites, (suite) => tellRemedy(suite, where))].map(([remedy, of]) => forSuites(remedy, of, suites)),
        ...howToGate(suites),
        ...(suites.some(_decision_words_js__WEBPACK_IMPORTED_MODULE_1__.UK) ? [forPlace(HOW_TO_STORE, where)] : []),
    ];
    return [...new Set(steps)].filter((step) => step !== '');
}
function forPlace(remedy, where) {
    return where === 'in-a-check' ? remedy.replace(ON_A_MACHINE, '') : remedy;
}
function forSuites(remedy, of, all) {
    if (remedy === '' || of.length === all.length)
        return remedy;
    const names = [...new Set(of.map(({ suite }) => suite))];
    return `${names.length > 3 ? `${names.length} suites` : names.join(', ')}: ${remedy}`;
}
function howToGate(suites) {
    const steps = [...Map.groupBy(suites, gateOf)].map(([step, of]) => forSuites(step, of, suites));
    return steps.filter((step) => step !== '');
}
function gateOf(suite) {
    if ((0,_decision_words_js__WEBPACK_IMPORTED_MODULE_1__.m3)(suite))
        return '';
    const baseline = suite.kind === 'evaluated' ? suite.baseline : null;
    if (baseline?.kind === 'record')
        return 'Nothing can fail yet: set `threshold`, or add cases.';
    return baseline?.kind === 'none' && baseline.reason === 'new-prompt'
        ? 'Nothing can fail yet: once the prompt is merged, changes of it are held against it. A `threshold` counts at once.'
        : 'Nothing can fail yet: set `threshold`, or store a baseline.';
}


}),

3640:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  MD: () => (nativeDelta),
  Z9: () => (wordsOf),
  c_: () => (measureOf),
  sL: () => (nativeScore)
});
/* unused harmony export wordsFor */
var _catalog_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1479);

const MINUS = '\u2212';
const NONE = '–';
const ITEMS = { one: 'item', many: 'items', bad: 'failed' };
const UPWARDS = {
    worse: 'fell',
    better: 'rose',
    fallen: 'fallen',
    drop: 'drop',
    below: 'below',
    above: 'above',
    lower: 'lower',
    higher: 'higher',
    lowest: 'lowest',
    less: 'less',
};
const DOWNWARDS = {
    worse: 'rose',
    better: 'fell',
    fallen: 'risen',
    drop: 'rise',
    below: 'above',
    above: 'below',
    lower: 'higher',
    higher: 'lower',
    lowest: 'highest',
    less: 'more',
};
function wordsOf(record, scorer) {
    const known = record.scorers.find(({ id }) => id === scorer);
    return wordsFor(known ?? { id: scorer, higherIsBetter: true });
}
function wordsFor(scorer) {
    const measure = measureOf(scorer);
    const { name, label, higherIsBetter, items } = measure;
    const native = (hundredths) => nativeScore(hundredths, measure);
    const score = (hundredths) => hundredths === null ? NONE : (Math.round(native(hundredths)) / 100).toFixed(2);
    const figures = (from, to, limit) => from === null || to === null
        ? { from: score(from), to: score(to), delta: NONE }
        : renderFigures(native(from), native(to), limit);
    return {
        name,
        label,
        higherIsBetter,
        items: items ?? ITEMS,
        judgesItems: items !== null,
        ...(higherIsBetter ? UPWARDS : DOWNWARDS),
        score,
        figures,
        course: (all) => renderCourse(all.map(native)),
        move: (from, to, limit) => {
            const shown = figures(from, to, limit);
            return `${shown.from} → ${shown.to}`;
        },
    };
}
const ROUNDING = 1e-6;
const SHOWN_FROM = 0.05;
function renderFigures(from, to, limit = 0) {
    const difference = Math.abs(to - from);
    const isSeen = (size) => size > 0 === difference >= SHOWN_FROM && size < limit === difference < limit - ROUNDING;
    const [start, end] = [Math.round(from), Math.round(to)];
    const size = Math.abs(end - start);
    if (Math.abs(size - difference) <= 0.5 + ROUNDING && isSeen(size))
        return figuresOf(start, end, 2);
    const [first, last] = [Math.round(10 * from), Math.round(10 * to)];
    const further = Math.sign(to - from);
    const near = [last, last + further, last - further].find((each) => isSeen(Math.abs(each - first) / 10));
    return figuresOf(first, near ?? last, 3);
}
function renderCourse(all) {
    const steps = all.slice(1).map((to, index) => renderFigures(all[index] ?? to, to));
    const decimals = Math.max(2, ...steps.map(({ to }) => to.length - to.indexOf('.') - 1));
    const units = all.map((score) => Math.round(score * 10 ** (decimals - 2)));
    return units.map((to, index) => {
        const before = units[index - 1];
        const figures = figuresOf(before ?? to, to, decimals);
        return before === undefined ? { ...figures, from: NONE, delta: NONE } : figures;
    });
}
function figuresOf(from, to, decimals) {
    const text = (units) => (units / 10 ** decimals).toFixed(decimals);
    const sign = from === to ? '' : to < from ? MINUS : '+';
    return { from: text(from), to: text(to), delta: `${sign}${text(Math.abs(to - from))}` };
}
function measureOf({ id, use = id, higherIsBetter, }) {
    const about = (0,_catalog_js__WEBPACK_IMPORTED_MODULE_0__.u$)(use);
    if (about === null)
        return { name: id.replaceAll('-', ' '), label: id, higherIsBetter, items: null };
    const { items, measure } = about;
    if (about.kind === 'check')
        return { name: `pass rate of ${id}`, label: id, higherIsBetter, items };
    return use === id
        ? { name: measure, label: measure, higherIsBetter, items }
        : { name: `${measure} (${id})`, label: id, higherIsBetter, items };
}
function nativeScore(hundredths, { higherIsBetter }) {
    return higherIsBetter ? hundredths : 100 - hundredths;
}
function nativeDelta(hundredths, { higherIsBetter }) {
    return higherIsBetter ? hundredths : -hundredths;
}


})

};
