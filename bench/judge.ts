// How well a model judges: node --import ./test/support/typescript-hooks.mjs bench/judge.ts --judge-model <model>
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureAgreement } from '../evals/labelled/agreement.js';
import { labelsOf } from '../evals/labelled/judge-labelled.js';
import { type LabelledInput, readLabelledInputs } from '../evals/labelled/labelled-inputs.js';
import type { ScoredRun } from '../src/decide/compare/answer-pieces.js';
import { compareStatements } from '../src/decide/compare/compare-statements.js';
import { confirmFacts } from '../src/decide/compare/dropped-statements.js';
import type { FactInRuns } from '../src/decide/compare/facts.js';
import { judgeAnswer } from '../src/judging/judge-answer.js';
import { matchPieces } from '../src/judging/match-pieces.js';
import { openJudge } from '../src/judging/open-judging.js';
import { createMatchStore, createVerdictStore } from '../src/judging/verdict-store.js';
import { createHttpFetch } from '../src/llm/http-fetch.js';
import { openChatClient } from '../src/llm/open-chat-client.js';
import { createRateLimits } from '../src/llm/rate-limits.js';
import type { Fact, Match, StatementChange } from '../src/model/comparison.js';
import type { Judgement } from '../src/model/verdict.js';
import { renderToolCall } from '../src/scorers/judged/plan-request.js';
import { splitAnswer } from '../src/scorers/judged/split-answer.js';
import { answerRelevancy, computeRelevancy } from '../src/scorers/prebuilt/answer-relevancy.js';
import type { ScoreRequest } from '../src/scorers/scorer.js';
import { digest } from '../src/text/json.js';

/** Of each side in a comparison. */
const RUNS = 3;
const SETS = ['planted', 'labelled', 'one-fact', 'rewordings', 'meaning', 'restructured'] as const;

const { values } = parseArgs({
  options: {
    'judge-model': { type: 'string' },
    'base-url': { type: 'string' },
    sets: { type: 'string', default: SETS.join() },
    seed: { type: 'string', default: '20' },
    statements: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '16' },
    list: { type: 'boolean', default: false },
  },
});
const model = values['judge-model'];
if (model === undefined) throw new Error('--judge-model is missing: name a model at OPENAI_BASE_URL');

const provider = {
  baseUrl: values['base-url'] ?? process.env['OPENAI_BASE_URL'] ?? null,
  apiKey: process.env['OPENAI_API_KEY'] ?? null,
  apiKeySource: 'environment variable OPENAI_API_KEY',
};
const chat = openChatClient({
  provider,
  role: 'judge',
  maxRetries: 4,
  requestTimeoutMs: 3_600_000,
  httpFetch: createHttpFetch(process.env),
  rateLimits: createRateLimits({ maxConcurrency: Number(values.concurrency) }),
});
const judge = openJudge({ model, provider, parameters: {} }, chat, { salt: 'bench' });
const { signal } = new AbortController();
const options = answerRelevancy.about.options.parse({});
const createScorer = () =>
  answerRelevancy.create(options, { judge, store: createVerdictStore(), salt: 'bench' });
const print = (line: string) => process.stdout.write(`${line}\n`);

const sets: Readonly<Record<(typeof SETS)[number], () => Promise<number>>> = {
  planted: measurePlanted,
  labelled: measureLabelled,
  'one-fact': measureOneFact,
  rewordings: measureRewordings,
  meaning: measureMeaning,
  restructured: measureRestructured,
};
for (const set of SETS.filter((name) => values.sets.split(',').includes(name))) {
  const before = chat.usage();
  const answers = await sets[set]();
  const { calls, inputTokens, outputTokens } = chat.usage();
  const each = (count: number) => (count / answers).toFixed(answers === calls ? 0 : 2);
  const tokens = inputTokens + outputTokens - before.inputTokens - before.outputTokens;
  print(`  each: ${each(calls - before.calls)} calls, ${(tokens / answers).toFixed(0)} tokens`);
}

