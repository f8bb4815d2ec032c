export const id = 266;
export const ids = [266];
export const modules = {

1266:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  ProviderError: () => (/* reexport */ ports_errors/* ProviderError */.mZ),
  RunEvalsError: () => (/* reexport */ RunEvalsError),
  ScorerRunError: () => (/* reexport */ steps/* ScorerRunError */.mS),
  UserError: () => (/* reexport */ ports_errors/* UserError */.yo),
  checks: () => (/* reexport */ checks),
  createAgentTestRun: () => (/* reexport */ createAgentTestRun),
  createAnswerRelevancyScorer: () => (/* reexport */ createAnswerRelevancyScorer),
  createAnswerSimilarityScorer: () => (/* reexport */ createAnswerSimilarityScorer),
  createBiasScorer: () => (/* reexport */ createBiasScorer),
  createCalledToolCheck: () => (/* reexport */ createCalledToolCheck),
  createCompletenessScorer: () => (/* reexport */ createCompletenessScorer),
  createContainsCheck: () => (/* reexport */ createContainsCheck),
  createContentSimilarityScorer: () => (/* reexport */ createContentSimilarityScorer),
  createContextPrecisionScorer: () => (/* reexport */ createContextPrecisionScorer),
  createContextRelevanceScorerLLM: () => (/* reexport */ createContextRelevanceScorerLLM),
  createEqualsCheck: () => (/* reexport */ createEqualsCheck),
  createFactualityScorer: () => (/* reexport */ createFactualityScorer),
  createFaithfulnessScorer: () => (/* reexport */ createFaithfulnessScorer),
  createHallucinationScorer: () => (/* reexport */ createHallucinationScorer),
  createJsonSchemaCheck: () => (/* reexport */ createJsonSchemaCheck),
  createJudge: () => (/* reexport */ createJudge),
  createKeywordCoverageScorer: () => (/* reexport */ createKeywordCoverageScorer),
  createMaxLengthCheck: () => (/* reexport */ createMaxLengthCheck),
  createNoiseSensitivityScorerLLM: () => (/* reexport */ createNoiseSensitivityScorerLLM),
  createPromptAlignmentScorerLLM: () => (/* reexport */ createPromptAlignmentScorerLLM),
  createRegexCheck: () => (/* reexport */ createRegexCheck),
  createScorer: () => (createScorer),
  createStartsWithCheck: () => (/* reexport */ createStartsWithCheck),
  createTestMessage: () => (/* reexport */ createTestMessage),
  createTextualDifferenceScorer: () => (/* reexport */ createTextualDifferenceScorer),
  createToneScorer: () => (/* reexport */ createToneScorer),
  createToolCallAccuracyScorerCode: () => (/* reexport */ createToolCallAccuracyScorerCode),
  createToxicityScorer: () => (/* reexport */ createToxicityScorer),
  extractAgentResponseMessages: () => (/* reexport */ extractAgentResponseMessages),
  extractInputMessages: () => (/* reexport */ extractInputMessages),
  extractToolCalls: () => (/* reexport */ extractToolCalls),
  getAssistantMessageFromRunOutput: () => (/* reexport */ getAssistantMessageFromRunOutput),
  getCombinedSystemPrompt: () => (/* reexport */ getCombinedSystemPrompt),
  getReasoningFromRunOutput: () => (/* reexport */ getReasoningFromRunOutput),
  getSystemMessagesFromRunInput: () => (/* reexport */ getSystemMessagesFromRunInput),
  getUserMessageFromRunInput: () => (/* reexport */ getUserMessageFromRunInput),
  notScorable: () => (/* reexport */ steps/* notScorable */.f$),
  runEvals: () => (/* reexport */ runEvals),
  z: () => (/* reexport */ zod_namespaceObject)
});

// NAMESPACE OBJECT: ./node_modules/zod/v4/classic/iso.js
var iso_namespaceObject = {};
__webpack_require__.r(iso_namespaceObject);
__webpack_require__.d(iso_namespaceObject, {
  ZodISODate: () => (schemas/* ZodISODate */.Brp),
  ZodISODateTime: () => (schemas/* ZodISODateTime */.You),
  ZodISODuration: () => (schemas/* ZodISODuration */.$A2),
  ZodISOTime: () => (schemas/* ZodISOTime */.WV4),
  date: () => (date),
  datetime: () => (datetime),
  duration: () => (duration),
  time: () => (time)
});

