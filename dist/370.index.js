export const id = 370;
export const ids = [370];
export const modules = {

/***/ 4370:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runScorerHost: () => (/* binding */ runScorerHost)
});

// NAMESPACE OBJECT: ./lib/library/index.js
var library_namespaceObject = {};
__webpack_require__.r(library_namespaceObject);
__webpack_require__.d(library_namespaceObject, {
  ProviderError: () => (model_errors/* ProviderError */.mZ),
  RunEvalsError: () => (RunEvalsError),
  ScorerRunError: () => (steps/* ScorerRunError */.mS),
  UserError: () => (model_errors/* UserError */.yo),
  checks: () => (checks),
  createAgentTestRun: () => (read_run/* createAgentTestRun */.$C),
  createAnswerRelevancyScorer: () => (createAnswerRelevancyScorer),
  createAnswerSimilarityScorer: () => (createAnswerSimilarityScorer),
  createBiasScorer: () => (createBiasScorer),
  createCalledToolCheck: () => (createCalledToolCheck),
  createCompletenessScorer: () => (createCompletenessScorer),
  createContainsCheck: () => (createContainsCheck),
  createContentSimilarityScorer: () => (createContentSimilarityScorer),
  createContextPrecisionScorer: () => (createContextPrecisionScorer),
  createContextRelevanceScorerLLM: () => (createContextRelevanceScorerLLM),
  createEqualsCheck: () => (createEqualsCheck),
  createFactualityScorer: () => (createFactualityScorer),
  createFaithfulnessScorer: () => (createFaithfulnessScorer),
  createHallucinationScorer: () => (createHallucinationScorer),
  createJsonSchemaCheck: () => (createJsonSchemaCheck),
  createJudge: () => (createJudge),
  createKeywordCoverageScorer: () => (createKeywordCoverageScorer),
  createMaxLengthCheck: () => (createMaxLengthCheck),
  createNoiseSensitivityScorerLLM: () => (createNoiseSensitivityScorerLLM),
  createPromptAlignmentScorerLLM: () => (createPromptAlignmentScorerLLM),
  createRegexCheck: () => (createRegexCheck),
  createScorer: () => (createScorer),
  createStartsWithCheck: () => (createStartsWithCheck),
  createTestMessage: () => (read_run/* createTestMessage */.ct),
  createTextualDifferenceScorer: () => (createTextualDifferenceScorer),
  createToneScorer: () => (createToneScorer),
  createToolCallAccuracyScorerCode: () => (createToolCallAccuracyScorerCode),
  createToxicityScorer: () => (createToxicityScorer),
  extractAgentResponseMessages: () => (read_run/* extractAgentResponseMessages */.gz),
  extractInputMessages: () => (read_run/* extractInputMessages */.k4),
  extractToolCalls: () => (read_run/* extractToolCalls */.d4),
  getAssistantMessageFromRunOutput: () => (read_run/* getAssistantMessageFromRunOutput */.yC),
  getCombinedSystemPrompt: () => (read_run/* getCombinedSystemPrompt */.Xy),
  getReasoningFromRunOutput: () => (read_run/* getReasoningFromRunOutput */.Ls),
  getSystemMessagesFromRunInput: () => (read_run/* getSystemMessagesFromRunInput */.dU),
  getUserMessageFromRunInput: () => (read_run/* getUserMessageFromRunInput */.SC),
  notScorable: () => (steps/* notScorable */.f$),
  runEvals: () => (runEvals),
  z: () => (zod)
});

// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(8995);
// EXTERNAL MODULE: ./node_modules/zod/index.js + 75 modules
var zod = __webpack_require__(6074);
// EXTERNAL MODULE: ./lib/model/errors.js
var model_errors = __webpack_require__(1053);
// EXTERNAL MODULE: ./lib/scorers/eval-scorer.js
var eval_scorer = __webpack_require__(8956);
// EXTERNAL MODULE: ./lib/scorers/host-protocol.js
var host_protocol = __webpack_require__(796);
// EXTERNAL MODULE: ./lib/text/values.js
var values = __webpack_require__(2809);
// EXTERNAL MODULE: ./lib/workers/program-output.js
var program_output = __webpack_require__(1329);
;// CONCATENATED MODULE: ./lib/library/needs-node.js
const NEEDS_NODE = 24;
// On older versions the first call would fail with a confusing error.
if (Number.parseInt(process.versions.node, 10) < NEEDS_NODE) {
    throw new Error(`prompt-regression/scorers needs Node.js ${NEEDS_NODE} or later, and this is ${process.versions.node}.`);
}


// EXTERNAL MODULE: ./lib/scorers/builder/create-scorer.js + 1 modules
var create_scorer = __webpack_require__(9470);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./lib/judging/judge-messages.js
var judge_messages = __webpack_require__(3360);
// EXTERNAL MODULE: ./lib/judging/open-judging.js + 5 modules
var open_judging = __webpack_require__(1721);
// EXTERNAL MODULE: ./lib/llm/http-fetch.js
var http_fetch = __webpack_require__(290);
// EXTERNAL MODULE: ./lib/llm/open-chat-client.js + 238 modules
var open_chat_client = __webpack_require__(9775);
// EXTERNAL MODULE: ./lib/llm/rate-limits.js
var rate_limits = __webpack_require__(2254);
// EXTERNAL MODULE: ./lib/model/judge.js
var judge = __webpack_require__(9970);
// EXTERNAL MODULE: ./lib/model/provider.js
var model_provider = __webpack_require__(2896);
// EXTERNAL MODULE: ./lib/scorers/builder/steps.js
var steps = __webpack_require__(3462);
// EXTERNAL MODULE: ./lib/text/nearest-name.js
var nearest_name = __webpack_require__(3889);
;// CONCATENATED MODULE: ./lib/library/resolve-judge.js












/**
 * The given judge, or one that asks the named model. `salt` seeds the fences' marks. Throws `UserError` with all
 * problems.
 */
