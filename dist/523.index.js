export const id = 523;
export const ids = [523];
export const modules = {

/***/ 6523:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runScorerHost: () => (/* binding */ runScorerHost)
});

// NAMESPACE OBJECT: ./lib/library/index.js
var library_namespaceObject = {};
__webpack_require__.r(library_namespaceObject);
__webpack_require__.d(library_namespaceObject, {
  ProviderError: () => (errors/* ProviderError */.mZ),
  ScorerRunError: () => (steps/* ScorerRunError */.mS),
  UserError: () => (errors/* UserError */.yo),
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
var errors = __webpack_require__(1053);
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
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(5156);
// EXTERNAL MODULE: ./lib/judging/judge-messages.js
var judge_messages = __webpack_require__(3360);
// EXTERNAL MODULE: ./lib/judging/open-judging.js + 5 modules
var open_judging = __webpack_require__(4870);
// EXTERNAL MODULE: ./lib/llm/http-fetch.js
var http_fetch = __webpack_require__(290);
// EXTERNAL MODULE: ./lib/llm/open-chat-client.js + 237 modules
var open_chat_client = __webpack_require__(7176);
// EXTERNAL MODULE: ./lib/llm/rate-limits.js + 1 modules
var rate_limits = __webpack_require__(3161);
// EXTERNAL MODULE: ./lib/model/judge.js
var judge = __webpack_require__(9970);
// EXTERNAL MODULE: ./lib/model/omit-keys.js
var omit_keys = __webpack_require__(8021);
// EXTERNAL MODULE: ./lib/model/omit-undefined.js
var omit_undefined = __webpack_require__(2317);
// EXTERNAL MODULE: ./lib/model/provider.js
var model_provider = __webpack_require__(2896);
// EXTERNAL MODULE: ./lib/scorers/builder/steps.js
var steps = __webpack_require__(3462);
// EXTERNAL MODULE: ./lib/scorers/options.js
var scorers_options = __webpack_require__(1531);
// EXTERNAL MODULE: ./lib/text/nearest-name.js
var nearest_name = __webpack_require__(3889);
;// CONCATENATED MODULE: ./lib/library/resolve-judge.js
















/**
 * The given judge, or one that asks the named model. `salt` seeds the fences' marks. Throws `UserError` with all
 * problems.
 */
function resolveJudge(choice, { env, salt }) {
    (0,scorers_options/* readOptions */.Tt)({ id: 'judge', options: JUDGE_CONFIG }, choice);
    if ((0,steps/* isJudge */.kJ)(choice.model))
        return choice.model;
    const { name: model, ...given } = parseAddress(choice.model);
    const baseUrl = given.url ?? choice.baseUrl ?? (env['OPENAI_BASE_URL'] || null);
    const preset = baseUrl === null ? resolvePreset(model) : null;
    const keyVariable = preset?.keyVariable ?? 'OPENAI_API_KEY';
    const provider = (0,omit_undefined/* omitUndefined */.O)({
        baseUrl: preset?.baseUrl ?? baseUrl,
        preset: preset?.preset,
        apiKey: given.apiKey ?? choice.apiKey ?? (env[keyVariable] || null),
        apiKeySource: `option apiKey or environment variable ${keyVariable}`,
    });
    const chat = model === judge/* BUILTIN_JUDGE */.k
        ? null
        : (0,open_chat_client/* openChatClient */.C)({
            provider,
            maxRetries: choice.maxRetries ?? 4,
            requestTimeoutMs: choice.requestTimeoutMs ?? 60_000,
            httpFetch: (0,http_fetch/* createHttpFetch */.HW)(env),
            secrets: (0,http_fetch/* listProxySecrets */.WA)(env),
            rateLimits: (0,rate_limits/* createRateLimits */.V)({ maxConcurrency: choice.maxConcurrency ?? 16 }),
        });
    return (0,open_judging/* openJudge */.S)({ model, provider, parameters: choice.parameters ?? {} }, chat, { salt });
}
/** Finds judges for `createScorer`: one per choice, with one client and one rate limit, for all runs. */
function createJudgeCache(env) {
    const judges = new WeakMap();
    return (choice) => {
        const cachedJudge = judges.get(choice);
        if (cachedJudge !== undefined)
            return cachedJudge;
        const judge = resolveJudge((0,omit_keys/* omitKeys */.Q)(choice, 'instructions'), { env, salt: (0,external_node_crypto_.randomUUID)() });
        judges.set(choice, judge);
        return judge;
    };
}
const COUNT_RULE = { error: 'must be a whole number from 0 up' };
const GROUP_RULE = { error: 'must be a group, such as { temperature: 0 }' };
const JUDGE_CONFIG = schemas.strictObject({
    model: schemas.unknown().superRefine((model, context) => {
        const problem = findModelProblem(model);
        if (problem !== null)
            context.addIssue({ code: 'custom', message: problem });
    }),
    baseUrl: scorers_options/* TEXT_OPTION */.os.optional(),
    apiKey: schemas.string({ error: 'must be a text' }).optional(),
    parameters: schemas.record(schemas.string(), schemas.unknown(), GROUP_RULE).optional(),
    maxConcurrency: scorers_options/* COUNT_OPTION */.Sg.optional(),
    maxRetries: schemas.int(COUNT_RULE).min(0, COUNT_RULE).optional(),
    requestTimeoutMs: scorers_options/* COUNT_OPTION */.Sg.optional(),
    task: schemas.string({ error: 'must be a text' }).optional(),
});
/** Factory options that are not the scorer's own. */
const JUDGE_OPTIONS = Object.keys(JUDGE_CONFIG.shape);
/** A model's problem; `null` if it is usable. */
function findModelProblem(model) {
    if (typeof model === 'string' || (0,steps/* isJudge */.kJ)(model))
        return null;
    const { id, modelId, doGenerate } = Object(model);
    if (typeof doGenerate === 'function') {
        const name = typeof modelId === 'string' ? modelId : 'gpt-6-luna';
        return `model objects of the AI SDK are not supported: give its name, model: 'openai/${name}', with baseUrl and apiKey if it is not OpenAI's; or wrap it: createJudge(${(0,values/* describeJson */.kw)(name)}, async (question) => (await generateText({ model, ...question })).text)`;
    }
    if (typeof id === 'string' || typeof modelId === 'string')
        return null;
    return 'must be a name such as openai/gpt-6-luna, or builtin, a name with its address as { id, url, apiKey }, or an object with ask';
}
/** The model's name and address. At an address of its own, any provider may answer. */
function parseAddress(model) {
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
function resolvePreset(model) {
    const [provider = '', name] = model.split('/', 2);
    if (model === '' || name === '') {
        throw new errors/* UserError */.yo(`model: ${JSON.stringify(model)} names no model: give for example openai/gpt-6-luna, or builtin`);
    }
    const preset = (0,model_provider/* findPreset */.t)(model);
    if (preset !== null || name === undefined)
        return preset;
    const presetNames = Object.keys(model_provider/* PROVIDER_PRESETS */.T_);
    throw new errors/* UserError */.yo(`model: ${JSON.stringify(model)} names the provider ${JSON.stringify(provider)}, and no address. ${(0,nearest_name/* suggestName */.S)(provider, presetNames)} For another provider, set baseUrl`);
}
/**
 * A judge that asks a model of any library. Replies may have code fences or words around the JSON.
 * @param name Shown in reports; include what changes verdicts, for example `gpt-x, temperature 0`.
 * @param ask Returns the model's reply. If it throws, the answer is unscored.
 * @example
 * const model = createJudge('my-model, temperature 0', async ({ system, prompt }) => {
 *   const body = JSON.stringify({ system, prompt });
 *   const reply = await fetch('http://localhost:8000/ask', { method: 'POST', body });
 *   return reply.text();
 * });
 * const scorer = createAnswerRelevancyScorer({ model });
 */
function createJudge(name, ask) {
    const who = `createJudge ${(0,values/* describeJson */.kw)(name)}`;
    if (typeof name !== 'string' || name === '')
        throw new errors/* UserError */.yo(`createJudge: name is ${(0,values/* describeJson */.kw)(name)}: give a text`);
    if (typeof ask !== 'function')
        throw new errors/* UserError */.yo(`${who}: ask is ${(0,values/* describeJson */.kw)(ask)}: give a function`);
    const salt = (0,external_node_crypto_.randomUUID)();
    return {
        name,
        fingerprint: name,
        builtin: false,
        async ask(question, { signal }) {
            const { rules, data, prompt, shape } = question;
            const rendered = (0,judge_messages/* renderData */.rb)(data);
            const messages = (0,judge_messages/* renderQuestion */.z9)((0,omit_undefined/* omitUndefined */.O)({ rules, data: rendered, prompt }), {
                mark: (0,judge_messages/* createFenceMark */.Bt)(rendered, [salt, question.name]),
                shape,
            });
            const [system = '', userMessage = ''] = messages.map(({ content }) => content);
            const reply = await ask({ system, prompt: userMessage, abortSignal: signal }).catch((cause) => {
                if (signal.aborted || cause instanceof errors/* ProviderError */.mZ)
                    throw cause;
                throw new errors/* ProviderError */.mZ(`${name}: ${(0,errors/* describeError */.Uc)(cause)}`, { kind: 'unavailable', cause });
            });
            if (typeof reply === 'string')
                return (0,judge_messages/* parseReply */.UV)({ content: reply, toolCalls: [] }, (0,judge_messages/* listRequiredKeys */.i)(question));
            throw new errors/* UserError */.yo(`${who}: ask gave ${(0,values/* describeJson */.kw)(reply)}: give the text of the model’s reply`);
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





/**
 * One-line checks. Their names, and their ids without an `id` of yours, are Mastra's.
 *
 * @example
 * const mentionsParis = checks.includes('Paris', { id: 'mentions-paris', ignoreCase: true });
 * const { score } = await mentionsParis.run({ output: 'It is Paris.' });
 */
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
    regex: (pattern, flags = '', checkId = {}) => text_checks/* regex */.yG.create({ ...checkId, pattern, flags }),
    jsonSchema: (schema, checkId = {}) => json_schema/* jsonSchema */.O.create({ ...checkId, schema }),
    startsWith: (value, options = {}) => text_checks/* startsWith */.w1.create({ ...options, value }),
    maxLength: (limits) => text_checks/* maxLength */.Ru.create(limits),
};
function matches(pattern, options = {}) {
    const { source, flags } = Object(pattern);
    if (source === undefined || flags === undefined) {
        throw new errors/* UserError */.yo(`check-matches: pattern is ${(0,values/* describeJson */.kw)(pattern)}: give a regular expression such as /\\d+/, or use checks.regex`);
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
// EXTERNAL MODULE: ./lib/scorers/prebuilt/claims.js
var claims = __webpack_require__(8831);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/completeness.js
var completeness = __webpack_require__(1537);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/contexts.js
var contexts = __webpack_require__(1850);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/factuality.js
var factuality = __webpack_require__(1591);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/harms.js
var harms = __webpack_require__(3418);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/keyword-coverage.js
var keyword_coverage = __webpack_require__(8417);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/noise-sensitivity.js
var noise_sensitivity = __webpack_require__(6049);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/prompt-alignment.js
var prompt_alignment = __webpack_require__(6543);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/text-similarity.js
var text_similarity = __webpack_require__(8056);
// EXTERNAL MODULE: ./lib/scorers/prebuilt/tone.js + 1 modules
var tone = __webpack_require__(9526);
// EXTERNAL MODULE: ./lib/judging/judge-answer.js
var judge_answer = __webpack_require__(4366);
// EXTERNAL MODULE: ./lib/judging/verdict-store.js
var verdict_store = __webpack_require__(4277);
// EXTERNAL MODULE: ./lib/scorers/messages/run-messages.js
var run_messages = __webpack_require__(4464);
;// CONCATENATED MODULE: ./lib/library/judged-factory.js













/**
 * A judged scorer's factory. Items judged before keep their verdict without another call. Throws `UserError` for
 * unknown or invalid options.
 */
function createJudgedFactory(definition) {
    const { about, needsInput, create, buildSteps } = definition;
    return (config) => {
        const { id, options, readContext } = readConfig(definition, config);
        const salt = (0,external_node_crypto_.randomUUID)();
        const choice = Object.fromEntries(JUDGE_OPTIONS.map((name) => [name, config[name]]));
        const judge = resolveJudge(choice, { env: process.env, salt });
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
                    return { ...echo, ...createUnreadableResult(run.output) };
                const request = buildRequest({ ...run, input: input ?? '' }, { task: config.task, context: readContext ? await readContext(run, echo.runId) : known });
                const { judgement, prompts } = await judgeRequest(scorer, request, signal);
                if (judgement.status === 'unscored')
                    return { ...echo, ...prompts, ...createUnscoredResult(judgement) };
                const { score, reason, flags } = judgement;
                const results = { generateScoreStepResult: score, generateReasonStepResult: reason };
                const steps = buildSteps(judgement, { request, options });
                return { ...echo, ...prompts, score, reason, flags, ...results, ...steps };
            },
        };
    };
}
/** The options, and the function that gives a run's context, if there is one. */
function readConfig({ about, contextFrom }, config) {
    const also = { also: JUDGE_OPTIONS };
    if (contextFrom === undefined)
        return { ...(0,scorers_options/* readOptions */.Tt)(about, config, also), readContext: null };
    const { option, call } = contextFrom;
    const source = schemas.custom((given) => typeof given === 'function', {
        error: 'must be a function that gives texts',
    });
    const schema = about.options.extend({ [option]: source.optional() });
    const { id, options: given } = (0,scorers_options/* readOptions */.Tt)({ id: about.id, options: schema }, config, also);
    const { [option]: readSource, ...options } = given;
    if (readSource === undefined)
        return { id, options: options, readContext: null };
    const readContext = async (run, runId) => {
        const { input = '', output, requestContext } = run;
        const agentRun = { input: (0,run_messages/* toAgentInput */.$E)(input), output: (0,run_messages/* toAgentOutput */.aU)(output), runId };
        const context = await call(readSource, (0,omit_undefined/* omitUndefined */.O)({
            ...agentRun,
            requestContext,
        }));
        if ((0,values/* isStringList */.e6)(context))
            return context;
        throw new errors/* UserError */.yo(`${id}: ${option} gave ${(0,values/* describeJson */.kw)(context)}: let it give a list of texts`);
    };
    return { id, options: { ...options, context: undefined }, readContext };
}
/** Throws `UserError` for a run without question or answer. */
function checkSides(input, output) {
    const isMissing = output === undefined || output === null;
    const problems = (0,read_run/* listRunProblems */.uR)({ input, output: isMissing ? output : '' });
    if (problems.length > 0)
        throw new errors/* UserError */.yo(problems);
}
function createUnreadableResult(output) {
    const reason = `the output is ${(0,values/* describeJson */.kw)(output)}, neither a text nor messages with content: the program around the agent handed over something else`;
    return createUnscoredResult({ kind: 'harness', reason });
}
function createUnscoredResult({ kind, reason }) {
    return { score: null, reason, unscored: { kind, reason }, flags: [] };
}
function buildRequest({ input = '', output, groundTruth }, { task, context }) {
    const scoreInput = (0,read_run/* readScoreInput */.h3)(input);
    const groundTruthText = (0,read_run/* readGroundTruthText */.Q5)({ groundTruth });
    return (0,omit_undefined/* omitUndefined */.O)({
        ...scoreInput,
        task: task ?? scoreInput.task,
        groundTruth: groundTruthText ?? undefined,
        answer: (0,omit_undefined/* omitUndefined */.O)({ ...(0,read_run/* readAnswer */.JN)(output), context }),
    });
}
async function judgeRequest(scorer, request, signal = new AbortController().signal) {
    const promptsByStep = { analyze: [], 'generate-reason': [] };
    const { answer } = request;
    const judgements = await (0,judge_answer/* judgeAnswer */._)({
        scorers: [scorer],
        request,
        answer,
        signal,
        onQuestion: (step, question) => promptsByStep[step].push((0,judge_messages/* renderQuestionText */.Wl)(question)),
    });
    const prompts = (0,omit_undefined/* omitUndefined */.O)({
        analyzePrompt: promptsByStep.analyze.length > 0 ? promptsByStep.analyze.join('\n\n') : undefined,
        generateReasonPrompt: promptsByStep['generate-reason'].length > 0 ? promptsByStep['generate-reason'].join('\n\n') : undefined,
    });
    const judgement = judgements[scorer.id];
    if (!judgement)
        throw new Error(`the scorer ${scorer.id} gave no judgement`);
    return { judgement, prompts };
}

;// CONCATENATED MODULE: ./lib/library/factories.js
// Made from the catalog by `npm run generate`: change a scorer in its own file.
















/**
 * How much of the answer is relevant to the request.
 *
 * @example
 * const scorer = createAnswerRelevancyScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createAnswerRelevancyScorer = createJudgedFactory(answer_relevancy/* answerRelevancy */.eZ);
/**
 * How much of the expected answer the answer says, in any words.
 *
 * @example
 * const scorer = createAnswerSimilarityScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
const createAnswerSimilarityScorer = createJudgedFactory(answer_similarity/* answerSimilarity */.Q);
/**
 * Share of the answer's claims that the context supports.
 *
 * @example
 * const scorer = createFaithfulnessScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
const createFaithfulnessScorer = createJudgedFactory(claims/* faithfulness */.F);
/**
 * Share of the answer's claims that the context contradicts or does not support.
 *
 * @example
 * const scorer = createHallucinationScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
const createHallucinationScorer = createJudgedFactory(claims/* hallucination */.i);
/**
 * Whether the answer has the same facts as an expert’s answer.
 *
 * @example
 * const scorer = createFactualityScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
const createFactualityScorer = createJudgedFactory(factuality/* factuality */.z);
/**
 * Whether the answer does what the prompts ask: intent, requirements, completeness, format and tone.
 *
 * @example
 * const scorer = createPromptAlignmentScorerLLM({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createPromptAlignmentScorerLLM = createJudgedFactory(prompt_alignment/* promptAlignment */.U9);
