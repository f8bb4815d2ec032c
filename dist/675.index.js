export const id = 675;
export const ids = [675];
export const modules = {

8675:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.d(__webpack_exports__, {
  buildAccepted: () => (buildAccepted),
  findReusedDecision: () => (findReusedDecision)
});
var _report_comment_banner_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(749);
var _report_summary_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3133);
var _report_what_now_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9590);
var _comment_body_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5452);
var _earlier_decision_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5685);





function findReusedDecision({ sticky }, { pullRequest, fingerprints, }) {
    const sha = pullRequest.headSha;
    const earlier = sticky?.body.decision ?? null;
    if (sticky === null || earlier === null || !(0,_earlier_decision_js__WEBPACK_IMPORTED_MODULE_4__.ZO)(earlier, fingerprints))
        return null;
    const { result } = earlier;
    const by = (0,_earlier_decision_js__WEBPACK_IMPORTED_MODULE_4__.lA)(earlier, { sha, into: pullRequest.baseRef });
    const { banner: before, report } = sticky.body;
    const decidedAt = result.headSha;
    if (by !== null) {
        const banner = before ?? (0,_report_comment_banner_js__WEBPACK_IMPORTED_MODULE_0__.uU)({ by, reason: null, sha, hasReport: true });
        const statuses = earlier.suites.map(({ suite, line }) => (0,_earlier_decision_js__WEBPACK_IMPORTED_MODULE_4__.Mr)(earlier, suite) === 'success'
            ? { suite, state: 'success', description: line }
            : acceptedStatus(suite, by));
        const comment = { url: sticky.url };
        const publication = accepted({ by, result, statuses, banner, comment, commentUrl: sticky.url });
        return { publication, decidedAt };
    }
    const banner = (0,_report_comment_banner_js__WEBPACK_IMPORTED_MODULE_0__.ql)({
        decidedAt: decidedAt ?? sha,
        sha,
        runUrl: result.runUrl,
        acceptedBefore: earlier.accepted?.by ?? null,
    });
    const publication = {
        ...NOTHING_SPENT,
        decision: result.decision,
        passed: result.passed,
        result,
        hasCounts: result.suites[0]?.status === 'evaluated',
        statuses: earlier.suites.map(({ suite, line: description }) => ({
            suite,
            state: (0,_earlier_decision_js__WEBPACK_IMPORTED_MODULE_4__.Mr)(earlier, suite) ?? 'error',
            description,
        })),
        comment: rewritten({
            decision: { ...earlier, sha, accepted: null },
            banner,
            report: (0,_report_comment_banner_js__WEBPACK_IMPORTED_MODULE_0__.tH)(report, (0,_report_what_now_js__WEBPACK_IMPORTED_MODULE_2__.YN)(pullRequest)),
        }),
        summary: (0,_report_summary_js__WEBPACK_IMPORTED_MODULE_1__.$s)({ banner, result, commentUrl: sticky.url }),
    };
    return { publication, decidedAt };
}
function buildAccepted(acceptance) {
    const { by, reason, sha, into, suites, sticky } = acceptance;
    const report = sticky?.body.report ?? '';
    const remembered = sticky?.body.decision ?? null;
    const banner = (0,_report_comment_banner_js__WEBPACK_IMPORTED_MODULE_0__.uU)({ by, reason, sha, hasReport: report !== '' });
    const known = remembered?.sha === sha ? remembered : null;
    return accepted({
        by,
        result: known?.result ?? null,
        statuses: suites.map((suite) => acceptedStatus(suite, by)),
        banner,
        comment: rewritten({
            decision: known === null ? remembered : { ...known, accepted: { by, into } },
            banner,
            report: (0,_report_comment_banner_js__WEBPACK_IMPORTED_MODULE_0__.tH)(report, null),
        }),
        commentUrl: sticky?.url ?? null,
    });
}
const NOTHING_SPENT = { totalTokens: 0, annotations: [], records: [] };
function rewritten(parts) {
    return { body: (marker) => (0,_comment_body_js__WEBPACK_IMPORTED_MODULE_3__.KF)({ marker, ...parts }), mayCreate: true };
}
function acceptedStatus(suite, by) {
    return { suite, state: 'success', description: `accepted by ${by}` };
}
function accepted(reused) {
    const { by, result, statuses, banner, comment, commentUrl } = reused;
    return {
        ...NOTHING_SPENT,
        decision: 'accepted',
        passed: true,
        result: result === null ? null : (0,_earlier_decision_js__WEBPACK_IMPORTED_MODULE_4__.$H)(result, by),
        hasCounts: result?.suites[0]?.status === 'evaluated',
        statuses,
        comment,
        summary: (0,_report_summary_js__WEBPACK_IMPORTED_MODULE_1__.$s)({ banner, result, commentUrl }),
    };
}


})

};