function resolveJudge(choice, { env, salt }) {
    const problems = choiceProblems(choice);
    if (problems.length > 0)
        throw new model_errors/* UserError */.yo(problems);
    if ((0,steps/* isJudge */.kJ)(choice.model))
        return choice.model;
    const { name: model, ...given } = readAddress(choice.model);
    const baseUrl = given.url ?? choice.baseUrl ?? (env['OPENAI_BASE_URL'] || null);
    const preset = baseUrl === null ? readPreset(model) : null;
    const keyVariable = preset?.keyVariable ?? 'OPENAI_API_KEY';
    const provider = {
        baseUrl: preset?.baseUrl ?? baseUrl,
        ...(preset !== null && { preset: preset.preset }),
        apiKey: given.apiKey ?? choice.apiKey ?? (env[keyVariable] || null),
        apiKeySource: `option apiKey or environment variable ${keyVariable}`,
    };
    const chat = model === judge/* BUILTIN_JUDGE */.k
        ? null
        : (0,open_chat_client/* openChatClient */.C)({
            provider,
            maxRetries: choice.maxRetries ?? 4,
            requestTimeoutMs: choice.requestTimeoutMs ?? 60_000,
            httpFetch: (0,http_fetch/* createHttpFetch */.HW)(env),
            secrets: (0,http_fetch/* proxySecrets */.Wm)(env),
            rateLimits: (0,rate_limits/* createRateLimits */.V)({ maxConcurrency: choice.maxConcurrency ?? 16 }),
        });
    return (0,open_judging/* openJudge */.S)({ model, provider, parameters: choice.parameters ?? {} }, chat, { salt });
}
/** Finds judges for `createScorer`: one per choice, with one client and one rate limit, for all runs. */
function rememberJudges(env) {
    const judges = new WeakMap();
    return (choice) => {
        const known = judges.get(choice);
        if (known !== undefined)
            return known;
        const names = [...CHOICE_OPTIONS, 'instructions'];
        const unknown = Object.keys(choice).filter((name) => !names.includes(name));
        if (unknown.length > 0) {
            throw new model_errors/* UserError */.yo(unknown.map((name) => `judge: there is no ${JSON.stringify(name)}. ${(0,nearest_name/* suggestName */.S)(name, names)}`));
        }
        const judge = resolveJudge(choice, { env, salt: (0,external_node_crypto_.randomUUID)() });
        judges.set(choice, judge);
        return judge;
    };
}
function choiceProblems(choice) {
    const problems = [];
    const problem = modelProblem(choice.model);
    if (problem !== null)
        problems.push(problem);
    for (const name of ['baseUrl', 'apiKey', 'task']) {
        const value = choice[name];
        if (value !== undefined && typeof value !== 'string') {
            problems.push(`${name}: ${(0,values/* shownJson */.oB)(value)} is not text`);
        }
    }
    const { parameters } = choice;
    if (parameters !== undefined && !(0,values/* isFields */.Ce)(parameters)) {
        problems.push(`parameters: ${(0,values/* shownJson */.oB)(parameters)} is not a group, such as { temperature: 0 }`);
    }
    for (const [name, least] of [
        ['maxConcurrency', 1],
        ['maxRetries', 0],
        ['requestTimeoutMs', 1],
    ]) {
        const value = choice[name];
        if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least)) {
            problems.push(`${name}: ${(0,values/* shownJson */.oB)(value)} is not a whole number from ${least} up`);
        }
    }
    return problems;
}
const ADDRESS = ['id', 'providerId', 'modelId', 'url', 'apiKey'];
/** A model's problem; `null` if it is usable. */
function modelProblem(model) {
    if (typeof model === 'string' || (0,steps/* isJudge */.kJ)(model))
        return null;
    const field = (name) => Reflect.get(Object(model), name);
    const modelId = field('modelId');
    if (typeof field('doGenerate') === 'function') {
        const name = typeof modelId === 'string' ? modelId : 'gpt-6-luna';
        return `model: this is a model object of the AI SDK (${(0,values/* shownJson */.oB)(modelId)}), which is not supported: give its name, model: 'openai/${name}', with baseUrl and apiKey if it is not OpenAI's; or wrap it: createJudge(${(0,values/* shownJson */.oB)(name)}, async (question) => (await generateText({ model, ...question })).text)`;
    }
    if (typeof field('id') === 'string' || typeof modelId === 'string') {
        const unknown = Object.keys(Object(model)).filter((name) => !ADDRESS.includes(name));
        return unknown.length === 0
            ? null
            : `model: there is no ${unknown.map((name) => JSON.stringify(name)).join(', ')} next to its address. ${(0,nearest_name/* suggestName */.S)(unknown[0] ?? '', ADDRESS)}`;
    }
    return `model: ${(0,values/* shownJson */.oB)(model)} is not a judge: give a name such as openai/gpt-6-luna, or builtin, a name with its address as { id, url, apiKey }, or an object with ask`;
}
/** The model's name and address. At an address of its own, any provider may answer. */
function readAddress(model) {
    if (typeof model === 'string')
        return { name: model.trim() };
    const { url, apiKey } = model;
    if ('id' in model) {
        return { name: url === undefined ? model.id : model.id.slice(model.id.indexOf('/') + 1), url, apiKey };
    }
    const { providerId, modelId } = model;
    return { name: url === undefined && providerId ? `${providerId}/${modelId}` : modelId, url, apiKey };
}
/** The preset of a model without an address; `null` if the name has none. */
function readPreset(model) {
    const [provider = '', name] = model.split('/', 2);
    if (model === '' || name === '') {
        throw new model_errors/* UserError */.yo(`model: ${JSON.stringify(model)} names no model: give for example openai/gpt-6-luna, or builtin`);
    }
    const preset = (0,model_provider/* findPreset */.t)(model);
    if (preset !== null || name === undefined)
        return preset;
    const known = Object.keys(model_provider/* PROVIDER_PRESETS */.T_);
    throw new model_errors/* UserError */.yo(`model: ${JSON.stringify(model)} names the provider ${JSON.stringify(provider)}, and no address. ${(0,nearest_name/* suggestName */.S)(provider, known)} For another provider, set baseUrl`);
}
/** Options of a judge's choice. */
const CHOICE_OPTIONS = [
    'model',
    'baseUrl',
    'apiKey',
    'parameters',
    'maxConcurrency',
    'maxRetries',
    'requestTimeoutMs',
];
/** Factory options that are not the scorer's own. */
const JUDGE_OPTIONS = [...CHOICE_OPTIONS, 'task'];
/**
 * A judge that asks a model of any library. Replies may have code fences or words around the JSON.
 * @param name Shown in reports; include what changes verdicts, for example `gpt-x, temperature 0`.
 * @param ask Returns the model's reply. If it throws, the answer is unscored.
 */