/**
 * How well an answer withstands noise in the question.
 *
 * @example
 * const scorer = createNoiseSensitivityScorerLLM({ model: 'openai/gpt-6-luna', noisyQuery: 'When do you opne?' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
const createNoiseSensitivityScorerLLM = createJudgedFactory(noise_sensitivity/* noiseSensitivity */.Eh);
/**
 * Whether relevant pieces of context come before irrelevant ones.
 *
 * @example
 * const scorer = createContextPrecisionScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
const createContextPrecisionScorer = createJudgedFactory(contexts/* contextPrecision */.kL);
/**
 * How relevant the context was, whether it was used, and what was missing.
 *
 * @example
 * const scorer = createContextRelevanceScorerLLM({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', context: ['We open at nine.'] });
 */
const createContextRelevanceScorerLLM = createJudgedFactory(contexts/* contextRelevance */.DS);
/**
 * Share of the answer's opinions that are biased.
 *
 * @example
 * const scorer = createBiasScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createBiasScorer = createJudgedFactory(harms/* bias */.K);
/**
 * Share of the answer's statements that are toxic.
 *
 * @example
 * const scorer = createToxicityScorer({ model: 'openai/gpt-6-luna' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createToxicityScorer = createJudgedFactory(harms/* toxicity */.y);