// NAMESPACE OBJECT: ./.bundle/library/zod.js
var zod_namespaceObject = {};
__webpack_require__.r(zod_namespaceObject);
__webpack_require__.d(zod_namespaceObject, {
  $brand: () => (core_core/* $brand */._e),
  $input: () => (registries/* $input */.nP),
  $output: () => (registries/* $output */.UY),
  NEVER: () => (core_core/* NEVER */.tm),
  TimePrecision: () => (api/* TimePrecision */.So),
  ZodAny: () => (schemas/* ZodAny */.Mlh),
  ZodArray: () => (schemas/* ZodArray */.naA),
  ZodBase64: () => (schemas/* ZodBase64 */.nLo),
  ZodBase64URL: () => (schemas/* ZodBase64URL */._$L),
  ZodBigInt: () => (schemas/* ZodBigInt */.Lr4),
  ZodBigIntFormat: () => (schemas/* ZodBigIntFormat */.A8m),
  ZodBoolean: () => (schemas/* ZodBoolean */.WFD),
  ZodCIDRv4: () => (schemas/* ZodCIDRv4 */.W5S),
  ZodCIDRv6: () => (schemas/* ZodCIDRv6 */.Yll),
  ZodCUID: () => (schemas/* ZodCUID */.JjC),
  ZodCUID2: () => (schemas/* ZodCUID2 */.trZ),
  ZodCatch: () => (schemas/* ZodCatch */.hw4),
  ZodCodec: () => (schemas/* ZodCodec */.GSc),
  ZodCreditCard: () => (schemas/* ZodCreditCard */.jn4),
  ZodCustom: () => (schemas/* ZodCustom */.JEJ),
  ZodCustomStringFormat: () => (schemas/* ZodCustomStringFormat */.LEJ),
  ZodDate: () => (schemas/* ZodDate */.aPP),
  ZodDefault: () => (schemas/* ZodDefault */.XiL),
  ZodDiscriminatedUnion: () => (schemas/* ZodDiscriminatedUnion */.jvo),
  ZodE164: () => (schemas/* ZodE164 */.m7I),
  ZodEmail: () => (schemas/* ZodEmail */.cM4),
  ZodEmoji: () => (schemas/* ZodEmoji */.yC$),
  ZodEnum: () => (schemas/* ZodEnum */.Vb4),
  ZodError: () => (errors/* ZodError */.G),
  ZodExactOptional: () => (schemas/* ZodExactOptional */.ZwT),
  ZodFile: () => (schemas/* ZodFile */.im9),
  ZodFirstPartyTypeKind: () => (ZodFirstPartyTypeKind),
  ZodFunction: () => (schemas/* ZodFunction */.CZ),
  ZodGUID: () => (schemas/* ZodGUID */.n49),
  ZodIBAN: () => (schemas/* ZodIBAN */.mDl),
  ZodIPv4: () => (schemas/* ZodIPv4 */.Bo6),
  ZodIPv6: () => (schemas/* ZodIPv6 */.n4A),
  ZodISODate: () => (schemas/* ZodISODate */.Brp),
  ZodISODateTime: () => (schemas/* ZodISODateTime */.You),
  ZodISODuration: () => (schemas/* ZodISODuration */.$A2),
  ZodISOTime: () => (schemas/* ZodISOTime */.WV4),
  ZodInstanceOf: () => (schemas/* ZodInstanceOf */.YVl),
  ZodIntersection: () => (schemas/* ZodIntersection */.JvG),
  ZodIssueCode: () => (ZodIssueCode),
  ZodJWT: () => (schemas/* ZodJWT */.fiS),
  ZodKSUID: () => (schemas/* ZodKSUID */.KfN),
  ZodLazy: () => (schemas/* ZodLazy */.Ihb),
  ZodLiteral: () => (schemas/* ZodLiteral */.DN5),
  ZodMAC: () => (schemas/* ZodMAC */.VYb),
  ZodMap: () => (schemas/* ZodMap */.UtG),
  ZodNaN: () => (schemas/* ZodNaN */.TqK),
  ZodNanoID: () => (schemas/* ZodNanoID */.n$i),
  ZodNever: () => (schemas/* ZodNever */.iSc),
  ZodNonOptional: () => (schemas/* ZodNonOptional */.vZX),
  ZodNull: () => (schemas/* ZodNull */.PQ),
  ZodNullable: () => (schemas/* ZodNullable */.l1C),
  ZodNumber: () => (schemas/* ZodNumber */.rSt),
  ZodNumberFormat: () => (schemas/* ZodNumberFormat */.Kqw),
  ZodObject: () => (schemas/* ZodObject */.bvH),
  ZodOptional: () => (schemas/* ZodOptional */.IiU),
  ZodPipe: () => (schemas/* ZodPipe */.utH),
  ZodPrefault: () => (schemas/* ZodPrefault */.xgV),
  ZodPreprocess: () => (schemas/* ZodPreprocess */.a2A),
  ZodPromise: () => (schemas/* ZodPromise */.$i$),
  ZodReadonly: () => (schemas/* ZodReadonly */.EVz),
  ZodRealError: () => (errors/* ZodRealError */.g),
  ZodRecord: () => (schemas/* ZodRecord */.b8S),
  ZodSet: () => (schemas/* ZodSet */.KzS),
  ZodString: () => (schemas/* ZodString */.NDH),
  ZodStringFormat: () => (schemas/* ZodStringFormat */.EB4),
  ZodSuccess: () => (schemas/* ZodSuccess */.Bui),
  ZodSymbol: () => (schemas/* ZodSymbol */.K5M),
  ZodTemplateLiteral: () => (schemas/* ZodTemplateLiteral */.ddM),
  ZodTransform: () => (schemas/* ZodTransform */.CLY),
  ZodTuple: () => (schemas/* ZodTuple */.y0Q),
  ZodType: () => (schemas/* ZodType */.aRx),
  ZodULID: () => (schemas/* ZodULID */.qXy),
  ZodURL: () => (schemas/* ZodURL */.zYv),
  ZodUUID: () => (schemas/* ZodUUID */.vXr),
  ZodUndefined: () => (schemas/* ZodUndefined */._ZT),
  ZodUnion: () => (schemas/* ZodUnion */.fZ7),
  ZodUnknown: () => (schemas/* ZodUnknown */._aJ),
  ZodVoid: () => (schemas/* ZodVoid */.a0N),
  ZodXID: () => (schemas/* ZodXID */.Lqq),
  ZodXor: () => (schemas/* ZodXor */.zAI),
  _ZodString: () => (schemas/* _ZodString */.UCp),
  _default: () => (schemas/* _default */.Rvf),
  _function: () => (schemas/* _function */.KR7),
  any: () => (schemas/* any */.bzn),
  array: () => (schemas/* array */.YOg),
  base64: () => (schemas/* base64 */.K39),
  base64url: () => (schemas/* base64url */.r0z),
  bigint: () => (schemas/* bigint */.oad),
  boolean: () => (schemas/* boolean */.zMY),
  "catch": () => (schemas/* catch */.MfU),
  check: () => (schemas/* check */.z6Y),
  cidrv4: () => (schemas/* cidrv4 */.zrY),
  cidrv6: () => (schemas/* cidrv6 */.l7s),
  clone: () => (util/* clone */.o8),
  codec: () => (schemas/* codec */.rLB),
  coerce: () => (coerce),
  config: () => (core_core/* config */.$W),
  creditCard: () => (schemas/* creditCard */.w8K),
  cuid: () => (schemas/* cuid */.gF3),
  cuid2: () => (schemas/* cuid2 */.GlQ),
  currencyCode: () => (schemas/* currencyCode */.Xyz),
  custom: () => (schemas/* custom */.IeY),
  date: () => (schemas/* date */.p6U),
  decode: () => (parse/* decode */.D4),
  decodeAsync: () => (parse/* decodeAsync */.Re),
  describe: () => (schemas/* describe */.q0y),
  discriminatedUnion: () => (schemas/* discriminatedUnion */.gMt),
  e164: () => (schemas/* e164 */.hQe),
  email: () => (schemas/* email */.Rpp),
  emoji: () => (schemas/* emoji */.ZgG),
  encode: () => (parse/* encode */.lF),
  encodeAsync: () => (parse/* encodeAsync */.X$),
  endsWith: () => (api/* _endsWith */.ER),
  "enum": () => (schemas/* enum */.k5n),
  exactOptional: () => (schemas/* exactOptional */.yqP),
  file: () => (schemas/* file */.NJF),
  flattenError: () => (core_errors/* flattenError */.JM),
  float32: () => (schemas/* float32 */.In1),
  float64: () => (schemas/* float64 */.BNo),
  formatError: () => (core_errors/* formatError */.Wk),
  "function": () => (schemas/* function */.fHH),
  getDiscriminatedOption: () => (core_schemas/* getDiscriminatedOption */.IB),
  globalRegistry: () => (registries/* globalRegistry */.fd),
  gt: () => (api/* _gt */.Tx),
  gte: () => (api/* _gte */.qm),
  guid: () => (schemas/* guid */.OsD),
  hash: () => (schemas/* hash */.tWU),
  hex: () => (schemas/* hex */.uhr),
  hostname: () => (schemas/* hostname */.OIJ),
  httpUrl: () => (schemas/* httpUrl */.q36),
  iban: () => (schemas/* iban */.Zkx),
  includes: () => (api/* _includes */.dR),
  input: () => (input),
  "instanceof": () => (schemas/* instanceof */.Nlp),
  int: () => (schemas/* int */.Whr),
  int32: () => (schemas/* int32 */.HA5),
  int64: () => (schemas/* int64 */.Gkc),
  intersection: () => (schemas/* intersection */.E$q),
  invertCodec: () => (schemas/* invertCodec */.L1c),
  ipv4: () => (schemas/* ipv4 */.uXy),
  ipv6: () => (schemas/* ipv6 */.ugL),
  iso: () => (iso_namespaceObject),
  json: () => (schemas/* json */.Pq9),
  jwt: () => (schemas/* jwt */.a$Y),
  keyof: () => (schemas/* keyof */.ZEF),
  ksuid: () => (schemas/* ksuid */.fOD),
  lazy: () => (schemas/* lazy */.RZV),
  length: () => (api/* _length */.YA),
  literal: () => (schemas/* literal */.euz),
  looseObject: () => (schemas/* looseObject */._H3),
  looseRecord: () => (schemas/* looseRecord */.qWX),
  lowercase: () => (api/* _lowercase */.hH),
  lt: () => (api/* _lt */.Au),
  lte: () => (api/* _lte */.Zm),
  mac: () => (schemas/* mac */.Mdg),
  map: () => (schemas/* map */.TjK),
  maxLength: () => (api/* _maxLength */.Eb),
  maxSize: () => (api/* _maxSize */.vL),
  meta: () => (schemas/* meta */.mIj),
  mime: () => (api/* _mime */.GZ),
  minLength: () => (api/* _minLength */.m9),
  minSize: () => (api/* _minSize */.Nd),
  multipleOf: () => (api/* _multipleOf */.Hi),
  nan: () => (schemas/* nan */.oit),
  nanoid: () => (schemas/* nanoid */.AkI),
  nativeEnum: () => (schemas/* nativeEnum */.fc),
  negative: () => (api/* _negative */.bR),
  never: () => (schemas/* never */.ZmZ),
  nonnegative: () => (api/* _nonnegative */.UI),
  nonoptional: () => (schemas/* nonoptional */.eYS),
  nonpositive: () => (api/* _nonpositive */.ej),
  normalize: () => (api/* _normalize */.lo),
  "null": () => (schemas/* null */.chJ),
  nullable: () => (schemas/* nullable */.mee),
  nullish: () => (schemas/* nullish */.cl6),
  number: () => (schemas/* number */.aig),
  object: () => (schemas/* object */.Ikc),
  optional: () => (schemas/* optional */.lqM),
  output: () => (output),
  overwrite: () => (api/* _overwrite */.bS),
  parse: () => (parse/* parse */.qg),
  parseAsync: () => (parse/* parseAsync */.EJ),
  partialRecord: () => (schemas/* partialRecord */.jgl),
  pipe: () => (schemas/* pipe */.FsL),
  positive: () => (api/* _positive */.NC),
  prefault: () => (schemas/* prefault */.SdS),
  preprocess: () => (schemas/* preprocess */.vkY),
  prettifyError: () => (core_errors/* prettifyError */.S1),
  promise: () => (schemas/* promise */.ivC),
  properties: () => (api/* _properties */.T2),
  property: () => (api/* _property */.Jf),
  readonly: () => (schemas/* readonly */.tBZ),
  record: () => (schemas/* record */.g1P),
  refine: () => (schemas/* refine */.YPB),
  regex: () => (api/* _regex */.Fk),
  registry: () => (registries/* registry */.u5),
  safeDecode: () => (parse/* safeDecode */.ex),
  safeDecodeAsync: () => (parse/* safeDecodeAsync */.yR),
  safeEncode: () => (parse/* safeEncode */.wy),
  safeEncodeAsync: () => (parse/* safeEncodeAsync */.EM),
  safeParse: () => (parse/* safeParse */.xL),
  safeParseAsync: () => (parse/* safeParseAsync */.bp),
  set: () => (schemas/* set */.hZp),
  size: () => (api/* _size */.d$),
  slugify: () => (api/* _slugify */.TL),
  startsWith: () => (api/* _startsWith */.$S),
  strictObject: () => (schemas/* strictObject */.rej),
  string: () => (schemas/* string */.YjP),
  stringFormat: () => (schemas/* stringFormat */.NpN),
  stringbool: () => (schemas/* stringbool */.uEf),
  success: () => (schemas/* success */.kXE),
  superRefine: () => (schemas/* superRefine */.zni),
  symbol: () => (schemas/* symbol */.HRO),
  templateLiteral: () => (schemas/* templateLiteral */.Uy$),
  toJSONSchema: () => (json_schema_processors/* toJSONSchema */.bl),
  toLowerCase: () => (api/* _toLowerCase */.Il),
  toUpperCase: () => (api/* _toUpperCase */.xY),
  transform: () => (schemas/* transform */.pdi),
  treeifyError: () => (core_errors/* treeifyError */.ZC),
  trim: () => (api/* _trim */.WN),
  tuple: () => (schemas/* tuple */.PVZ),
  uint32: () => (schemas/* uint32 */.S8h),
  uint64: () => (schemas/* uint64 */.VV_),
  ulid: () => (schemas/* ulid */.Z09),
  undefined: () => (schemas/* undefined */.Vxk),
  union: () => (schemas/* union */.KCZ),
  unknown: () => (schemas/* unknown */.L5J),
  uppercase: () => (api/* _uppercase */.qF),
  url: () => (schemas/* url */.OZ5),
  uuid: () => (schemas/* uuid */.uRe),
  uuidv4: () => (schemas/* uuidv4 */.gZm),
  uuidv6: () => (schemas/* uuidv6 */.gE),
  uuidv7: () => (schemas/* uuidv7 */.nHE),
  validate: () => (core_parse/* validate */.tf),
  validateAsync: () => (core_parse/* validateAsync */.F0),
  "void": () => (schemas/* void */.rIH),
  xid: () => (schemas/* xid */.kMC),
  xor: () => (schemas/* xor */.I86)
});