function createJudge(name, ask) {
    const who = `createJudge ${(0,values/* shownJson */.oB)(name)}`;
    if (typeof name !== 'string' || name === '')
        throw new model_errors/* UserError */.yo(`createJudge: name is ${(0,values/* shownJson */.oB)(name)}: give a text`);
    if (typeof ask !== 'function')
        throw new model_errors/* UserError */.yo(`${who}: ask is ${(0,values/* shownJson */.oB)(ask)}: give a function`);
    const salt = (0,external_node_crypto_.randomUUID)();
    return {
        name,
        fingerprint: name,
        builtin: false,
        async ask({ name: question, rules, data, prompt, shape }, { signal }) {
            const rendered = (0,judge_messages/* renderData */.rb)(data);
            const messages = (0,judge_messages/* renderQuestion */.z9)({ rules, data: rendered, ...(prompt !== undefined && { prompt }) }, { mark: (0,judge_messages/* markFor */.v0)(rendered, [salt, question]), shape });
            const [system = '', asked = ''] = messages.map(({ content }) => content);
            const reply = await ask({ system, prompt: asked, abortSignal: signal }).catch((cause) => {
                if (signal.aborted || cause instanceof model_errors/* ProviderError */.mZ)
                    throw cause;
                throw new model_errors/* ProviderError */.mZ(`${name}: ${(0,model_errors/* messageOf */.bD)(cause)}`, { kind: 'unavailable', cause });
            });
            if (typeof reply === 'string')
                return (0,judge_messages/* parseReplyJson */.yz)(reply);
            throw new model_errors/* UserError */.yo(`${who}: ask gave ${(0,values/* shownJson */.oB)(reply)}: give the text of the model’s reply`);
        },
    };
}

// EXTERNAL MODULE: ./lib/scorers/messages/read-run.js
var read_run = __webpack_require__(1580);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/checks/json-schema.js
var json_schema = __webpack_require__(1589);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/checks/text-checks.js
var text_checks = __webpack_require__(9392);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/checks/tool-checks.js
var tool_checks = __webpack_require__(559);
;// CONCATENATED MODULE: ./lib/scorers/prebuilt/checks/checks.js





/** One-line checks, under the documented names and ids unless `id` is given. */
const checks = {
    includes: (expected, options = {}) => text_checks/* contains */.gR.create({ id: 'check-includes', ...options, value: expected }),
    excludes: text_checks/* excludes */.m1,
    equals: (expected, options = {}) => text_checks/* equals */.aI.create({ id: 'check-equals', ...options, value: expected }),
    matches,
    similarity: text_checks/* similarity */.k8,
    calledTool: (toolName, options = {}) => tool_checks/* calledTool */.gu.create({ id: 'check-called-tool', ...options, tool: toolName }),
    didNotCall: tool_checks/* didNotCall */.RX,
    toolOrder: tool_checks/* toolOrder */.V6,
    maxToolCalls: tool_checks/* maxToolCalls */.eo,
    usedNoTools: tool_checks/* usedNoTools */.uj,
    noToolErrors: tool_checks/* noToolErrors */.$E,
    contains: (value, options = {}) => text_checks/* contains */.gR.create({ ...options, value }),
    regex: (pattern, flags = '', named = {}) => text_checks/* regex */.yG.create({ ...named, pattern, flags }),
    jsonSchema: (schema, named = {}) => json_schema/* jsonSchema */.O.create({ ...named, schema }),
    startsWith: (value, options = {}) => text_checks/* startsWith */.w1.create({ ...options, value }),
    maxLength: (limits) => text_checks/* maxLength */.Ru.create(limits),
};
function matches(pattern, options = {}) {
    const { source, flags } = Object(pattern);
    if (source === undefined || flags === undefined) {
        throw new model_errors/* UserError */.yo(`check-matches: pattern is ${(0,values/* shownJson */.oB)(pattern)}: give a regular expression such as /\\d+/, or use checks.regex`);
    }
    return text_checks/* regex */.yG.create({
        id: 'check-matches',
        ...options,
        pattern: source,
        flags: flags.replaceAll(/[dgy]/g, ''),
    });
}

// EXTERNAL MODULE: ./lib/scorers/prebuilt/answer-relevancy.js
var answer_relevancy = __webpack_require__(569);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/answer-similarity.js
var answer_similarity = __webpack_require__(659);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/bias.js
var bias = __webpack_require__(8316);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/claims.js
var claims = __webpack_require__(8831);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/completeness.js
var completeness = __webpack_require__(1537);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/contexts.js
var contexts = __webpack_require__(1850);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/factuality.js
var factuality = __webpack_require__(1591);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/keyword-coverage.js
var keyword_coverage = __webpack_require__(8417);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/noise-sensitivity.js
var noise_sensitivity = __webpack_require__(6049);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/prompt-alignment.js
var prompt_alignment = __webpack_require__(6543);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/text-similarity.js
var text_similarity = __webpack_require__(8056);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/tone.js + 1 modules
var tone = __webpack_require__(513);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/toxicity.js
var toxicity = __webpack_require__(5304);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(5156);
// EXTERNAL MODULE: ./lib/judging/judge-answer.js
var judge_answer = __webpack_require__(4366);
// EXTERNAL MODULE: ./lib/judging/verdict-store.js
var verdict_store = __webpack_require__(4277);
// EXTERNAL MODULE: ./lib/scorers/messages/run-messages.js
var run_messages = __webpack_require__(4464);
// EXTERNAL MODULE: ./lib/scorers/options.js
var scorers_options = __webpack_require__(1531);
;// CONCATENATED MODULE: ./lib/library/judged-factory.js












/**
 * A judged scorer's factory. Items judged before keep their verdict without another call. Throws `UserError` for
 * unknown or invalid options.
 */