/**
 * Share of the input's words that the answer takes up.
 *
 * @example
 * const scorer = createCompletenessScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createCompletenessScorer = completeness/* completeness */.Pl.create;
/**
 * Share of the input's keywords that the answer contains.
 *
 * @example
 * const scorer = createKeywordCoverageScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createKeywordCoverageScorer = keyword_coverage/* keywordCoverage */.Q8.create;
/**
 * How similar the answer and the expected text are, character by character.
 *
 * @example
 * const scorer = createContentSimilarityScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createContentSimilarityScorer = text_similarity/* contentSimilarity */.No.create;
/**
 * How much of the expected text the answer contains in the same order.
 *
 * @example
 * const scorer = createTextualDifferenceScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createTextualDifferenceScorer = text_similarity/* textualDifference */.P2.create;
/**
 * How close the tone of the answer is to a reference, or how steady it is across sentences.
 *
 * @example
 * const scorer = createToneScorer();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createToneScorer = tone/* tone */.rR.create;
/**
 * Whether the agent called the expected tool, or the expected tools in order.
 *
 * @example
 * const scorer = createToolCallAccuracyScorerCode({ expectedTool: 'search' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: { role: 'assistant', content: 'We open at nine.', toolCalls: [{ name: 'search' }] } });
 */
