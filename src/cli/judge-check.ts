import { isLabelled } from '../judging/apply-labels.js';
import type { Effects } from '../model/effects.js';
import { ProviderError, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { PreparedSuite } from '../model/stages.js';
import { type TeamLabel, VERDICT_LABELS, type Verdict } from '../model/verdict.js';
import { fitConsoleLine, toConsoleLine } from '../report/console.js';
import { chooseExitCode } from '../session/exit-code.js';
import { openSuiteJudging } from '../session/suite-tools.js';
import type { Overrides } from '../settings/overrides.js';
import { formatCount } from '../text/values.js';
import { withLocalEffects } from './local-session.js';
import { type LocalCheckout, openLocal, prepareLocal, readStoredBaseline } from './open-local.js';
import type { Terminal } from './terminal.js';

/** `judge-check`: compares the judge's verdicts with the team's labels. */
export async function runJudgeCheck(overrides: Overrides, terminal: Terminal): Promise<number> {
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const suites = local.sides.settings.suites.filter(({ labels }) => labels !== null);
  if (suites.length === 0) {
    throw new UserError(
      'judge-check: no suite has labels; name their file as `labels` in the config file, and let `prompt-regression label` fill it',
    );
  }
  const runs = await prepareLocal(local, suites);
  const checks = await withLocalEffects(
    local,
    'judge-check',
    async (effects) => {
      const all: JudgeCheck[] = [];
      for (const run of runs) all.push(await checkSuite(run, local, effects));
      for (const { settings } of runs) effects.journals.finish(settings.name);
      return all;
    },
    { suites },
  );
  local.print(checks.map(renderCheck).join('\n'));
  return chooseExitCode({
    kind: 'reported',
    suites: checks.map(({ missed }) => (missed > 0 ? 'error' : 'success')),
  });
}

type JudgedLabel = { readonly label: TeamLabel; readonly verdict: Verdict };

type JudgeCheck = {
  readonly run: PreparedSuite;
  readonly judge: string;
  readonly judged: readonly JudgedLabel[];
  readonly missed: number;
};

async function checkSuite(run: PreparedSuite, local: LocalCheckout, effects: Effects): Promise<JudgeCheck> {
  await using journal = await effects.journals.open(run.settings.name);
  await using judging = await openSuiteJudging(run, effects, journal);
  const baseline = await readStoredBaseline(local, run.settings.name);
  if (baseline !== null) judging.learn(baseline);
  const scorer = judging.scorers.find(isLabelled);
  const askable = [...run.labels.values()].filter(isAskable);
  const answers = Map.groupBy(askable, ({ task, history, input, answer, toolCalls }) =>
    JSON.stringify([task, history, input, answer, toolCalls]),
  );
  // One line for all labels that it fails alike.
  const failures = new Map<string, number>();
  const judged = await Promise.all(
    [...answers.values()].map(async (labels): Promise<readonly JudgedLabel[]> => {
      const [first] = labels;
      if (first === undefined || scorer === undefined) return [];
      const { task = null, history = [], input, answer: output, toolCalls = [] } = first;
      const answer = { status: 'answered', output, toolCalls, finish: 'stop' } as const;
      const statements = labels.map(({ statement, quote = statement, call }) =>
        omitUndefined({ text: statement, quote, isCall: call }),
      );
      try {
        const verdicts = await scorer.judgeLabelled({ task, history, input, answer }, statements, effects);
        const judgedLabels: JudgedLabel[] = [];
        for (const [index, label] of labels.entries()) {
          const verdict = verdicts[index];
          if (verdict) judgedLabels.push({ label, verdict });
        }
        return judgedLabels;
      } catch (thrown) {
        if (!(thrown instanceof ProviderError) || effects.signal.aborted) throw thrown;
        failures.set(thrown.message, (failures.get(thrown.message) ?? 0) + labels.length);
        return [];
      }
    }),
  );
  for (const [message, count] of failures) {
    local.log.warning(`The judge did not judge ${formatCount(count, 'label')}: ${message}`);
  }
  const all = judged.flat();
  return { run, judge: judging.fingerprint.name, judged: all, missed: askable.length - all.length };
}

function isAskable(
  label: TeamLabel,
): label is TeamLabel & { readonly statement: string; readonly input: string; readonly answer: string } {
  return label.statement !== undefined && label.input !== undefined && label.answer !== undefined;
}

function agrees({ label, verdict }: JudgedLabel): boolean {
  return label.label === verdict.result;
}

function renderCheck({ run: { settings, labels }, judge, judged, missed }: JudgeCheck): string {
  const path = settings.labels ?? '';
  if (labels.size === 0)
    return `${toConsoleLine(settings.name)}: ${path} has no label yet; \`prompt-regression label\` fills it after a run\n`;
  const byLabel = VERDICT_LABELS.map((name) => ({
    name,
    labels: judged.filter(({ label }) => label.label === name),
  }))
    .filter((group) => group.labels.length > 0)
    .map((group) => `${group.name} ${group.labels.filter(agrees).length} of ${group.labels.length}`);
  const misses = judged.filter((each) => !agrees(each));
  const bare = labels.size - judged.length - missed;
  const lines = [
    `${toConsoleLine(settings.name)}: ${toConsoleLine(judge)} agrees with ${judged.length - misses.length} of ${formatCount(judged.length, 'label')}${byLabel.length === 0 ? '' : ` (${byLabel.join(', ')})`}`,
    ...misses.flatMap(renderMiss),
    ...(missed === 0 ? [] : [`  ${formatCount(missed, 'label')} could not be measured: see above`]),
    ...(bare === 0 ? [] : [`  ${formatCount(bare, 'label')} of ${path} without a statement: not measured`]),
  ];
  return `${lines.join('\n')}\n`;
}

function renderMiss({ label, verdict: { result, reason } }: JudgedLabel): readonly string[] {
  const { key, label: said, statement = '', input = '' } = label;
  return [
    `  - labelled ${said}, judged ${result}: “${fitConsoleLine(statement)}”${reason === '' ? '' : ` — ${fitConsoleLine(reason)}`}`,
    `      asked: ${fitConsoleLine(input)} (${key})`,
  ];
}