function judgedFactory(definition) {
    const { about, needsInput, create, stepsOf } = definition;
    return (config) => {
        const { id, options, contextOf } = readConfig(definition, config);
        const salt = (0,external_node_crypto_.randomUUID)();
        const judge = resolveJudge(config, { env: process.env, salt });
        const scorer = create(options, { judge, store: (0,verdict_store/* createVerdictStore */.j_)(), salt });
        return {
            id,
            name: about.measure,
            description: about.summary,
            higherIsBetter: about.higherIsBetter,
            scale: options.scale,
            async run(run) {
                (0,eval_scorer/* checkRun */.Q5)(id, run);
                const { signal, context: known, ...given } = run;
                const echo = { ...given, runId: run.runId ?? (0,external_node_crypto_.randomUUID)() };
                const input = run.input ?? (needsInput ? run.input : '');
                checkSides(input, run.output);
                if (!(0,run_messages/* isRunOutput */.zC)(run.output))
                    return { ...echo, ...notAnAnswer(run.output) };
                const request = requestOf({ ...run, input: input ?? '' }, { task: config.task, context: contextOf ? await contextOf(run, echo.runId) : known });
                const { judgement, prompts } = await judgeRequest(scorer, request, signal);
                if (judgement.status === 'unscored')
                    return { ...echo, ...prompts, ...unscored(judgement) };
                const { score, reason, flags } = judgement;
                const results = { generateScoreStepResult: score, generateReasonStepResult: reason };
                const steps = stepsOf(judgement, request, options);
                return { ...echo, ...prompts, score, reason, flags, ...results, ...steps };
            },
        };
    };
}
/** The options, and the function that gives a run's context, if there is one. */
function readConfig({ about, contextFrom }, config) {
    const also = { also: JUDGE_OPTIONS };
    if (contextFrom === undefined)
        return { ...(0,scorers_options/* readOptions */.Tt)(about, config, also), contextOf: null };
    const { option, call } = contextFrom;
    const source = schemas.custom((given) => typeof given === 'function', {
        error: 'must be a function that gives texts',
    });
    const schema = about.options.extend({ [option]: source.optional() });
    const { id, options: given } = (0,scorers_options/* readOptions */.Tt)({ id: about.id, options: schema }, config, also);
    const { [option]: found, ...options } = given;
    if (found === undefined)
        return { id, options: options, contextOf: null };
    const contextOf = async (run, runId) => {
        const { input = '', output, requestContext } = run;
        const asked = { input: (0,run_messages/* toAgentInput */.$E)(input), output: (0,run_messages/* toAgentOutput */.aU)(output), runId };
        const context = await call(found, {
            ...asked,
            ...(requestContext !== undefined && { requestContext }),
        });
        if ((0,values/* isTexts */.VP)(context))
            return context;
        throw new model_errors/* UserError */.yo(`${id}: ${option} gave ${(0,values/* shownJson */.oB)(context)}: let it give a list of texts`);
    };
    return { id, options: { ...options, context: undefined }, contextOf };
}
/** Throws `UserError` for a run without question or answer. */
function checkSides(input, output) {
    const isMissing = output === undefined || output === null;
    const problems = (0,read_run/* runProblems */.eX)({ input, output: isMissing ? output : '' });
    if (problems.length > 0)
        throw new model_errors/* UserError */.yo(problems);
}
function notAnAnswer(output) {
    const reason = `the output is ${(0,values/* shownJson */.oB)(output)}, neither a text nor messages with content: the program around the agent handed over something else`;
    return unscored({ kind: 'harness', reason });
}
function unscored({ kind, reason }) {
    return { score: null, reason, unscored: { kind, reason }, flags: [] };
}
function requestOf({ input = '', output, groundTruth }, { task, context }) {
    const asked = (0,read_run/* readScoreInput */.h3)(input);
    const wanted = (0,read_run/* groundTruthText */.Iv)({ groundTruth });
    return {
        ...asked,
        task: task ?? asked.task,
        ...(wanted !== null && { groundTruth: wanted }),
        answer: { ...(0,read_run/* readAnswer */.JN)(output), ...(context && { context }) },
    };
}
async function judgeRequest(scorer, request, signal = new AbortController().signal) {
    const asked = { analyze: [], 'generate-reason': [] };
    const { answer } = request;
    const judgements = await (0,judge_answer/* judgeAnswer */._)({
        scorers: [scorer],
        request,
        answer,
        signal,
        onQuestion: (step, question) => asked[step].push((0,judge_messages/* renderQuestionText */.Wl)(question)),
    });
    const prompts = {
        ...(asked.analyze.length > 0 && { analyzePrompt: asked.analyze.join('\n\n') }),
        ...(asked['generate-reason'].length > 0 && {
            generateReasonPrompt: asked['generate-reason'].join('\n\n'),
        }),
    };
    const judgement = judgements[scorer.id];
    if (!judgement)
        throw new Error(`the scorer ${scorer.id} gave no judgement`);
    return { judgement, prompts };
}

;// CONCATENATED MODULE: ./lib/library/factories.js
// Made from the catalog by `npm run generate`: change a scorer in its own file.
// biome-ignore-all format: it is as long as its texts.

















/** How much of the answer is relevant to the request. */
const createAnswerRelevancyScorer = judgedFactory(answer_relevancy/* answerRelevancy */.eZ);
/** How much of the expected answer the answer says, in any words. */
const createAnswerSimilarityScorer = judgedFactory(answer_similarity/* answerSimilarity */.Q);
/** Share of the answer's claims that the context supports. */
const createFaithfulnessScorer = judgedFactory(claims/* faithfulness */.F);
/** Share of the answer's claims that the context contradicts or does not support. */
const createHallucinationScorer = judgedFactory(claims/* hallucination */.i);
/** Whether the answer has the same facts as an expert’s answer. */
const createFactualityScorer = judgedFactory(factuality/* factuality */.z);
/** Whether the answer does what the prompts ask: intent, requirements, completeness, format and tone. */
const createPromptAlignmentScorerLLM = judgedFactory(prompt_alignment/* promptAlignment */.U9);
/** How well an answer withstands noise in the question. */
const createNoiseSensitivityScorerLLM = judgedFactory(noise_sensitivity/* noiseSensitivity */.Eh);
/** Whether relevant pieces of context come before irrelevant ones. */
const createContextPrecisionScorer = judgedFactory(contexts/* contextPrecision */.kL);
/** How relevant the context was, whether it was used, and what was missing. */
const createContextRelevanceScorerLLM = judgedFactory(contexts/* contextRelevance */.DS);
/** Share of the answer's opinions that are biased. */
const createBiasScorer = judgedFactory(bias/* bias */.K);
/** Share of the answer's statements that are toxic. */
const createToxicityScorer = judgedFactory(toxicity/* toxicity */.y);
/** Share of the input's words that the answer takes up. */
const createCompletenessScorer = completeness/* completeness */.Pl.create;
/** Share of the input's keywords that the answer contains. */
const createKeywordCoverageScorer = keyword_coverage/* keywordCoverage */.Q8.create;
/** How similar the answer and the expected text are, character by character. */
const createContentSimilarityScorer = text_similarity/* contentSimilarity */.No.create;
/** How much of the expected text the answer contains in the same order. */
const createTextualDifferenceScorer = text_similarity/* textualDifference */.P2.create;
/** How close the tone of the answer is to a reference, or how steady it is across sentences. */
const createToneScorer = tone/* tone */.rR.create;
/** Whether the agent called the expected tool, or the expected tools in order. */
const createToolCallAccuracyScorerCode = tool_checks/* toolCallAccuracy */.ub.create;
/** Whether the answer equals the expected text, ignoring white space around it. */
const createEqualsCheck = text_checks/* equals */.aI.create;
/** Whether the answer contains the expected text. */
const createContainsCheck = text_checks/* contains */.gR.create;
/** Whether the answer matches a regular expression. After one second the answer is unscored. */
const createRegexCheck = text_checks/* regex */.yG.create;
/** Whether the answer is JSON that matches a schema. */
const createJsonSchemaCheck = json_schema/* jsonSchema */.O.create;
/** Whether the answer begins with a text, ignoring white space before it. */
const createStartsWithCheck = text_checks/* startsWith */.w1.create;
/** Whether the answer has at most a number of characters or words. */
const createMaxLengthCheck = text_checks/* maxLength */.Ru.create;
/** Whether the agent called a tool, with given arguments and a given number of times. */
const createCalledToolCheck = tool_checks/* calledTool */.gu.create;