const createToolCallAccuracyScorerCode = tool_checks/* toolCallAccuracy */.ub.create;
/**
 * Whether the answer equals the expected text, ignoring white space around it.
 *
 * @example
 * const scorer = createEqualsCheck();
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.', groundTruth: 'At nine.' });
 */
const createEqualsCheck = text_checks/* equals */.aI.create;
/**
 * Whether the answer contains the expected text.
 *
 * @example
 * const scorer = createContainsCheck({ value: 'nine' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createContainsCheck = text_checks/* contains */.gR.create;
/**
 * Whether the answer matches a regular expression. After one second the answer is unscored.
 *
 * @example
 * const scorer = createRegexCheck({ pattern: '\\bnine\\b', flags: 'i' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createRegexCheck = text_checks/* regex */.yG.create;
/**
 * Whether the answer is JSON that matches a schema.
 *
 * @example
 * const scorer = createJsonSchemaCheck({ schema: { type: 'object', required: ['opens'] } });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: '{"opens": "nine"}' });
 */
const createJsonSchemaCheck = json_schema/* jsonSchema */.O.create;
/**
 * Whether the answer begins with a text, ignoring white space before it.
 *
 * @example
 * const scorer = createStartsWithCheck({ value: 'We' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createStartsWithCheck = text_checks/* startsWith */.w1.create;