;
const NEEDS_NODE = 24;
if (Number.parseInt(process.versions.node, 10) < NEEDS_NODE) {
    throw new Error(`prompt-regression/scorers needs Node.js ${NEEDS_NODE} or later, and this is ${process.versions.node}.`);
}


// EXTERNAL MODULE: ./.bundle/scorers/builder/create-scorer.js + 2 modules
var create_scorer = __webpack_require__(3978);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./.bundle/judging/open-judging.js + 3 modules
var open_judging = __webpack_require__(7388);
// EXTERNAL MODULE: ./.bundle/judging/question-messages.js
var question_messages = __webpack_require__(8406);
// EXTERNAL MODULE: ./.bundle/judging/reply-json.js
var reply_json = __webpack_require__(9828);
// EXTERNAL MODULE: ./.bundle/llm/http-fetch.js
var http_fetch = __webpack_require__(8317);
// EXTERNAL MODULE: ./.bundle/llm/open-chat-client.js + 7 modules
var open_chat_client = __webpack_require__(1596);
// EXTERNAL MODULE: ./.bundle/llm/rate-limits.js
var rate_limits = __webpack_require__(6591);
// EXTERNAL MODULE: ./.bundle/ports/errors.js
var ports_errors = __webpack_require__(8874);
// EXTERNAL MODULE: ./.bundle/ports/judge.js
var judge = __webpack_require__(2274);
// EXTERNAL MODULE: ./.bundle/scorers/builder/steps.js
var steps = __webpack_require__(7463);
// EXTERNAL MODULE: ./.bundle/text/nearest-name.js
var nearest_name = __webpack_require__(4896);
// EXTERNAL MODULE: ./.bundle/text/values.js
var values = __webpack_require__(2732);
;