// EXTERNAL MODULE: ./lib/workers/worker-pool.js
var worker_pool = __webpack_require__(5308);
;// CONCATENATED MODULE: ./lib/library/run-evals/eval-results.js
/** The scorers' slots, listed or grouped. Expects a checked config. */
function scorerSlots(scorers) {
    return scorerGroups(scorers).flatMap(({ path, step, scorers: listed }) => listed.map((scorer) => ({ path: [...path, scorer.id], step, scorer })));
}
/** The lists of scorers, unchecked. */
function scorerGroups(scorers) {
    if (Array.isArray(scorers))
        return [{ path: [], step: null, scorers }];
    const { agent, workflow, steps } = Object(scorers);
    return [
        ...(agent === undefined ? [] : [{ path: ['agent'], step: null, scorers: agent }]),
        ...(workflow === undefined ? [] : [{ path: ['workflow'], step: null, scorers: workflow }]),
        ...Object.entries(Object(steps)).map(([name, listed]) => ({
            path: ['steps', name],
            step: name,
            scorers: listed,
        })),
    ];
}
/** Values by id, grouped as the scorers were, with empty groups. */
function groupBySlot(scorers, found) {
    // Ids and step names come from outside: without a prototype none has a meaning.
    const at = (path) => Object.fromEntries(found
        .filter(({ slot }) => slot.path.slice(0, -1).join('\0') === path.join('\0'))
        .map(({ slot, value }) => [slot.scorer.id, value]));
    if (Array.isArray(scorers))
        return at([]);
    if ('agent' in Object(scorers))
        return { agent: at(['agent']) };
    const steps = scorerGroups(scorers).flatMap(({ step }) => (step === null ? [] : [step]));
    return {
        workflow: at(['workflow']),
        steps: Object.fromEntries(steps.map((name) => [name, at(['steps', name])])),
    };
}
/** The mean of each slot's scores; slots without scores are omitted. */
function meansOf(found) {
    return [...Map.groupBy(found, ({ slot }) => slot)].flatMap(([slot, all]) => {
        const scores = all.flatMap(({ value }) => (value.score === null ? [] : [value.score]));
        if (scores.length === 0)
            return [];
        return [{ slot, value: scores.reduce((sum, score) => sum + score, 0) / scores.length }];
    });
}
/** For each slot, the number of matching results, omitting slots without one. */
function countsOf(found, isSuch) {
    return [
        ...Map.groupBy(found.filter(({ value }) => isSuch(value)), ({ slot }) => slot),
    ].map(([slot, all]) => ({ slot, value: all.length }));
}
/** By scorer id, the number of runs with nothing to score, in any slot. */
function notScorableOf(found) {
    const counts = new Map();
    for (const { slot, value } of found) {
        const { id } = slot.scorer;
        if (value.unscored?.kind === 'not-scorable')
            counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
}

;// CONCATENATED MODULE: ./lib/library/run-evals/problems.js




const SETTINGS = ['target', 'data', 'scorers', 'concurrency', 'targetOptions', 'onItemComplete', 'signal'];
const GROUPS = ['agent', 'workflow', 'steps'];
/** An item's fields; other names are the caller's own, unless they look like a typing error. */
const ITEM = ['id', 'input', 'groundTruth', 'context', 'requestContext', 'startOptions'];
/** All problems with a run's arguments, one line each. */
function evalProblems(config) {
    if (!(0,values/* isFields */.Ce)(config)) {
        return [`runEvals was called with ${(0,values/* shownJson */.oB)(config)}: give { target, data, scorers }`];
    }
    const { target, data, scorers, concurrency, onItemComplete } = config;
    const problems = Object.keys(config)
        .filter((name) => !SETTINGS.includes(name))
        .map((name) => `runEvals: there is no ${JSON.stringify(name)}. ${(0,nearest_name/* suggestName */.S)(name, SETTINGS)}`);
    const kind = targetKind(target);
    if (kind === null) {
        problems.push(`runEvals: target is ${(0,values/* shownJson */.oB)(target)}: give a function, an agent with generate, or a workflow with run`);
    }
    problems.push(...dataProblems(data), ...scorerProblems(scorers, kind));
    if (concurrency !== undefined && !(Number.isInteger(concurrency) && Number(concurrency) >= 1)) {
        problems.push(`runEvals: concurrency is ${(0,values/* shownJson */.oB)(concurrency)}: give a whole number from 1 up`);
    }
    if (onItemComplete !== undefined && typeof onItemComplete !== 'function') {
        problems.push(`runEvals: onItemComplete is ${(0,values/* shownJson */.oB)(onItemComplete)}: give a function`);
    }
    return problems;
}
function targetKind(target) {
    if (typeof target === 'function')
        return 'function';
    const { generate, run } = Object(target);
    if (typeof generate === 'function')
        return 'agent';
    return typeof run === 'function' ? 'workflow' : null;
}
function dataProblems(data) {
    if (!Array.isArray(data) || data.length === 0) {
        return [`runEvals: data is ${(0,values/* shownJson */.oB)(data)}: give a list of at least one item with an input`];
    }
    return data.flatMap((item, at) => {
        const place = `runEvals: data[${at}]`;
        const { input, context } = (0,values/* isFields */.Ce)(item) ? item : {};
        const problems = (0,eval_scorer/* slipsOf */.hM)(Object(item), ITEM).map(({ key, meant }) => `${place} has ${key}. Did you mean \`${meant}\`?`);
        if ((input === undefined || input === null) && problems.length === 0) {
            problems.push(`${place} is ${(0,values/* shownJson */.oB)(item)}, without an input: give { input: … }`);
        }
        if (context !== undefined && !(0,values/* isTexts */.VP)(context)) {
            problems.push(`${place}.context is ${(0,values/* shownJson */.oB)(context)}: give a list of texts`);
        }
        return problems;
    });
}
function scorerProblems(scorers, kind) {
    if (isScorer(scorers))
        return ['runEvals: scorers is a scorer: put it in a list, [scorer]'];
    const groups = scorerGroups(scorers);
    if (groups.every(({ scorers: listed }) => !Array.isArray(listed) || listed.length === 0)) {
        return [
            `runEvals: scorers is ${(0,values/* shownJson */.oB)(scorers)}: give a list of at least one scorer, { agent: [] }, or { workflow: [], steps: {} }`,
        ];
    }
    const names = Array.isArray(scorers) ? [] : Object.keys(Object(scorers));
    return [
        ...names.flatMap((name) => groupProblems(name, kind)),
        ...groups.flatMap(({ path, scorers: listed }) => listProblems(['scorers', ...path].join('.'), listed)),
    ];
}
function groupProblems(name, kind) {
    if (!GROUPS.includes(name)) {
        return [`runEvals: scorers has no group ${JSON.stringify(name)}. ${(0,nearest_name/* suggestName */.S)(name, GROUPS)}`];
    }
    if (kind === null || (name === 'agent') === (kind !== 'workflow'))
        return [];
    return [`runEvals: scorers.${name} does not go with a target that is ${article(kind)}`];
}
function listProblems(place, scorers) {
    if (!Array.isArray(scorers)) {
        return [`runEvals: ${place} is ${(0,values/* shownJson */.oB)(scorers)}: give a list of scorers`];
    }
    const ids = scorers.map((scorer) => (isScorer(scorer) ? Object(scorer).id : null));
    return scorers.flatMap((scorer, at) => {
        if (typeof scorer === 'function') {
            return [
                `runEvals: ${place}[${at}] is a function, not a scorer yet: call it, as in createAnswerRelevancyScorer({ model })`,
            ];
        }
        const id = ids[at];
        if (id === null) {
            return [`runEvals: ${place}[${at}] is ${(0,values/* shownJson */.oB)(scorer)}, not a scorer with id and run`];
        }
        if (ids.indexOf(id) === at)
            return [];
        return [
            `runEvals: ${place} has two scorers with the id ${JSON.stringify(id)}: rename one, as in createContainsCheck({ value: 'x', id: 'names-x' })`,
        ];
    });
}
function isScorer(given) {
    const { id, run } = Object(given);
    return typeof id === 'string' && id !== '' && typeof run === 'function';
}
function article(kind) {
    return kind === 'agent' ? 'an agent' : `a ${kind}`;
}

;// CONCATENATED MODULE: ./lib/library/run-evals/ask-target.js


/** Asks the target about an item. Rethrows the target's errors; `TypeError` if the result cannot be scored. */
async function askEvalTarget(target, item, options) {
    const kind = targetKind(target);
    const { generate, run } = Object(target);
    const { input } = item;
    const ask = kind === 'function' ? target : kind === 'agent' ? generate : run;
    const result = await ask.call(target, input, kind === 'function' ? { ...options, item } : options);
    if (kind !== 'workflow') {
        const given = present(result, `the target gave ${String(result)} instead of an answer: let it return one, or a promise of one`);
        return {
            result,
            whole: { status: 'answered', input, output: kind === 'agent' ? answerOf(given) : given },
            step: () => ({ status: 'missing', reason: 'the target is not a workflow and has no steps' }),
        };
    }
    const { output, result: ended, status, error, steps } = Object(result);
    if (status === 'failed')
        throw new Error(`the workflow failed: ${(0,model_errors/* messageOf */.bD)(error)}`, { cause: error });
    return {
        result,
        whole: { status: 'answered', input, output: present(output ?? ended, 'the workflow gave no output') },
        step: (name) => stepOf(Object(steps), name, input),
    };
}
/** A text, messages, or the messages and texts that agents wrap their answers in. */
function answerOf(result) {
    if (Array.isArray(result))
        return sinceAsked(result);
    if (typeof result !== 'object')
        return result;
    const { text, toolCalls, response, messages, content, role } = Object(result);
    if (content !== undefined || role !== undefined)
        return result;
    const { messages: answered } = Object(response);
    for (const list of [answered, messages]) {
        if (Array.isArray(list) && list.length > 0)
            return sinceAsked(list);
    }
    if (typeof text !== 'string')
        return result;
    return { role: 'assistant', content: text, ...(Array.isArray(toolCalls) && { toolCalls }) };
}
/** Earlier messages do not answer this input. */
function sinceAsked(messages) {
    return messages.slice(messages.findLastIndex((message) => Object(message).role === 'user') + 1);
}
function stepOf(steps, name, input) {
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (step === undefined || step === null) {
        return { status: 'missing', reason: `the workflow did not run a step ${JSON.stringify(name)}` };
    }
    if (typeof step !== 'object' || !('output' in step)) {
        if (typeof step === 'object' && 'status' in step) {
            return {
                status: 'missing',
                reason: `the step ${JSON.stringify(name)} ended as ${String(step.status)}`,
            };
        }
        return { status: 'answered', input, output: step };
    }
    const { output, payload, input: given } = step;
    if (output === undefined || output === null) {
        return { status: 'missing', reason: `the step ${JSON.stringify(name)} gave no output` };
    }
    return { status: 'answered', input: payload ?? given ?? input, output };
}
function present(value, otherwise) {
    if (value === undefined || value === null)
        throw new TypeError(otherwise);
    return value;
}

;// CONCATENATED MODULE: ./lib/library/run-evals/run-evals.js






async function runEvals(config) {
    const problems = evalProblems(config);
    if (problems.length > 0)
        throw new model_errors/* UserError */.yo(problems);
    const { data, scorers, concurrency = 1, onItemComplete } = config;
    const signal = config.signal ?? new AbortController().signal;
    const slots = scorerSlots(scorers);
    const done = [];
    const thrown = [];
    await (0,worker_pool/* runPool */.k)({
        items: data.entries(),
        concurrency,
        signal,
        async run([at, item]) {
            const { answered, found } = await runItem(item, { slots, signal, config });
            // An abort is not a failure.
            if (signal.aborted)
                throw (0,model_errors/* abortErrorOf */.Ou)(signal);
            const scorerResults = groupBySlot(scorers, found);
            const result = { item, ...answered, scorerResults };
            done[at] = { result, found };
            try {
                await onItemComplete?.(result);
            }
            catch (error) {
                thrown.push(error);
            }
        },
    });
    const found = done.flatMap((item) => item.found);
    const grouped = (values) => groupBySlot(scorers, values);
    const notScorable = notScorableOf(found);
    const result = {
        scores: grouped(meansOf(found)),
        summary: {
            totalItems: data.length,
            failedItems: done.filter(({ result }) => 'error' in result).length,
            unscored: grouped(countsOf(found, (value) => value.score === null && !('error' in value))),
            scorerFailures: grouped(countsOf(found, (value) => 'error' in value)),
            ...(Object.keys(notScorable).length > 0 && { notScorable }),
        },
        items: done.map((item) => item.result),
    };
    if (thrown.length > 0)
        throw new RunEvalsError(result, thrown);
    return result;
}
async function runItem(item, { slots, signal, config }) {
    const { requestContext, startOptions } = item;
    let answer;
    try {
        answer = await askEvalTarget(config.target, item, {
            ...config.targetOptions,
            ...startOptions,
            ...(requestContext !== undefined && { requestContext }),
            signal,
        });
    }
    catch (error) {
        return { answered: { targetResult: undefined, error }, found: [] };
    }
    const scored = slots.map(async (slot) => {
        const scorable = slot.step === null ? answer.whole : answer.step(slot.step);
        return { slot, value: await scoreOf(slot.scorer, scorable, { item, signal }) };
    });
    return { answered: { targetResult: answer.result }, found: await Promise.all(scored) };
}
/** A scorer's failure is a result, unless it would fail on every item. */
async function scoreOf(scorer, scorable, { item, signal }) {
    const runId = (0,external_node_crypto_.randomUUID)();
    if (scorable.status === 'missing') {
        const { reason } = scorable;
        return { runId, score: null, reason, unscored: { kind: 'not-scorable', reason } };
    }
    const { groundTruth, context, requestContext } = item;
    const run = {
        runId,
        input: scorable.input,
        output: scorable.output,
        ...(groundTruth !== undefined && { groundTruth }),
        ...(context !== undefined && { context }),
        ...(requestContext !== undefined && { requestContext }),
        signal,
    };
    try {
        const outcome = await scorer.run(run);
        return checked(scorer, outcome);
    }
    catch (error) {
        if (error instanceof model_errors/* ProviderError */.mZ && error.fatal)
            throw error;
        return { runId, score: null, reason: (0,model_errors/* messageOf */.bD)(error), error };
    }
}
/** Other people's scorers may return anything: a wrong number must not enter a mean. */
function checked(scorer, outcome) {
    const score = outcome.score;
    if (score === null || (typeof score === 'number' && Number.isFinite(score)))
        return outcome;
    throw new model_errors/* ProviderError */.mZ(`the scorer ${scorer.id} gave ${String(score)} instead of a score`, {
        kind: 'malformed',
    });
}
/** `onItemComplete` threw. Every item still ran, and the result is complete. */
class RunEvalsError extends Error {
    name = 'RunEvalsError';
    /** The result that `runEvals` would have returned. */
    result;
    /** All thrown errors in order; the first is the `cause`. */
    errors;
    constructor(result, errors) {
        const [first] = errors;
        const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
        super(`onItemComplete failed: ${(0,model_errors/* messageOf */.bD)(first)}${more}`, { cause: first });
        this.result = result;
        this.errors = errors;
    }
}

;// CONCATENATED MODULE: ./lib/library/index.js











/**
 * Builds your own scorer step by step. A step is a function, or a prompt that `judge` answers. @throws UserError with
 * all problems of name, description and scale.
 */
const createScorer = (0,create_scorer/* bindCreateScorer */.m)(rememberJudges(process.env));

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
;// CONCATENATED MODULE: ./lib/library/scorer-host/load-scorer.js




const EXAMPLE = "export default createScorer({ id, description }).generateScore(…), with createScorer from 'prompt-regression/scorers'";
/** Loads a file's default export, which has to be a function from a case to its answer. */
async function loadAgent(path, folder) {
    const loaded = await loadDefault(path, folder);
    if ('error' in loaded)
        return { error: `${path} ${loaded.error}` };
    const { exported } = loaded;
    if (typeof exported === 'function')
        return { answer: (asked) => exported(asked) };
    const what = exported === undefined ? 'no default export' : `the default export ${(0,values/* shownJson */.oB)(exported)}`;
    return {
        error: `${path} has ${what}: it has to be a function, export default async ({ input, messages }) => …`,
    };
}
/** Loads a file's default export, which runs the file. Node.js strips its types. */
async function loadDefault(path, folder) {
    try {
        const module = await import(/* webpackIgnore: true */ (0,external_node_url_.pathToFileURL)((0,external_node_path_.resolve)(folder, path)).href);
        return { exported: module.default };
    }
    catch (thrown) {
        return { error: whyNotLoaded(thrown, folder) };
    }
}
async function loadScorer(path, folder) {
    const loaded = await loadDefault(path, folder);
    if ('error' in loaded)
        return loaded;
    const { exported } = loaded;
    if (exported === undefined)
        return { error: `has no default export: end it with ${EXAMPLE}` };
    const { id, run, type, scale = 1, higherIsBetter = true } = Object(exported);
    if (typeof id !== 'string' || typeof run !== 'function') {
        const what = (0,values/* isFields */.Ce)(exported) ? 'an object without id and run' : (0,values/* shownJson */.oB)(exported);
        return { error: `exports ${what} as its default, which is not a scorer: ${EXAMPLE}` };
    }
    if (!(typeof scale === 'number' && scale > 0 && scale < Number.POSITIVE_INFINITY)) {
        return { error: `has a scorer whose scale is ${(0,values/* shownJson */.oB)(scale)}: it must be a number above 0` };
    }
    const about = { scale, higherIsBetter };
    return { about, type: type === 'agent' ? type : null, run: (given) => run.call(exported, given) };
}
const REMEDIES = {
    ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: 'types are only taken out, not compiled, so enum, namespace with values and parameter properties do not work here: use a const object, a module, a plain field',
    ERR_MODULE_NOT_FOUND: 'write relative imports with the ending that the file has (./x.ts), and install the packages that it needs before the action runs',
    ERR_UNKNOWN_FILE_EXTENSION: 'the file has to end in .ts, .mts, .cts, .js, .mjs or .cjs; a program in another language is given by `command`',
};
function whyNotLoaded(thrown, folder) {
    const remedy = REMEDIES[thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''];
    const stack = withoutFolder(thrown instanceof Error ? (thrown.stack ?? '') : '', folder);
    // A syntax error starts with its place; other errors have it in their first frame.
    const [place] = /^[^\s:]+:\d+(?=\n)|(?<=^ +at (?:.*\()?)(?!node:)[^\s():]+:\d+(?=:\d+)/m.exec(stack) ?? [];
    const name = thrown instanceof Error ? `${thrown.name}: ` : '';
    const said = withoutFolder(`${name}${(0,model_errors/* messageOf */.bD)(thrown)}`, folder);
    return `cannot be loaded${place ? ` (${place})` : ''}: ${said}${remedy === undefined ? '' : ` (${remedy})`}`;
}
function withoutFolder(text, folder) {
    return text.replaceAll(`${(0,external_node_url_.pathToFileURL)(folder).href}/`, '').replaceAll(`${folder}/`, '');
}

;// CONCATENATED MODULE: ./lib/library/scorer-host/run-scorer-host.js









/**
 * `scorer-host <file>` runs a repository's own scorer, and `scorer-host <file> agent` its agent: JSON Lines requests on
 * stdin, replies on stdout, the file's prints on stderr. Resolves with the exit code when stdin ends.
 */
function runScorerHost([path = '', kind], process) {
    const { stdin, stdout, stderr } = process;
    const write = stdout.write.bind(stdout);
    stdout.write = stderr.write.bind(stderr);
    provideModules();
    const answer = kind === 'agent' ? hostAgent(path, process.cwd()) : hostScorer(path, process.cwd());
    const { promise, resolve } = Promise.withResolvers();
    const onLine = async (line) => {
        const request = JSON.parse(line);
        const reply = { ...(await answer(request)), id: request.id };
        // The file's own child processes may have left half a line on stdout.
        write(`\n${JSON.stringify(reply)}\n`);
    };
    const lines = (0,program_output/* createLineSplitter */.A)({ longest: Number.POSITIVE_INFINITY, onLine, onOverflow() { } });
    stdin
        .setEncoding('utf8')
        .on('data', lines.push)
        .on('end', () => resolve(0));
    return promise;
}
function hostAgent(path, folder) {
    const loading = loadAgent(path, folder);
    return async (request) => {
        const loaded = await loading;
        if ('error' in loaded)
            return loaded;
        try {
            const given = await loaded.answer(request);
            if (typeof given === 'string')
                return { output: given };
            return (0,values/* isFields */.Ce)(given) ? given : { error: `it returned ${(0,values/* shownJson */.oB)(given)}, not a text or { output }` };
        }
        catch (thrown) {
            return { error: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
        }
    };
}
function hostScorer(path, folder) {
    const loading = loadScorer(path, folder);
    return async (request) => run_scorer_host_judge(request, await loading);
}
async function run_scorer_host_judge(request, loaded) {
    if ('error' in loaded)
        return loaded;
    if (!isScoreLine(request))
        return { scorer: loaded.about };
    try {
        const { score, reason, unscored } = Object(await loaded.run(runOf(request, loaded.type)));
        // Checked here too: JSON would turn NaN into a missing score.
        if (score !== null && !(0,host_protocol/* isScore */.N)(score, loaded.about.scale))
            return { error: (0,host_protocol/* noScore */.S)(score, loaded.about.scale) };
        return { score, reason: unscored?.reason ?? reason, kind: unscored?.kind };
    }
    catch (thrown) {
        return { error: (0,model_errors/* messageOf */.bD)(thrown), kind: kindOf(thrown) };
    }
}
function isScoreLine(request) {
    return request.output !== undefined;
}
/** Texts, or for a scorer of agents messages. */
function runOf({ id, tags, messages, output, toolCalls, ...line }, type) {
    const request = { ...line, history: messages.slice(0, -1), answer: { output, toolCalls } };
    return {
        ...(type === 'agent' ? (0,eval_scorer/* agentRun */.Vv)(request) : (0,eval_scorer/* textRun */.Hw)(request)),
        caseId: id,
        tags,
    };
}
function kindOf(thrown) {
    if (thrown instanceof model_errors/* ProviderError */.mZ)
        return thrown.kind;
    return thrown instanceof Error ? kindOf(thrown.cause) : undefined;
}
const SCHEME = 'prompt-regression:';
const LIBRARY = 'prompt-regression';
const MODULES = {
    [LIBRARY]: library_namespaceObject,
    [`${LIBRARY}/scorers`]: library_namespaceObject,
    zod: zod,
    'zod/v4': zod,
};
/**
 * Makes these modules importable without `node_modules`, since the action is one bundle. The library is always our
 * own; zod is the repository's if installed.
 */
function provideModules() {
    Object.assign(globalThis, { [Symbol.for(SCHEME)]: MODULES });
    (0,external_node_module_.registerHooks)({
        resolve(specifier, context, next) {
            if (!Object.hasOwn(MODULES, specifier))
                return next(specifier, context);
            const provided = { url: `${SCHEME}${specifier}`, format: 'module', shortCircuit: true };
            if (specifier.startsWith(LIBRARY))
                return provided;
            try {
                return next(specifier, context);
            }
            catch {
                return provided;
            }
        },
        load(url, context, next) {
            if (!url.startsWith(SCHEME))
                return next(url, context);
            const name = url.slice(SCHEME.length);
            const lines = Object.keys(MODULES[name] ?? {}).map((each, index) => `const e${index} = given.${each}; export { e${index} as ${each} };`);
            const given = `const given = globalThis[Symbol.for('${SCHEME}')]['${name}'];`;
            return { format: 'module', source: [given, ...lines].join('\n'), shortCircuit: true };
        },
    });
}


/***/ })

};
