import type { Judge, VerdictStore } from '../../../ports/judge.js';
import type { RelevancyOptions } from '../../../ports/settings.js';
import type { VerdictLabel } from '../../../ports/verdict.js';
import { digest } from '../../digest.js';
import { addressesGrader } from '../../judged/protocol/addresses-grader.js';
import { createControlChooser } from '../../judged/protocol/control-statement.js';
import { type Extraction, extractStatements } from '../../judged/protocol/extract-statements.js';
import type { PreparedItems } from '../../judged/protocol/prepared-items.js';
import { LEFT_OUT, screenText } from '../../judged/protocol/screen-text.js';
import { renderToolCall, renderTurn } from '../../judged/protocol/tool-calls.js';
import { createVerdictKeys } from '../../judged/protocol/verdict-keys.js';
import type { ScoreOptions, ScoreRequest } from '../../scorer.js';

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
export type PreparedAnswer = PreparedItems<VerdictLabel> & {
  readonly extraction: Extraction;
  readonly callsOnly: boolean;
  readonly statements: readonly KeyedStatement[];
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
  const screened = screenText(answer.output);
  const shown = callsOnly ? '' : screened.shown;
  const extraction = callsOnly
    ? statementsOfCalls(calls)
    : await extractStatements(
        {
          judge,
          store,
          extraction: context.extraction,
          name: 'answer-relevancy/statements',
          answer: screened,
          answerHash,
        },
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
    shown,
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
      context: { task, conversation, input, answer: shown, tool_calls: toolCalls },
      itemsKey: 'statements',
      labels: LABELS,
    },
    controls: (seed) => createControlChooser({ salt, seed: `${answerHash}${seed}`, foreign }),
    controlLabels: ['no'],
    slip: 'calls a surely irrelevant statement relevant',
    toVerdict: ({ reason, verdict }) => ({ result: verdict, reason }),
    readKnown: (verdict) => verdict,
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
  };
}