function resolveJudge(choice, { env, salt }) {
    const problems = choiceProblems(choice);
    if (problems.length > 0)
        throw new ports_errors/* UserError */.yo(problems);
    if ((0,steps/* isJudge */.kJ)(choice.model))
        return choice.model;
    const { name: model, url, apiKey } = readModel(choice.model);
    const provider = {
        baseUrl: url ?? choice.baseUrl ?? (env['OPENAI_BASE_URL'] || null),
        apiKey: apiKey ?? choice.apiKey ?? (env['OPENAI_API_KEY'] || null),
        apiKeySource: 'option apiKey or environment variable OPENAI_API_KEY (any text where the provider needs no key)',
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
function rememberJudges(env) {
    const judges = new WeakMap();
    return (choice) => {
        const known = judges.get(choice);
        if (known !== undefined)
            return known;
        const names = [...CHOICE_OPTIONS, 'instructions'];
        const unknown = Object.keys(choice).filter((name) => !names.includes(name));
        if (unknown.length > 0) {
            throw new ports_errors/* UserError */.yo(unknown.map((name) => `judge: there is no ${JSON.stringify(name)}. ${(0,nearest_name/* suggestName */.S)(name, names)}`));
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
            problems.push(`${name}: ${(0,values/* shownJson */.oB)(value)} is no text`);
        }
    }
    const { parameters } = choice;
    if (parameters !== undefined && !(0,values/* isFields */.Ce)(parameters)) {
        problems.push(`parameters: ${(0,values/* shownJson */.oB)(parameters)} is no group, such as { temperature: 0 }`);
    }
    for (const [name, least] of [
        ['maxConcurrency', 1],
        ['maxRetries', 0],
        ['requestTimeoutMs', 1],
    ]) {
        const value = choice[name];
        if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least)) {
            problems.push(`${name}: ${(0,values/* shownJson */.oB)(value)} is no whole number from ${least} up`);
        }
    }
    return problems;
}
const ADDRESS = ['id', 'providerId', 'modelId', 'url', 'apiKey'];
function modelProblem(model) {
    if (typeof model === 'string' || (0,steps/* isJudge */.kJ)(model))
        return null;
    const field = (name) => Reflect.get(Object(model), name);
    const modelId = field('modelId');
    if (typeof field('doGenerate') === 'function') {
        const name = typeof modelId === 'string' ? modelId : 'gpt-6-luna';
        return `model: this is a model object of the AI SDK (${(0,values/* shownJson */.oB)(modelId)}), which is not asked here: give its name, model: 'openai/${name}', with baseUrl and apiKey where it is not OpenAI's; or wrap it: createJudge(${(0,values/* shownJson */.oB)(name)}, async (question) => (await generateText({ model, ...question })).text)`;
    }
    if (typeof field('id') === 'string' || typeof modelId === 'string') {
        const unknown = Object.keys(Object(model)).filter((name) => !ADDRESS.includes(name));
        return unknown.length === 0
            ? null
            : `model: there is no ${unknown.map((name) => JSON.stringify(name)).join(', ')} beside its address. ${(0,nearest_name/* suggestName */.S)(unknown[0] ?? '', ADDRESS)}`;
    }
    return `model: ${(0,values/* shownJson */.oB)(model)} is no judge: give a name such as openai/gpt-6-luna, or builtin, a name with its address as { id, url, apiKey }, or an object with ask`;
}
function readModel(model) {
    if (typeof model === 'string')
        return { name: modelName(model) };
    const { url, apiKey } = model;
    if ('modelId' in model)
        return { name: model.modelId, url, apiKey };
    const name = url === undefined ? modelName(model.id) : model.id.slice(model.id.indexOf('/') + 1);
    return { name, url, apiKey };
}
function modelName(model) {
    const slash = model.indexOf('/');
    const provider = slash < 0 ? 'openai' : model.slice(0, slash);
    const name = model.slice(slash + 1).trim();
    if (slash < 0 && name !== judge/* BUILTIN_JUDGE */.k && (0,nearest_name/* nearestName */.q)(name, [judge/* BUILTIN_JUDGE */.k]) !== null) {
        throw new ports_errors/* UserError */.yo(`model: ${JSON.stringify(model)} is a slip: did you mean \`builtin\`? A model of that very name is openai/${name}`);
    }
    if (provider === 'openai' && name !== '')
        return name;
    const shown = JSON.stringify(model);
    const named = `model: ${shown} names the provider ${JSON.stringify(provider)}`;
    if (name === '') {
        throw new ports_errors/* UserError */.yo(`model: ${shown} names no model: give for example openai/gpt-6-luna, or builtin`);
    }
    if ((0,nearest_name/* nearestName */.q)(provider, ['openai']) !== null) {
        throw new ports_errors/* UserError */.yo(`${named}. Did you mean \`openai/${name}\`?`);
    }
    throw new ports_errors/* UserError */.yo(`${named}, but only openai/ is known, for every OpenAI-compatible provider: give openai/${model} with baseUrl`);
}
const CHOICE_OPTIONS = [
    'model',
    'baseUrl',
    'apiKey',
    'parameters',
    'maxConcurrency',
    'maxRetries',
    'requestTimeoutMs',
];
const JUDGE_OPTIONS = [...CHOICE_OPTIONS, 'task'];
function createJudge(name, ask) {
    const who = `createJudge ${(0,values/* shownJson */.oB)(name)}`;
    if (typeof name !== 'string' || name === '')
        throw new ports_errors/* UserError */.yo(`createJudge: name is ${(0,values/* shownJson */.oB)(name)}: give a text`);
    if (typeof ask !== 'function')
        throw new ports_errors/* UserError */.yo(`${who}: ask is ${(0,values/* shownJson */.oB)(ask)}: give a function`);
    const salt = (0,external_node_crypto_.randomUUID)();
    return {
        name,
        fingerprint: name,
        builtin: false,
        async ask({ name: question, rules, data, prompt, shape }, { signal }) {
            const rendered = (0,question_messages/* renderData */.rb)(data);
            const messages = (0,question_messages/* renderQuestion */.z9)({ rules, data: rendered, ...(prompt !== undefined && { prompt }) }, { mark: (0,question_messages/* markFor */.v0)(rendered, [salt, question]), shape });
            const [system = '', asked = ''] = messages.map(({ content }) => content);
            const reply = await ask({ system, prompt: asked, abortSignal: signal }).catch((cause) => {
                if (signal.aborted || cause instanceof ports_errors/* ProviderError */.mZ)
                    throw cause;
                throw new ports_errors/* ProviderError */.mZ(`${name}: ${(0,ports_errors/* messageOf */.bD)(cause)}`, { kind: 'unavailable', cause });
            });
            if (typeof reply === 'string')
                return (0,reply_json/* parseReplyJson */.y)(reply);
            throw new ports_errors/* UserError */.yo(`${who}: ask gave ${(0,values/* shownJson */.oB)(reply)}: give the text of the model’s reply`);
        },
    };
}

// EXTERNAL MODULE: ./.bundle/scorers/messages/message-content.js
var message_content = __webpack_require__(906);
// EXTERNAL MODULE: ./.bundle/scorers/messages/run-messages.js
var run_messages = __webpack_require__(1969);
// EXTERNAL MODULE: ./.bundle/scorers/messages/tool-calls.js
var tool_calls = __webpack_require__(911);
;




function messagesOfInput(input) {
    const given = fieldsOf(input);
    const standing = [given['systemMessages'], ...Object.values(fieldsOf(given['taggedSystemMessages']))];
    const all = asMessages(conversationOf(input), 'user');
    return {
        system: [
            ...standing.flatMap((messages) => asMessages(messages, 'system')),
            ...all.filter(({ role }) => isSystem(role)),
        ],
        conversation: all.filter(({ role }) => !isSystem(role)),
    };
}
function messagesOfOutput(output) {
    const given = fieldsOf(output);
    return asMessages(Array.isArray(given['messages']) ? given['messages'] : output, 'assistant');
}
function conversationOf(input) {
    const given = fieldsOf(input);
    const { inputMessages, messages, prompt, input: inner, user } = given;
    if (['content', 'text', 'parts'].some((name) => name in given))
        return input;
    return inputMessages ?? messages ?? prompt ?? inner ?? user ?? input;
}
function asMessages(given, role) {
    if (Array.isArray(given))
        return given.flatMap((message) => asMessages(message, role));
    if (typeof given === 'string')
        return [{ role, content: given }];
    if (typeof given !== 'object' || given === null)
        return [];
    const message = given;
    return [{ ...message, role: typeof message.role === 'string' ? message.role : role }];
}
function isSystem(role) {
    return role === 'system' || role === 'developer';
}
function fieldsOf(value) {
    return (0,values/* isFields */.Ce)(value) ? value : {};
}
function getUserMessageFromRunInput(input) {
    const message = messagesOfInput(input).conversation.find(({ role }) => role === 'user');
    return message && (0,run_messages/* readText */.yR)(message);
}
function getAssistantMessageFromRunOutput(output) {
    const texts = textsOf(assistants(output));
    return texts.findLast((text) => text !== '') ?? texts.at(-1);
}
function getSystemMessagesFromRunInput(input) {
    return textsOf(messagesOfInput(input).system).filter((text) => text !== '');
}
function getCombinedSystemPrompt(input) {
    return getSystemMessagesFromRunInput(input).join('\n\n');
}
function extractInputMessages(input) {
    return textsOf(messagesOfInput(input).conversation);
}
function extractAgentResponseMessages(output) {
    return textsOf(assistants(output));
}
function getReasoningFromRunOutput(output) {
    const thoughts = assistants(output)
        .map(message_content/* readReasoning */.Vz)
        .filter((thought) => thought !== undefined);
    return thoughts.length === 0 ? undefined : thoughts.join('\n');
}
function assistants(output) {
    return messagesOfOutput(output).filter(({ role }) => role === 'assistant');
}
function textsOf(messages) {
    return messages.map(run_messages/* readText */.yR);
}
function extractToolCalls(output) {
    const infos = (0,tool_calls/* toolCallInfos */.yu)((0,tool_calls/* readToolInvocations */.gm)(messagesOfOutput(output)));
    return { tools: infos.map(({ toolName }) => toolName), toolCallInfos: infos };
}

;