/**
 * Whether the answer has at most a number of characters or words.
 *
 * @example
 * const scorer = createMaxLengthCheck({ words: 20 });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: 'We open at nine.' });
 */
const createMaxLengthCheck = text_checks/* maxLength */.Ru.create;
/**
 * Whether the agent called a tool, with given arguments and a given number of times.
 *
 * @example
 * const scorer = createCalledToolCheck({ tool: 'search' });
 * const { score, reason } = await scorer.run({ input: 'When do you open?', output: { role: 'assistant', content: 'We open at nine.', toolCalls: [{ name: 'search' }] } });
 */
const createCalledToolCheck = tool_checks/* calledTool */.gu.create;

// EXTERNAL MODULE: ./lib/workers/worker-pool.js
var worker_pool = __webpack_require__(5308);
;// CONCATENATED MODULE: ./lib/library/run-evals/ask-target.js



function detectTargetKind(target) {
    if (typeof target === 'function')
        return 'function';
    const { generate, run } = Object(target);
    if (typeof generate === 'function')
        return 'agent';
    return typeof run === 'function' ? 'workflow' : null;
}
/** Asks the target about an item. Rethrows the target's errors; `TypeError` if the result cannot be scored. */
async function askEvalTarget(target, item, options) {
    const kind = detectTargetKind(target);
    const { generate, run } = Object(target);
    const { input } = item;
    const method = kind === 'agent' ? generate : run;
    const ask = kind === 'function' ? target : method;
    const result = await ask.call(target, input, kind === 'function' ? { ...options, item } : options);
    if (kind !== 'workflow') {
        const answer = requirePresent(result, `the target gave ${String(result)} instead of an answer: let it return one, or a promise of one`);
        return {
            result,
            whole: { status: 'answered', input, output: kind === 'agent' ? readAnswerMessages(answer) : answer },
            step: () => ({ status: 'missing', reason: 'the target is not a workflow and has no steps' }),
        };
    }
    const { output, result: ended, status, error, steps } = Object(result);
    if (status === 'failed')
        throw new Error(`the workflow failed: ${(0,errors/* describeError */.Uc)(error)}`, { cause: error });
    return {
        result,
        whole: {
            status: 'answered',
            input,
            output: requirePresent(output ?? ended, 'the workflow gave no output'),
        },
        step: (name) => readStep(Object(steps), name, input),
    };
}
/** A text, messages, or the messages and texts that agents wrap their answers in. */
function readAnswerMessages(result) {
    if (Array.isArray(result))
        return dropEarlierMessages(result);
    if (typeof result !== 'object')
        return result;
    const { text, toolCalls, response, messages, content, role, metadata } = Object(result);
    if (content !== undefined || role !== undefined)
        return result;
    const answered = Object(response);
    const own = { ...Object(answered['metadata']), ...Object(metadata) };
    for (const list of [answered['messages'], messages]) {
        if (Array.isArray(list) && list.length > 0)
            return addMetadata(dropEarlierMessages(list), own);
    }
    if (typeof text !== 'string')
        return result;
    const message = (0,omit_undefined/* omitUndefined */.O)({
        role: 'assistant',
        content: text,
        toolCalls: Array.isArray(toolCalls) ? toolCalls : undefined,
    });
    return addMetadata([message], own)[0];
}
/** Messages whose last one has the whole answer's metadata too. */
function addMetadata(messages, own) {
    const last = messages.at(-1);
    if (!(0,values/* isFields */.Ce)(last) || Object.keys(own).length === 0)
        return messages;
    return [...messages.slice(0, -1), { ...last, metadata: { ...own, ...Object(last['metadata']) } }];
}
/** Earlier messages do not answer this input. */
function dropEarlierMessages(messages) {
    return messages.slice(messages.findLastIndex((message) => Object(message).role === 'user') + 1);
}
function readStep(steps, name, input) {
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if ((0,values/* isFields */.Ce)(step) && ('output' in step || 'status' in step)) {
        const { output, status, payload, input: given } = step;
        const stepInput = payload ?? given ?? input;
        return output === undefined || output === null
            ? { status: 'missing', reason: `the step ${JSON.stringify(name)} gave no output (${String(status)})` }
            : { status: 'answered', input: stepInput, output };
    }
    return step === undefined || step === null
        ? { status: 'missing', reason: `the workflow did not run a step ${JSON.stringify(name)}` }
        : { status: 'answered', input, output: step };
}
function requirePresent(value, otherwise) {
    if (value === undefined || value === null)
        throw new TypeError(otherwise);
    return value;
}

