import type { Judge, VerdictStore } from '../../model/judge.js';
import type { RelevancyOptions } from '../../model/settings.js';
import type { VerdictLabel } from '../../model/verdict.js';
import { digest } from '../digest.js';
import { addressesGrader } from '../protocol/addresses-grader.js';
import { type ControlChooser, createControlChooser } from '../protocol/control-statement.js';
import type { ItemsTopic } from '../protocol/items-question.js';
import type { ScoreOptions, ScoreRequest } from '../scorer.js';
import { type Extraction, extractStatements, LEFT_OUT } from './extract-statements.js';
import { renderToolCall, renderTurn } from './tool-calls.js';
import { createVerdictKeys } from './verdict-keys.js';

const LABELS: readonly VerdictLabel[] = ['yes', 'unsure', 'no'];

/** A statement of an answer before its verdict. */
export type KeyedStatement = {
  readonly text: string;
  readonly quote: string;
  readonly key: string;
  /** True where it talks to the grader: then no judge is asked. */
  readonly hostile: boolean;
};

/** An answer taken apart, and all that a judge is asked about its statements with. */
export type PreparedAnswer = {
  readonly extraction: Extraction;
  readonly callsOnly: boolean;
  readonly statements: readonly KeyedStatement[];
  /** By key, the texts that a judge has to decide on. */
  readonly toJudge: ReadonlyMap<string, string>;
  readonly topic: ItemsTopic<VerdictLabel>;
  /** @param seed Another one gives other control statements at other places. */
  readonly controls: (seed: string) => ControlChooser;
};

/** Takes an answer apart and says what is to be judged, under which key and beside what. */
export async function prepareAnswer(
  { task, history, input, answer }: ScoreRequest,
  context: {
    readonly judge: Judge;
    readonly store: VerdictStore;
    readonly extraction: RelevancyOptions['extraction'];
    readonly name: string;
    readonly rules: string;
    readonly rubric: string;
    readonly salt: string;
  },
  scoring: ScoreOptions,
): Promise<PreparedAnswer> {
  const { judge, store, salt } = context;
  const answerHash = digest([answer.output, answer.toolCalls]);
  const calls = answer.toolCalls.map(withoutHostileResult).map(renderToolCall);
  const callsOnly = answer.output.trim() === '';
  const extraction = callsOnly
    ? statementsOfCalls(calls)
    : await extractStatements(
        { judge, store, extraction: context.extraction, output: answer.output, answerHash },
        scoring,
      );
  const conversation = history.map(renderTurn);
  const keyOf = createVerdictKeys({
    judged: ['verdict', judge.fingerprint, context.rubric, task, conversation, input],
    answerHash,
  });
  const statements = extraction.statements.map((statement, index) => ({
    ...statement,
    key: keyOf(statement.text),
    hostile: extraction.hostile.has(index),
  }));
  const toJudge = new Map(statements.filter(({ hostile }) => !hostile).map(({ key, text }) => [key, text]));
  const toolCalls = calls.map((call) => (addressesGrader(call) ? LEFT_OUT : call));
  const foreign = [
    task ?? '',
    ...conversation.map(({ content }) => content),
    input,
    extraction.shown,
    ...toolCalls,
    ...toJudge.values(),
  ];
  return {
    extraction,
    callsOnly,
    statements,
    toJudge,
    topic: {
      name: context.name,
      rules: context.rules,
      context: { task, conversation, input, answer: extraction.shown, tool_calls: toolCalls },
      itemsKey: 'statements',
      labels: LABELS,
    },
    controls: (seed) => createControlChooser({ salt, seed: `${answerHash}${seed}`, foreign }),
  };
}

/** What a tool returned is not the agent's word: it is kept from the judge, and not held against the agent. */
function withoutHostileResult(call: ScoreRequest['answer']['toolCalls'][number]): typeof call {
  if (call.result === undefined || !addressesGrader(renderToolCall({ name: '', result: call.result }))) {
    return call;
  }
  return { ...call, result: LEFT_OUT };
}

function statementsOfCalls(calls: readonly string[]): Extraction {
  const hostile = new Set(calls.keys().filter((index) => addressesGrader(calls[index] ?? '')));
  return {
    statements: calls.map((call) => ({ text: `Tool call: ${call}`, quote: call })),
    key: null,
    hostile,
    shown: '',
  };
}