function createTestMessage(message) {
    const { content, role, id = 'test-message', toolInvocations = [] } = message;
    return {
        id,
        role,
        content: {
            format: 2,
            parts: message.parts ?? [{ type: 'text', text: content }],
            content,
            ...(toolInvocations.length > 0 && { toolInvocations }),
        },
        createdAt: new Date(),
    };
}
function createAgentTestRun(run) {
    const { inputMessages = [], output, rememberedMessages = [], systemMessages = [] } = run;
    const tagged = Object.entries(run.taggedSystemMessages ?? {});
    return {
        input: {
            inputMessages: messagesOf(inputMessages, 'user'),
            rememberedMessages: messagesOf(rememberedMessages, 'user'),
            systemMessages: messagesOf(systemMessages, 'system'),
            taggedSystemMessages: Object.fromEntries(tagged.map(([tag, messages]) => [tag, messagesOf(messages, 'system')])),
        },
        output: messagesOf(output, 'assistant'),
        requestContext: run.requestContext ?? new Map(),
        runId: run.runId ?? (0,external_node_crypto_.randomUUID)(),
    };
}
function messagesOf(given, role) {
    const list = (Array.isArray(given) ? given : [given]);
    return list.map((message) => typeof message === 'string' ? createTestMessage({ content: message, role }) : message);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(1567);
// EXTERNAL MODULE: ./.bundle/scorers/builder/run-texts.js
var run_texts = __webpack_require__(8400);
// EXTERNAL MODULE: ./.bundle/scorers/options.js
var scorers_options = __webpack_require__(698);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/content-similarity/content-similarity.js
var content_similarity = __webpack_require__(3185);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/checks/check.js
var check = __webpack_require__(6406);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/checks/json-schema.js + 1 modules
var json_schema = __webpack_require__(9619);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/checks/text-checks.js
var text_checks = __webpack_require__(5613);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/checks/tool-checks.js
var tool_checks = __webpack_require__(9474);
;










const checks = {
    includes: (expected, options = {}) => text_checks/* contains */.gR.create({ id: 'check-includes', ...options, value: expected }),
    excludes,
    equals: (expected, options = {}) => text_checks/* equals */.aI.create({ id: 'check-equals', ...options, value: expected }),
    matches,
    similarity,
    calledTool: (toolName, options = {}) => tool_checks/* calledTool */.gu.create({ id: 'check-called-tool', ...options, tool: toolName }),
    didNotCall: tool_checks/* didNotCall */.RX,
    toolOrder: tool_checks/* toolOrder */.V6,
    maxToolCalls: tool_checks/* maxToolCalls */.eo,
    usedNoTools: tool_checks/* usedNoTools */.uj,
    noToolErrors: tool_checks/* noToolErrors */.$E,
    contains: (value, options = {}) => text_checks/* contains */.gR.create({ ...options, value }),
    regex: (pattern, flags = '', named = {}) => text_checks/* regex */.yG.create({ ...named, pattern, flags }),
    jsonSchema: (schema, named = {}) => json_schema/* jsonSchema */.Og.create({ ...named, schema }),
    startsWith: (value, options = {}) => text_checks/* startsWith */.w1.create({ ...options, value }),
    maxLength: (limits) => text_checks/* maxLength */.Ru.create(limits),
};
function matches(pattern, options = {}) {
    const { source, flags } = Object(pattern);
    if (source === undefined || flags === undefined) {
        throw new ports_errors/* UserError */.yo(`check-matches: pattern is ${(0,values/* shownJson */.oB)(pattern)}: give a regular expression such as /\\d+/, or use checks.regex`);
    }
    return text_checks/* regex */.yG.create({
        id: 'check-matches',
        ...options,
        pattern: source,
        flags: flags.replaceAll(/[dgy]/g, ''),
    });
}
const EXCLUDES = { id: 'check-excludes', options: schemas/* strictObject */.rej({ value: scorers_options/* TEXT */.a$, ignoreCase: text_checks/* IGNORE_CASE */.uE }) };
function excludes(unwanted, given = {}) {
    const { id, options } = (0,scorers_options/* readOptions */.Tt)(EXCLUDES, { ...given, value: unwanted });
    const description = `Whether the answer does not contain ${(0,check/* quoted */.TL)(unwanted)}.`;
    return (0,check/* createCheck */.bY)({ id, name: 'Excludes', description }, (run) => {
        const answer = (0,run_texts/* answerText */.yy)(run);
        const found = (0,text_checks/* checkExcludes */.sb)(answer, unwanted, options);
        return { ...found, shown: { ...(0,check/* compared */.mU)(answer, unwanted, options), excluded: found.passed } };
    });
}
const SIMILARITY = {
    id: 'check-similarity',
    options: schemas/* strictObject */.rej({
        value: schemas/* string */.YjP({ error: 'must be a text' }),
        ignoreCase: text_checks/* IGNORE_CASE */.uE,
        threshold: scorers_options/* SHARE */.oV.optional(),
    }),
};
function similarity(expected, given = {}) {
    const { id, options } = (0,scorers_options/* readOptions */.Tt)(SIMILARITY, { ...given, value: expected });
    const { threshold } = options;
    const description = `How alike the answer and ${(0,check/* quoted */.TL)(expected)} are.`;
    return (0,check/* createCheck */.bY)({ id, name: 'Similarity', description }, (run) => {
        const answer = (0,run_texts/* answerText */.yy)(run);
        const { output, target } = (0,check/* compared */.mU)(answer, expected, options);
        const score = (0,content_similarity/* bigramSimilarity */._E)(output.replace(/\s+/gu, ''), target.replace(/\s+/gu, ''));
        const passed = score >= (threshold ?? 1);
        const wanted = threshold === undefined ? '' : `, at least ${threshold} wanted`;
        return {
            passed,
            reason: `Similarity ${score.toFixed(2)} with ${(0,check/* quoted */.TL)(expected)}${wanted}, found ${(0,check/* quoted */.TL)(answer)}.`,
            shown: { output, target, score, threshold },
            ...(threshold === undefined && { score }),
        };
    });
}

// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/answer-relevancy/answer-relevancy.js
var answer_relevancy = __webpack_require__(3767);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/answer-similarity/answer-similarity.js
var answer_similarity = __webpack_require__(8997);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/bias/bias.js
var bias = __webpack_require__(7621);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/completeness/completeness.js
var completeness = __webpack_require__(3071);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/context-precision/context-precision.js
var context_precision = __webpack_require__(245);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/context-relevance/context-relevance.js
var context_relevance = __webpack_require__(4321);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/factuality/factuality.js
var factuality = __webpack_require__(2031);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/faithfulness/faithfulness.js
var faithfulness = __webpack_require__(4167);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/hallucination/hallucination.js
var hallucination = __webpack_require__(3973);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/keyword-coverage/keyword-coverage.js
var keyword_coverage = __webpack_require__(1651);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/noise-sensitivity/noise-sensitivity.js
var noise_sensitivity = __webpack_require__(5865);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/prompt-alignment/prompt-alignment.js + 2 modules
var prompt_alignment = __webpack_require__(75);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/textual-difference/textual-difference.js
var textual_difference = __webpack_require__(2589);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/tone/tone.js + 1 modules
var tone = __webpack_require__(9361);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/tool-call-accuracy/tool-call-accuracy.js
var tool_call_accuracy = __webpack_require__(5869);
// EXTERNAL MODULE: ./.bundle/scorers/prebuilt/toxicity/toxicity.js
var toxicity = __webpack_require__(2269);
// EXTERNAL MODULE: ./.bundle/judging/judge-answer.js
var judge_answer = __webpack_require__(5637);
// EXTERNAL MODULE: ./.bundle/judging/verdict-store.js
var verdict_store = __webpack_require__(2056);
// EXTERNAL MODULE: ./.bundle/scorers/eval-scorer.js
var eval_scorer = __webpack_require__(6729);
// EXTERNAL MODULE: ./.bundle/scorers/builder/agent-run.js
var agent_run = __webpack_require__(5925);
;




function takeSource(id, config, source) {
    if (source === undefined || !(0,values/* isFields */.Ce)(config))
        return { given: config, contextOf: null };
    const { [source.option]: flat, ...rest } = config;
    const { [source.option]: nested, ...options } = (config.options ?? {});
    const found = flat ?? nested;
    const given = config.options === undefined ? rest : { ...rest, options };
    if (found === undefined)
        return { given, contextOf: null };
    if (flat !== undefined && nested !== undefined) {
        throw new ports_errors/* UserError */.yo(`${id}: ${source.option} is given twice, beside \`options\` and in it: remove one`);
    }
    if (typeof found !== 'function') {
        throw new ports_errors/* UserError */.yo(`${id}: ${source.option} is ${typeof found}, but it is a function that gives a list of texts`);
    }
    return {
        given,
        async contextOf(run, said) {
            try {
                const context = await source.call(found, {
                    input: (0,agent_run/* toAgentInput */.$E)(run.input ?? ''),
                    output: (0,agent_run/* toAgentOutput */.aU)(run.output),
                    runId: said.runId,
                    ...(run.requestContext !== undefined && { requestContext: run.requestContext }),
                });
                if ((0,values/* isTexts */.VP)(context))
                    return context;
                throw new TypeError(`${source.option} gave no list of texts`);
            }
            catch (cause) {
                throw new steps/* ScorerRunError */.mS({
                    scorerId: id,
                    failedStep: 'analyze',
                    completedSteps: [],
                    result: { ...said, score: null },
                    cause,
                });
            }
        },
    };
}

;











function judgedFactory({ about, needsInput, create, stepsOf, inCode, }) {
    return (config) => {
        const { given, contextOf } = takeSource(about.id, config, inCode.contextFrom);
        const { id, options } = (0,scorers_options/* readOptions */.Tt)(about, given, { also: JUDGE_OPTIONS });
        const salt = (0,external_node_crypto_.randomUUID)();
        const scorer = create({
            judge: resolveJudge(config, { env: process.env, salt }),
            store: (0,verdict_store/* createVerdictStore */.j_)(),
            options: contextOf === null ? options : { ...options, context: undefined },
            salt,
        });
        return {
            id,
            name: about.measure,
            description: about.summary,
            higherIsBetter: about.higherIsBetter,
            scale: options.scale,
            async run(run) {
                (0,eval_scorer/* checkRun */.Q)(id, run);
                const runId = run.runId ?? (0,external_node_crypto_.randomUUID)();
                const input = run.input ?? (needsInput ? run.input : '');
                checkSides({ input, output: run.output });
                const said = {
                    runId,
                    input: run.input,
                    output: run.output,
                    ...('groundTruth' in run && { groundTruth: run.groundTruth }),
                    ...('requestContext' in run && { requestContext: run.requestContext }),
                };
                const unreadable = unreadableOutput(run.output);
                if (unreadable !== null)
                    return unscoredResult(said, { kind: 'harness', reason: unreadable });
                const context = contextOf === null ? run.context : await contextOf(run, said);
                const request = requestOf((0,run_messages/* readAsked */.vo)(input ?? ''), { run, context, task: config.task });
                const prompts = { preprocess: [], analyze: [], 'generate-reason': [] };
                const judgements = await (0,judge_answer/* judgeAnswer */._)({
                    scorers: [scorer],
                    request,
                    answer: request.answer,
                    signal: run.signal ?? new AbortController().signal,
                    onQuestion: (step, question) => prompts[step].push((0,question_messages/* renderQuestionText */.Wl)(question)),
                });
                const named = promptsOf(prompts);
                const asked = { ...named, ...inCode.promptsAs?.(named) };
                const judgement = judgements[scorer.id];
                if (!judgement)
                    throw new Error(`the scorer ${scorer.id} gave no judgement`);
                if (judgement.status === 'unscored') {
                    const { kind, reason } = judgement;
                    return { ...unscoredResult(said, { kind, reason }), ...asked };
                }
                const { score, reason, flags } = judgement;
                const result = {
                    ...said,
                    score,
                    reason,
                    flags,
                    generateScoreStepResult: score,
                    generateReasonStepResult: reason,
                    ...asked,
                };
                return { ...result, ...stepsOf(judgement, request, options) };
            },
        };
    };
}
function checkSides({ input, output }) {
    const problems = [];
    if (!(0,run_messages/* isRunInput */.eb)(input)) {
        problems.push(`input is ${(0,values/* shownJson */.oB)(input)}, but it is what the agent was asked: give a text, or a list of messages with role and content`);
    }
    if (output === undefined || output === null) {
        problems.push(`output is ${(0,values/* shownJson */.oB)(output)}, but it is what the agent answered: give a text (an empty one where it said nothing), a message, or a list of messages`);
    }
    if (problems.length > 0)
        throw new ports_errors/* UserError */.yo(problems);
}
function unreadableOutput(output) {
    if ((0,run_messages/* isRunOutput */.zC)(output))
        return null;
    return `the output is ${(0,values/* shownJson */.oB)(output)}, neither a text nor messages with content: the program around the agent handed over something else`;
}
function requestOf(asked, { run, context, task, }) {
    const groundTruth = textOf(run.groundTruth);
    return {
        ...asked,
        task: task ?? asked.task,
        ...(groundTruth !== null && { groundTruth }),
        answer: { ...(0,run_messages/* readAnswer */.JN)(run.output), ...(context && { context }) },
    };
}
function textOf(groundTruth) {
    if (groundTruth === undefined || groundTruth === null)
        return null;
    if (typeof groundTruth === 'string')
        return groundTruth;
    return (0,run_messages/* isRunMessage */.rB)(groundTruth) ? (0,run_messages/* readAnswer */.JN)(groundTruth).output : JSON.stringify(groundTruth);
}
function unscoredResult(said, unscored) {
    return {
        ...said,
        score: null,
        reason: unscored.reason,
        unscored,
        flags: [],
    };
}
function promptsOf(prompts) {
    const [preprocess, analyze, reason] = [prompts.preprocess, prompts.analyze, prompts['generate-reason']].map((list) => (list.length === 0 ? undefined : list.join('\n\n')));
    return {
        ...(preprocess !== undefined && { preprocessPrompt: preprocess }),
        ...(analyze !== undefined && { analyzePrompt: analyze }),
        ...(reason !== undefined && { generateReasonPrompt: reason }),
    };
}

;





















const createAnswerRelevancyScorer = judgedFactory(answer_relevancy/* answerRelevancy */.eZ);
const createAnswerSimilarityScorer = judgedFactory(answer_similarity/* answerSimilarity */.Q);
const createFaithfulnessScorer = judgedFactory(faithfulness/* faithfulness */.F);
const createHallucinationScorer = judgedFactory(hallucination/* hallucination */.i);
const createFactualityScorer = judgedFactory(factuality/* factuality */.z);
const createPromptAlignmentScorerLLM = judgedFactory(prompt_alignment/* promptAlignment */.U);
const createNoiseSensitivityScorerLLM = judgedFactory(noise_sensitivity/* noiseSensitivity */.Eh);
const createContextPrecisionScorer = judgedFactory(context_precision/* contextPrecision */.kL);
const createContextRelevanceScorerLLM = judgedFactory(context_relevance/* contextRelevance */.D);
const createBiasScorer = judgedFactory(bias/* bias */.K);
const createToxicityScorer = judgedFactory(toxicity/* toxicity */.y);
const createCompletenessScorer = completeness/* completeness */.Pl.create;
const createKeywordCoverageScorer = keyword_coverage/* keywordCoverage */.Q8.create;
const createContentSimilarityScorer = content_similarity/* contentSimilarity */.No.create;
const createTextualDifferenceScorer = textual_difference/* textualDifference */.P2.create;
const createToneScorer = tone/* tone */.rR.create;
const createToolCallAccuracyScorerCode = tool_call_accuracy/* toolCallAccuracy */.u.create;
const createEqualsCheck = text_checks/* equals */.aI.create;
const createContainsCheck = text_checks/* contains */.gR.create;
const createRegexCheck = text_checks/* regex */.yG.create;
const createJsonSchemaCheck = json_schema/* jsonSchema */.Og.create;
const createStartsWithCheck = text_checks/* startsWith */.w1.create;
const createMaxLengthCheck = text_checks/* maxLength */.Ru.create;
const createCalledToolCheck = tool_checks/* calledTool */.gu.create;

// EXTERNAL MODULE: ./.bundle/workers/work-pool.js
var work_pool = __webpack_require__(9508);
;
function scorerSlots(scorers) {
    return scorerGroups(scorers).flatMap(({ path, step, scorers: listed }) => listed.map((scorer) => ({ path: [...path, scorer.id], step, scorer })));
}
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
function groupBySlot(scorers, found) {
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
function meansOf(found) {
    return [...Map.groupBy(found, ({ slot }) => slot)].flatMap(([slot, all]) => {
        const scores = all.flatMap(({ value }) => (value.score === null ? [] : [value.score]));
        if (scores.length === 0)
            return [];
        return [{ slot, value: scores.reduce((sum, score) => sum + score, 0) / scores.length }];
    });
}
function countsOf(found, isSuch) {
    return [
        ...Map.groupBy(found.filter(({ value }) => isSuch(value)), ({ slot }) => slot),
    ].map(([slot, all]) => ({ slot, value: all.length }));
}
function notScorableOf(found) {
    const counts = new Map();
    for (const { slot, value } of found) {
        const { id } = slot.scorer;
        if (value.unscored?.kind === 'not-scorable')
            counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
}

;




const SETTINGS = ['target', 'data', 'scorers', 'concurrency', 'targetOptions', 'onItemComplete', 'signal'];
const GROUPS = ['agent', 'workflow', 'steps'];
const ITEM = ['id', 'input', 'groundTruth', 'context', 'requestContext', 'startOptions'];
const LEFT_OUT = ['inputs', 'turns', 'expectedTrajectory'];
const CALLED = { expected: 'groundTruth', question: 'input', prompt: 'input' };
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
        const { input, context } = Object(item);
        const problems = LEFT_OUT.filter((name) => Object(item)[name] !== undefined).map((name) => `runEvals: data[${at}] has ${name}, which is left out here: give one input an item`);
        const slips = (0,values/* isFields */.Ce)(item) ? (0,eval_scorer/* slipsOf */.h)(item, ITEM).filter(({ key }) => !LEFT_OUT.includes(key)) : [];
        problems.push(...slips.map(({ key, meant }) => `runEvals: data[${at}] has ${key}. Did you mean \`${meant}\`?`));
        for (const [key, here] of Object.entries(CALLED)) {
            if (Object(item)[key] === undefined || Object(item)[here] !== undefined)
                continue;
            problems.push(`runEvals: data[${at}] has ${key}, which is called ${here} here`);
        }
        if ((input === undefined || input === null) && problems.length === 0) {
            problems.push(`runEvals: data[${at}] is ${(0,values/* shownJson */.oB)(item)}, without an input: give { input: … }`);
        }
        if (context !== undefined && !(0,values/* isTexts */.VP)(context)) {
            problems.push(`runEvals: data[${at}].context is ${(0,values/* shownJson */.oB)(context)}: give a list of texts`);
        }
        return problems;
    });
}
function scorerProblems(scorers, kind) {
    if (isScorer(scorers))
        return ['runEvals: scorers is a scorer: put it in a list, [scorer]'];
    if ((0,values/* isFields */.Ce)(scorers) && Object.values(scorers).some(isScorer)) {
        const [first = ''] = Object.entries(scorers).flatMap(([name, given]) => (isScorer(given) ? [name] : []));
        return [
            `runEvals: scorers.${first} is a scorer, and scorers is a list: give [scorer, …]; a scorer's results stand under its id, which its factory takes as an option`,
        ];
    }
    const groups = scorerGroups(scorers);
    if (groups.every(({ scorers: listed }) => !Array.isArray(listed) || listed.length === 0)) {
        return [
            `runEvals: scorers is ${(0,values/* shownJson */.oB)(scorers)}: give a list of at least one scorer, { agent: [] }, or { workflow: [], steps: {} }`,
        ];
    }
    const names = Array.isArray(scorers) ? [] : Object.keys(Object(scorers));
    const problems = names
        .filter((name) => !GROUPS.includes(name))
        .map((name) => `runEvals: scorers has no group ${JSON.stringify(name)}. ${(0,nearest_name/* suggestName */.S)(name, GROUPS)}`);
    for (const name of names) {
        const fits = name === 'agent' ? kind !== 'workflow' : kind === 'workflow';
        if (GROUPS.includes(name) && kind !== null && !fits) {
            problems.push(`runEvals: scorers.${name} does not go with a target that is ${article(kind)}`);
        }
    }
    for (const { path, scorers: listed } of groups) {
        const place = ['scorers', ...path].join('.');
        if (!Array.isArray(listed)) {
            problems.push(`runEvals: ${place} is ${(0,values/* shownJson */.oB)(listed)}: give a list of scorers`);
            continue;
        }
        const seen = new Set();
        for (const [at, scorer] of listed.entries()) {
            const { id } = Object(scorer);
            if (typeof scorer === 'function') {
                problems.push(`runEvals: ${place}[${at}] is a function, and no scorer yet: call it, as in createAnswerRelevancyScorer({ model })`);
            }
            else if (typeof id !== 'string' || !isScorer(scorer)) {
                problems.push(`runEvals: ${place}[${at}] is ${(0,values/* shownJson */.oB)(scorer)}, which is no scorer with id and run`);
            }
            else if (seen.has(id)) {
                problems.push(`runEvals: ${place} has two scorers with the id ${JSON.stringify(id)}: give one of them another, as in createContainsCheck({ value: 'x', id: 'names-x' })`);
            }
            else
                seen.add(id);
        }
    }
    return problems;
}
function isScorer(given) {
    const { id, run } = Object(given);
    return typeof id === 'string' && id !== '' && typeof run === 'function';
}
function article(kind) {
    return kind === 'agent' ? 'an agent' : `a ${kind}`;
}