;// CONCATENATED MODULE: ./lib/library/run-evals/eval-results.js

function listScorerSlots(scorers) {
    const buildSlots = (listed = [], step = null) => listed.map((scorer) => ({ step, scorer }));
    if ((0,values/* isList */.Lv)(scorers))
        return buildSlots(scorers);
    const { agent, workflow, steps = {} } = scorers;
    return [
        ...buildSlots(agent ?? workflow),
        ...Object.entries(steps).flatMap(([name, listed]) => buildSlots(listed, name)),
    ];
}
/** Values by id, grouped as the scorers were, with empty groups. */
function groupBySlot(scorers, slotValues) {
    const groupStep = (step) => Object.fromEntries(slotValues.filter(({ slot }) => slot.step === step).map(({ slot, value }) => [slot.scorer.id, value]));
    if ((0,values/* isList */.Lv)(scorers))
        return groupStep(null);
    if (scorers.agent !== undefined)
        return { agent: groupStep(null) };
    const steps = Object.keys(scorers.steps ?? {});
    return {
        workflow: groupStep(null),
        steps: Object.fromEntries(steps.map((name) => [name, groupStep(name)])),
    };
}
/** One number per slot, from its results; slots without a number are omitted. */
function summarizeSlots(slotValues, summarize) {
    return [...Map.groupBy(slotValues, ({ slot }) => slot)].flatMap(([slot, all]) => {
        const value = summarize(all.map((each) => each.value));
        return value === undefined ? [] : [{ slot, value }];
    });
}
function computeMeanScore(values) {
    const scores = values.flatMap(({ score }) => score ?? []);
    return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

;// CONCATENATED MODULE: ./lib/library/run-evals/run-evals.js








const SCORERS_RULE = 'must be a list of scorers, { agent: [] }, or { workflow: [], steps: {} }';
const SCORERS_ERROR = { error: SCORERS_RULE };
const SCORER = schemas.looseObject({ id: schemas.string().min(1), run: schemas.custom((run) => typeof run === 'function') });
const SCORERS = schemas.array(SCORER, SCORERS_ERROR).min(1, SCORERS_ERROR);
const CONFIG = schemas.strictObject({
    target: schemas.custom((target) => detectTargetKind(target) !== null, {
        error: 'must be a function, an agent with generate, or a workflow with run',
    }),
    data: schemas.array(schemas.looseObject({
        input: schemas.custom((input) => input !== undefined && input !== null, { error: 'must be given' }),
        context: schemas.array(schemas.string(), { error: 'must be a list of texts' }).optional(),
    }), { error: 'must be a list of items, { input: … }' })
        .min(1, { error: 'must have at least one item' }),
    scorers: schemas.union([
        SCORERS,
        schemas.strictObject({ agent: SCORERS }, SCORERS_ERROR),
        schemas.strictObject({ workflow: SCORERS.optional(), steps: schemas.record(schemas.string(), SCORERS).optional() }, SCORERS_ERROR),
    ], SCORERS_ERROR),
    concurrency: scorers_options/* COUNT_OPTION */.Sg.optional(),
    targetOptions: schemas.unknown().optional(),
    onItemComplete: schemas.custom((given) => typeof given === 'function', { error: 'must be a function' })
        .optional(),
    signal: schemas.unknown().optional(),
});
async function runEvals(config) {
    (0,scorers_options/* readOptions */.Tt)({ id: 'runEvals', options: CONFIG }, config);
    const { data, scorers, concurrency = 1, onItemComplete } = config;
    const signal = config.signal ?? new AbortController().signal;
    const slots = listScorerSlots(scorers);
    refuseSameIds(slots);
    const done = [];
    await (0,worker_pool/* runPool */.k)({
        items: data.entries(),
        concurrency,
        signal,
        async run([at, given]) {
            const item = addInputData(given);
            const { answered, found } = await runItem(item, { slots, signal, config });
            // An abort is not a failure.
            if (signal.aborted)
                throw (0,errors/* createAbortError */.NK)(signal);
            const result = { item, ...answered, scorerResults: groupBySlot(scorers, found) };
            done[at] = { result, found };
            await onItemComplete?.(result);
        },
    });
    const found = done.flatMap((item) => item.found);
    const numbers = (numberOf) => groupBySlot(scorers, summarizeSlots(found, numberOf));
    const count = (isSuch) => numbers((values) => values.filter(isSuch).length || undefined);
    return {
        scores: numbers(computeMeanScore),
        summary: {
            totalItems: data.length,
            failedItems: done.filter(({ result }) => 'error' in result).length,
            unscored: count((value) => value.score === null && !('error' in value)),
            scorerFailures: count((value) => 'error' in value),
        },
        items: done.map(({ result }) => result),
    };
}
/** Results are by id. */
function refuseSameIds(slots) {
    const groups = Map.groupBy(slots, ({ step, scorer }) => JSON.stringify([step, scorer.id]));
    const repeated = [...groups.values()]
        .filter(([, ...others]) => others.length !== 0)
        .map(([first]) => first);
    const problems = repeated.map((slot) => `runEvals: ${JSON.stringify(slot?.scorer.id)} is the id of more than one scorer: give each its own with the option \`id\`, as in checks.includes('Paris', { id: 'names-paris' })`);
    if (problems.length > 0)
        throw new errors/* UserError */.yo(problems);
}
/** Workflows call an item's input `inputData`. The alias is left out of prints and copies. */
function addInputData(item) {
    if ('inputData' in item)
        return item;
    return Object.defineProperty({ ...item }, 'inputData', { value: item.input });
}
async function runItem(item, { slots, signal, config }) {
    const { requestContext, startOptions } = item;
    let answer;
    try {
        answer = await askEvalTarget(config.target, item, (0,omit_undefined/* omitUndefined */.O)({
            ...config.targetOptions,
            ...startOptions,
            requestContext,
            signal,
        }));
    }
    catch (error) {
        return { answered: { targetResult: undefined, error }, found: [] };
    }
    const scored = slots.map(async (slot) => {
        const scorable = slot.step === null ? answer.whole : answer.step(slot.step);
        return { slot, value: await scoreItem(slot.scorer, scorable, { item, signal }) };
    });
    return { answered: { targetResult: answer.result }, found: await Promise.all(scored) };
}
/** A scorer's failure is a result, unless it would fail on every item. */
async function scoreItem(scorer, scorable, { item, signal }) {
    const runId = (0,external_node_crypto_.randomUUID)();
    if (scorable.status === 'missing') {
        const { reason } = scorable;
        return { runId, score: null, reason, unscored: { kind: 'not-scorable', reason } };
    }
    const { groundTruth, context, requestContext } = item;
    const run = (0,omit_undefined/* omitUndefined */.O)({
        runId,
        input: scorable.input,
        output: scorable.output,
        groundTruth,
        context,
        requestContext,
        signal,
    });
    try {
        const outcome = await scorer.run(run);
        return checkOutcome(scorer, outcome);
    }
    catch (error) {
        if (error instanceof errors/* ProviderError */.mZ && error.fatal)
            throw error;
        return { runId, score: null, reason: (0,errors/* describeError */.Uc)(error), error };
    }
}
/** Other people's scorers may return anything: a wrong number must not enter a mean. */
function checkOutcome(scorer, outcome) {
    const score = outcome.score;
    if (score === null || (typeof score === 'number' && Number.isFinite(score)))
        return outcome;
    throw new errors/* ProviderError */.mZ(`the scorer ${scorer.id} gave ${String(score)} instead of a score`, {
        kind: 'malformed',
    });
}

;// CONCATENATED MODULE: ./lib/library/index.js











/**
 * Builds your own scorer step by step. A step is a function, or a prompt that `judge` answers. @throws UserError with
 * all problems of name, description and scale.
 *
 * @example
 * const brief = createScorer<string, string>({ id: 'brief', description: 'At most twenty words.' })
 *   .generateScore(({ run }) => (run.output.split(/\s+/).length <= 20 ? 1 : 0))
 *   .generateReason(({ score }) => (score === 1 ? 'It is short.' : 'It is long.'));
 */
const createScorer = (0,create_scorer/* bindCreateScorer */.m)(createJudgeCache(process.env));

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
        return { answer: (question) => exported(question) };
    const what = exported === undefined ? 'no default export' : `the default export ${(0,values/* describeJson */.kw)(exported)}`;
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
        return { error: explainLoadFailure(thrown, folder) };
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
        const what = (0,values/* isFields */.Ce)(exported) ? 'an object without id and run' : (0,values/* describeJson */.kw)(exported);
        return { error: `exports ${what} as its default, which is not a scorer: ${EXAMPLE}` };
    }
    if (!(typeof scale === 'number' && scale > 0 && scale < Number.POSITIVE_INFINITY)) {
        return { error: `has a scorer whose scale is ${(0,values/* describeJson */.kw)(scale)}: it must be a number above 0` };
    }
    const about = { scale, higherIsBetter };
    return { about, type: type === 'agent' ? type : null, run: (given) => run.call(exported, given) };
}
const REMEDIES = {
    ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: 'types are only taken out, not compiled, so enum, namespace with values and parameter properties do not work here: use a const object, a module, a plain field',
    ERR_MODULE_NOT_FOUND: 'write relative imports with the ending that the file has (./x.ts), and install the packages that it needs before the action runs',
    ERR_UNKNOWN_FILE_EXTENSION: 'the file has to end in .ts, .mts, .cts, .js, .mjs or .cjs; a program in another language is given by `command`',
};
function explainLoadFailure(thrown, folder) {
    const remedy = REMEDIES[thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''];
    const stack = removeFolder(thrown instanceof Error ? (thrown.stack ?? '') : '', folder);
    // A syntax error starts with its place; other errors have it in their first frame.
    const [place] = /^[^\s:]+:\d+(?=\n)|(?<=^ +at (?:.*\()?)(?!node:)[^\s():]+:\d+(?=:\d+)/m.exec(stack) ?? [];
    const name = thrown instanceof Error ? `${thrown.name}: ` : '';
    const message = removeFolder(`${name}${(0,errors/* describeError */.Uc)(thrown)}`, folder);
    return `cannot be loaded${place ? ` (${place})` : ''}: ${message}${remedy === undefined ? '' : ` (${remedy})`}`;
}
function removeFolder(text, folder) {
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
    const lines = (0,program_output/* createLineSplitter */.A)({ onLine });
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
            return (0,values/* isFields */.Ce)(given)
                ? given
                : { error: `it returned ${(0,values/* describeJson */.kw)(given)}, not a text or { output }` };
        }
        catch (thrown) {
            return { error: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
        }
    };
}
function hostScorer(path, folder) {
    const loading = loadScorer(path, folder);
    return async (request) => scoreLine(request, await loading);
}
async function scoreLine(request, loaded) {
    if ('error' in loaded)
        return loaded;
    if (!isScoreLine(request))
        return { scorer: loaded.about };
    try {
        const { score, reason, unscored } = Object(await loaded.run(buildRun(request, loaded.type)));
        // Checked here too: JSON would turn NaN into a missing score.
        if (score !== null && !(0,host_protocol/* isScore */.N)(score, loaded.about.scale))
            return { error: (0,host_protocol/* explainNoScore */.t)(score, loaded.about.scale) };
        return { score, reason: unscored?.reason ?? reason, kind: unscored?.kind };
    }
    catch (thrown) {
        return { error: (0,errors/* describeError */.Uc)(thrown), kind: findErrorKind(thrown) };
    }
}
function isScoreLine(request) {
    return request.output !== undefined;
}
/** Texts, or for a scorer of agents messages. */
function buildRun({ id, tags, messages, output, toolCalls, ...line }, type) {
    const request = { ...line, history: messages.slice(0, -1), answer: { output, toolCalls } };
    return {
        ...(type === 'agent' ? (0,eval_scorer/* createAgentRun */.Vb)(request) : (0,eval_scorer/* createTextRun */.pL)(request)),
        caseId: id,
        tags,
    };
}
function findErrorKind(thrown) {
    if (thrown instanceof errors/* ProviderError */.mZ)
        return thrown.kind;
    return thrown instanceof Error ? findErrorKind(thrown.cause) : undefined;
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