function rowsOf<Row>(name: string): readonly Row[] {
  const text = readFileSync(new URL(`judge-data/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

function requestOf({
  task = null,
  history = [],
  input,
  answer,
  toolCalls = [],
}: Partial<LabelledInput> & { readonly input: string; readonly answer: string }): ScoreRequest {
  return { task, history, input, answer: { status: 'answered', output: answer, toolCalls, finish: 'stop' } };
}

function statementsOf(judgement: Judgement | undefined) {
  return judgement?.status === 'scored' ? judgement.statements : [];
}

async function judgementOf(request: ScoreRequest): Promise<Judgement | undefined> {
  const scorer = createScorer();
  return (await judgeAnswer({ scorers: [scorer], request, answer: request.answer, signal }))[scorer.id];
}

/** Sentences with a clause that nobody asked for: found if that clause, or a piece with it, is *no*. */
async function measurePlanted(): Promise<number> {
  const rows = rowsOf<{ input: string; answer: string; planted: string }>('planted');
  const found = await Promise.all(
    rows.map(async ({ planted, ...row }) => {
      const statements = statementsOf(await judgementOf(requestOf(row)));
      const bad = statements.filter(
        ({ text, result }) =>
          result === 'no' &&
          (text.includes(planted) || (planted.includes(text) && 2 * text.length >= planted.length)),
      );
      const good = statements.some(({ result }) => result !== 'no');
      if (values.list && (bad.length === 0 || !good))
        print(`  ${bad.length === 0 ? 'missed' : 'all no'}: ${row.answer}`);
      return { isFound: bad.length > 0, isApart: bad.length > 0 && good };
    }),
  );
  const count = (key: keyof (typeof found)[number]) => found.filter((each) => each[key]).length;
  print(
    `planted clauses: ${count('isFound')} of ${rows.length} found, ${count('isApart')} apart from the answer`,
  );
  return rows.length;
}

/** Labelled statements, drawn by seed: agreement, and the error of the score of whole answers. */
async function measureLabelled(): Promise<number> {
  const parts = await Promise.all((['tuned', 'holdout', 'fresh'] as const).map(readLabelledInputs));
  const order = ({ id }: LabelledInput) => digest([values.seed, id]);
  const shuffled = parts.flat().toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const drawn: LabelledInput[] = [];
  for (const each of shuffled) {
    if (drawn.reduce((sum, { statements }) => sum + statements.length, 0) < Number(values.statements))
      drawn.push(each);
  }
  const judged = await Promise.all(
    drawn.map(async (each) => {
      const given = each.statements.map(({ text, quote = text }) => ({ text, quote }));
      const verdicts = await createScorer().judgeLabelled(requestOf(each), given, { signal });
      return each.statements.map((statement, index) => ({
        ...statement,
        inputId: each.id,
        verdict: verdicts[index] ?? null,
      }));
    }),
  );
  const before = chat.usage().calls;
  const errors = await Promise.all(
    drawn.map(async (each) => {
      const judgement = await judgementOf(requestOf(each));
      const due = computeRelevancy(
        each.statements.map(({ label }) => ({ result: label })),
        options.uncertaintyWeight,
      );
      return judgement?.status === 'scored' ? Math.abs(judgement.score - due) : null;
    }),
  );
  const known = errors.filter((error) => error !== null);
  const { statements, kappa, kappaMargin, kappaOfTwo, unscored } = measureAgreement(labelsOf(judged.flat()));
  if (values.list) {
    for (const { text, label, verdict, inputId } of judged.flat())
      if (verdict?.result !== label) print(`  ${inputId}: ${label}, judged ${verdict?.result}: ${text}`);
  }
  print(
    `labelled: ${statements} statements of ${drawn.length} answers, ${unscored} without a verdict; κ ${kappa?.toFixed(2)} ± ${kappaMargin?.toFixed(2)}, relevant against not ${kappaOfTwo?.toFixed(2)}`,
  );
  const mean = known.reduce((sum, error) => sum + error, 0) / known.length;
  print(
    `  mean error of the score: ${mean.toFixed(3)} (${known.length} answers, ${chat.usage().calls - before} calls)`,
  );
  return 2 * drawn.length;
}

/** Answers with one fact changed: told as dropped, partly dropped or said otherwise. */
async function measureOneFact(): Promise<number> {
  const rows = rowsOf<{ kind: string; lang: string; input: string; base: string; head: string }>('one-fact');
  const told = await Promise.all(
    rows.map((row) => compareOnce(row, [{ answer: row.base }], [{ answer: row.head }])),
  );
  const found = told.filter(({ length }) => length > 0);
  if (values.list) {
    for (const [at, changes] of told.entries())
      if (!found.includes(changes)) print(`  missed: ${rows[at]?.base} → ${rows[at]?.head}`);
  }
  const kinds = Map.groupBy(found.flat(), ({ kind }) => kind);
  const counts = [...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(', ');
  print(`one-fact changes: ${found.length} of ${rows.length} told (${counts})`);
  return rows.length;
}

/**
 * Faithful rewordings of an answer: how many are listed as possibly dropped with one run of each side, and how many would
 * be confirmed if the agent gave that answer in three runs.
 */
async function measureRewordings(): Promise<number> {
  const rows = rowsOf<{ input: string; base: string; rewordings: readonly string[] }>('rewordings');
  const pairs = rows.flatMap(({ input, base, rewordings }) =>
    rewordings.map((head) => ({ input, base, head })),
  );
  const told = await Promise.all(
    pairs.map(async ({ input, base, head }) =>
      compareOnce({ input }, threeOf({ answer: base }), threeOf({ answer: head })),
    ),
  );
  const listed = told.filter((changes) => changes.length > 0);
  const confirmed = told.filter((changes) => changes.some((change) => change.confirmed));
  if (values.list) {
    for (const [at, changes] of told.entries())
      for (const { kind, text, reason } of changes)
        print(`  ${kind}: ${text} (${reason}) ← ${pairs[at]?.head}`);
  }
  print(
    `faithful rewordings: ${listed.length} of ${pairs.length} listed as possible, ${confirmed.length} confirmed`,
  );
  return pairs.length;
}

type MeaningRow = {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly base: string;
  readonly head: string;
  readonly baseTools?: LabelledInput['toolCalls'];
  readonly headTools?: LabelledInput['toolCalls'];
};

async function compareRows(rows: readonly MeaningRow[]): Promise<readonly (readonly StatementChange[])[]> {
  return Promise.all(
    rows.map((row) =>
      compareOnce(
        row,
        threeOf({ answer: row.base, toolCalls: row.baseTools }),
        threeOf({ answer: row.head, toolCalls: row.headTools }),
      ),
    ),
  );
}

/** Pairs in which order, place, marks, a new sentence or a tool call changes the meaning: all should be reported. */
async function measureMeaning(): Promise<number> {
  const rows = rowsOf<MeaningRow>('meaning');
  const reported = await compareRows(rows);
  const confirmed = reported.filter((changes) => changes.some((change) => change.confirmed));
  for (const [at, changes] of reported.entries()) {
    if (changes.length === 0) print(`  missed: ${rows[at]?.id} (${rows[at]?.kind})`);
    else if (values.list) printChanges(rows[at]?.id ?? '', changes);
  }
  const found = reported.filter(({ length }) => length > 0);
  print(`changes of meaning: ${found.length} of ${rows.length} reported, ${confirmed.length} confirmed`);
  return rows.length;
}

/** Harmless reorderings, merges, splits and moves: none should be reported. */
async function measureRestructured(): Promise<number> {
  const rows = rowsOf<MeaningRow>('restructured');
  const reported = await compareRows(rows);
  const facts = rows.reduce((sum, { base }) => sum + runOf({ answer: base }).judgement.statements.length, 0);
  for (const [at, changes] of reported.entries()) printChanges(rows[at]?.id ?? '', changes);
  const listed = reported.filter(({ length }) => length > 0);
  const lost = reported.flat().filter((change) => change.confirmed);
  print(
    `restructured answers: ${listed.length} of ${rows.length} pairs listed, ${lost.length} of ${facts} facts confirmed as lost`,
  );
  return rows.length;
}

function printChanges(id: string, changes: readonly StatementChange[]): void {
  for (const { kind, text, otherText, reason, effect, confirmed } of changes) {
    const sure = confirmed ? 'confirmed' : 'possibly';
    print(`  ${id}: ${sure} ${effect ?? kind}: ${text} (${reason}) ← ${otherText ?? ''}`);
  }
}

function threeOf<Value>(value: Value): readonly Value[] {
  return Array.from({ length: RUNS }, () => value);
}

type Runs = readonly {
  readonly answer: string;
  readonly toolCalls?: LabelledInput['toolCalls'] | undefined;
}[];

/**
 * What becomes of the pieces of these answers, all of them relevant. Confirmed is what every base run says and no head run,
 * if a second judge call agrees.
 */
async function compareOnce(
  { input }: { readonly input: string },
  base: Runs,
  head: Runs,
): Promise<readonly StatementChange[]> {
  const store = createMatchStore();
  const matches: Match[] = [];
  const [before, now] = [base.map(runOf), head.map(runOf)];
  for (;;) {
    const { changes, facts, searches } = compareStatements(before, now, { matches });
    const second = changes.length === 0 ? [] : facts.flatMap(({ secondSearch }) => secondSearch ?? []);
    const due = searches.length > 0 || matches.some(({ draw }) => draw > 0) ? searches : second;
    // What the judge could not compare tells nothing.
    if (due.length === 0) {
      return matches.some(({ result: found }) => found.status === 'unknown')
        ? []
        : confirmFacts(changes, facts.filter(isConfirmed).map(asFact));
    }
    matches.push(
      ...(await matchPieces(
        { input, history: [], searches: due },
        { judge, store, salt: 'bench' },
        { signal },
      )),
    );
  }
}

function isConfirmed({ base, head, second }: FactInRuns): boolean {
  const isSaid = base.every((status) => status === 'said') && base.length >= RUNS;
  return isSaid && !head.includes('said') && second !== null && second !== 'said' && second !== 'unknown';
}

function asFact({ secondSearch: _, ...fact }: FactInRuns): Fact {
  return { ...fact, baseCase: [], headCase: [] };
}

/** A run whose pieces are all relevant, but for headings and lines that only announce the next. */
function runOf({ answer, toolCalls = [] }: Runs[number]): ScoredRun {
  const said = splitAnswer(answer).filter(
    ({ text, lead }) => !lead.trim().startsWith('#') && !/[:：]$/.test(text),
  );
  const texts = said.map(({ text, start, end }) => ({
    text,
    quote: answer.slice(start, end),
    key: text,
    result: 'yes' as const,
    reason: '',
  }));
  const calls = toolCalls.map(({ result: _, ...call }) => renderToolCall(call));
  const called = calls.map((call) => ({
    text: `called ${call}`,
    quote: call,
    key: call,
    result: 'yes' as const,
    reason: '',
    isCall: true as const,
  }));
  const judgement = { status: 'scored' as const, score: 1, reason: '', flags: [] };
  return { judgement: { ...judgement, statements: [...texts, ...called] }, answer, toolCalls };
}