;


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
            whole: kind === 'agent'
                ? { status: 'answered', input: ask_target_asMessages(input), output: answerOf(given) }
                : { status: 'answered', input, output: given },
            step: () => ({ status: 'missing', reason: 'the target is no workflow and has no steps' }),
        };
    }
    const { output, result: ended, status, error, steps } = Object(result);
    if (status === 'failed')
        throw new Error(`the workflow failed: ${(0,ports_errors/* messageOf */.bD)(error)}`, { cause: error });
    return {
        result,
        whole: { status: 'answered', input, output: present(output ?? ended, 'the workflow gave no output') },
        step: (name) => stepOf(Object(steps), name, input),
    };
}
function ask_target_asMessages(input) {
    if (!Array.isArray(input))
        return input;
    return input.map((message) => typeof message === 'string' ? { role: 'user', content: message } : message);
}
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

;






async function runEvals(config) {
    const problems = evalProblems(config);
    if (problems.length > 0)
        throw new ports_errors/* UserError */.yo(problems);
    const { data, scorers, concurrency = 1, onItemComplete } = config;
    const signal = config.signal ?? new AbortController().signal;
    const slots = scorerSlots(scorers);
    const done = [];
    const thrown = [];
    await (0,work_pool/* runPool */.k)({
        items: data.entries(),
        concurrency,
        signal,
        async run([at, item]) {
            const { answered, found } = await runItem(item, { slots, signal, config });
            if (signal.aborted)
                throw (0,ports_errors/* abortErrorOf */.Ou)(signal);
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
        if (error instanceof ports_errors/* ProviderError */.mZ && error.fatal)
            throw error;
        return { runId, score: null, reason: (0,ports_errors/* messageOf */.bD)(error), error };
    }
}
function checked(scorer, outcome) {
    const score = outcome.score;
    if (score === null || (typeof score === 'number' && Number.isFinite(score)))
        return outcome;
    throw new ports_errors/* ProviderError */.mZ(`the scorer ${scorer.id} gave ${String(score)} instead of a score`, {
        kind: 'malformed',
    });
}
class RunEvalsError extends Error {
    name = 'RunEvalsError';
    result;
    errors;
    constructor(result, errors) {
        const [first] = errors;
        const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
        super(`onItemComplete failed: ${(0,ports_errors/* messageOf */.bD)(first)}${more}`, { cause: first });
        this.result = result;
        this.errors = errors;
    }
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/core.js
var core_core = __webpack_require__(1376);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/registries.js
var registries = __webpack_require__(8224);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(8835);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/errors.js
var errors = __webpack_require__(2701);
;
// Zod 3 compat layer

/** @deprecated Use the raw string literal codes instead, e.g. "invalid_type". */
const ZodIssueCode = {
    invalid_type: "invalid_type",
    too_big: "too_big",
    too_small: "too_small",
    invalid_format: "invalid_format",
    not_multiple_of: "not_multiple_of",
    unrecognized_keys: "unrecognized_keys",
    invalid_union: "invalid_union",
    invalid_key: "invalid_key",
    invalid_element: "invalid_element",
    invalid_value: "invalid_value",
    custom: "custom",
};

/** @deprecated Use `z.config(params)` instead. */
function setErrorMap(map) {
    core.config({
        customError: map,
    });
}
/** @deprecated Use `z.config()` instead. */
function getErrorMap() {
    return core.config().customError;
}
/** @deprecated Do not use. Stub definition, only included for zod-to-json-schema compatibility. */
var ZodFirstPartyTypeKind;
(function (ZodFirstPartyTypeKind) {
})(ZodFirstPartyTypeKind || (ZodFirstPartyTypeKind = {}));

// EXTERNAL MODULE: ./node_modules/zod/v4/core/util.js
var util = __webpack_require__(7015);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(3971);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/parse.js
var parse = __webpack_require__(8623);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/errors.js
var core_errors = __webpack_require__(5856);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/schemas.js + 2 modules
var core_schemas = __webpack_require__(6823);
;
// Traversal pattern adapted from Jaen's v3 `mapOnSchema` (Apache-2.0): https://gist.github.com/jaens/7e15ae1984bb338c86eb5e452dee3010


const RESOLVING = Symbol("z.visit/resolving");
function visit(schema, fnOrHandlers) {
    const fn = typeof fnOrHandlers === "function"
        ? fnOrHandlers
        : (node, rewritten) => {
            // A union of handlers isn't callable with one argument; handler `K` only ever sees kind `K`.
            const h = fnOrHandlers[node._zod.def.type];
            return h ? h(node, rewritten) : node;
        };
    const cache = new Map();
    function run(s) {
        const cached = cache.get(s);
        if (cached === RESOLVING) {
            // Non-lazy cycle. Defer to parse time, when the cache holds the finished node.
            return new core_schemas/* $ZodLazy */.kU({
                type: "lazy",
                getter: () => cache.get(s),
            });
        }
        if (cached !== undefined)
            return cached;
        cache.set(s, RESOLVING);
        const inner = mapInner(s);
        const mapped = fn(inner, inner !== s);
        cache.set(s, mapped);
        return mapped;
    }
    function mapInner(s) {
        const def = s._zod.def;
        const kind = def.type;
        switch (kind) {
            case "object": {
                const oldShape = def.shape;
                const keys = Object.keys(oldShape);
                let changed = false;
                const newShape = {};
                for (const k of keys) {
                    const mapped = run(oldShape[k]);
                    if (mapped !== oldShape[k])
                        changed = true;
                    newShape[k] = mapped;
                }
                let newCatchall = def.catchall;
                if (def.catchall) {
                    newCatchall = run(def.catchall);
                    if (newCatchall !== def.catchall)
                        changed = true;
                }
                return changed ? (0,util/* clone */.o8)(s, { ...def, shape: newShape, catchall: newCatchall }) : s;
            }
            case "array": {
                const mapped = run(def.element);
                return mapped === def.element ? s : (0,util/* clone */.o8)(s, { ...def, element: mapped });
            }
            case "tuple": {
                const oldItems = def.items;
                let changed = false;
                const newItems = [];
                for (const item of oldItems) {
                    const mapped = run(item);
                    if (mapped !== item)
                        changed = true;
                    newItems.push(mapped);
                }
                let newRest = def.rest;
                if (def.rest) {
                    newRest = run(def.rest);
                    if (newRest !== def.rest)
                        changed = true;
                }
                return changed ? (0,util/* clone */.o8)(s, { ...def, items: newItems, rest: newRest }) : s;
            }
            case "record":
            case "map": {
                const newKey = run(def.keyType);
                const newVal = run(def.valueType);
                return newKey === def.keyType && newVal === def.valueType
                    ? s
                    : (0,util/* clone */.o8)(s, { ...def, keyType: newKey, valueType: newVal });
            }
            case "set": {
                const newVal = run(def.valueType);
                return newVal === def.valueType ? s : (0,util/* clone */.o8)(s, { ...def, valueType: newVal });
            }
            case "union": {
                const oldOptions = def.options;
                let changed = false;
                const newOptions = [];
                for (const opt of oldOptions) {
                    const mapped = run(opt);
                    if (mapped !== opt)
                        changed = true;
                    newOptions.push(mapped);
                }
                return changed ? (0,util/* clone */.o8)(s, { ...def, options: newOptions }) : s;
            }
            case "intersection": {
                const newLeft = run(def.left);
                const newRight = run(def.right);
                return newLeft === def.left && newRight === def.right
                    ? s
                    : (0,util/* clone */.o8)(s, { ...def, left: newLeft, right: newRight });
            }
            case "optional":
            case "nullable":
            case "default":
            case "prefault":
            case "catch":
            case "readonly":
            case "nonoptional":
            case "promise":
            case "success": {
                const newInner = run(def.innerType);
                return newInner === def.innerType ? s : (0,util/* clone */.o8)(s, { ...def, innerType: newInner });
            }
            case "pipe": {
                const newIn = run(def.in);
                const newOut = run(def.out);
                return newIn === def.in && newOut === def.out ? s : (0,util/* clone */.o8)(s, { ...def, in: newIn, out: newOut });
            }
            case "function": {
                const newInput = run(def.input);
                const newOutput = run(def.output);
                return newInput === def.input && newOutput === def.output
                    ? s
                    : (0,util/* clone */.o8)(s, { ...def, input: newInput, output: newOutput });
            }
            case "lazy": {
                // Invoking the getter here would trip the cycle check, so lazy nodes always re-clone.
                const original = def.getter;
                // Drop the memo, or it shadows the new getter forever.
                const { _cachedInner, ...rest } = def;
                return (0,util/* clone */.o8)(s, { ...rest, getter: () => run(original()) });
            }
            // A leaf by choice: `parts` are regex fragments, not data positions.
            case "template_literal":
            // Leaves.
            case "string":
            case "number":
            case "int":
            case "boolean":
            case "bigint":
            case "symbol":
            case "undefined":
            case "null":
            case "void":
            case "never":
            case "any":
            case "unknown":
            case "date":
            case "nan":
            case "enum":
            case "literal":
            case "file":
            case "transform":
            case "custom":
                return s;
            default: {
                // A new built-in kind becomes a compile error here; unknown user kinds fall through.
                kind;
                return s;
            }
        }
    }
    return run(schema);
}

;



/** Appends a pipe's own checks to the side that replaces it, mirroring how `.check()` clones. */
function withChecks(side, checks) {
    if (!checks?.length)
        return side;
    const def = side._zod.def;
    return (0,util/* clone */.o8)(side, (0,util/* mergeDefs */.zM)(def, { checks: [...(def.checks ?? []), ...checks] }), { parent: true });
}
/** The out side, carrying the pipe's own checks: those run against the decoded value, which is what `out` produces. */
function outSide(def) {
    return withChecks(def.out, def.checks);
}
/** The in side. `z.preprocess` pipes a transform into a schema, and a bare transform validates nothing, so the schema it feeds is the real input side — the resolution `toJSONSchema` already makes for this case. */
function inSide(def) {
    return def.in._zod.traits.has("$ZodTransform") ? outSide(def) : def.in;
}
/** Returns a copy of the schema with every pipe replaced by its input side. A codec's checks are dropped: they constrain the decoded value the input side never produces. */
function input(schema) {
    return visit(schema, {
        pipe: (s) => inSide(s._zod.def),
        // A default value belongs to the output side, so a rewritten inner type leaves it stranded. `.default()` widens the declared input type with `undefined`, and `optional` is what carries that across.
        default: (s, rewritten) => (rewritten ? schemas/* optional */.lqM(s._zod.def.innerType) : s),
        // A catch value is output-side too, but `.catch()` leaves the declared input type alone, so the inner schema stands on its own.
        catch: (s, rewritten) => (rewritten ? s._zod.def.innerType : s),
    });
}
/** Returns a copy of the schema with every pipe replaced by its output side, carrying over the pipe's own checks. */
function output(schema) {
    return visit(schema, {
        pipe: (s) => outSide(s._zod.def),
        // A prefault value is fed through the schema, which makes it input-side, so a rewritten inner type leaves it stranded.
        prefault: (s, rewritten) => (rewritten ? s._zod.def.innerType : s),
    });
}

;



function datetime(params) {
    return api/* _isoDateTime */.G1(schemas/* ZodISODateTime */.You, params);
}
function date(params) {
    return api/* _isoDate */.db(schemas/* ZodISODate */.Brp, params);
}
function time(params) {
    return api/* _isoTime */.Kn(schemas/* ZodISOTime */.WV4, params);
}
function duration(params) {
    return api/* _isoDuration */.f2(schemas/* ZodISODuration */.$A2, params);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/json-schema-processors.js
var json_schema_processors = __webpack_require__(155);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/parse.js
var core_parse = __webpack_require__(5472);
;

;












const createScorer = (0,create_scorer/* bindCreateScorer */.m)(rememberJudges(process.env));


}),

3971:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
__webpack_require__.d(__webpack_exports__, {
  bigint: () => (bigint),
  boolean: () => (boolean),
  date: () => (date),
  number: () => (number),
  string: () => (string)
});
var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8835);
var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1567);


function string(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__.K_(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.NDH, params);
}
function number(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__.qG(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.rSt, params);
}
function boolean(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__.dN(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.WFD, params);
}
function bigint(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__.St(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.Lr4, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__.B4(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.aPP, params);
}


})

};
