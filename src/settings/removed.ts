import { DEFAULT_CONFIG, STARTER_CONFIG } from './defaults.js';

type RemovedKind = 'input' | 'flag' | 'key' | 'command';
type Replacements = Readonly<Record<string, string>>;

const CONFIG = `\`${DEFAULT_CONFIG}\``;
const atTop = (lines: string) => `Put \`${lines}\` into ${CONFIG}.`;
const inSuite = (lines: string) => `Put \`${lines}\` into the suite in ${CONFIG}.`;

/** Suites are described in the config file only. */
const DESCRIBING_A_SUITE: Replacements = {
  prompt: `Suites are described in the config file. ${atTop(STARTER_CONFIG)}`,
  dataset: inSuite('dataset: evals/support.jsonl'),
  task: inSuite("task: Answers customers' questions about orders."),
  watch: inSuite('watch: ["prompts/**"]'),
  model: inSuite('target: { model: gpt-6-luna }'),
  'base-url': inSuite('target: { base-url: "https://models.example/v1" }'),
  'judge-model': atTop('judge: { model: gpt-6.1-terra }'),
  'judge-base-url': atTop('judge: { base-url: "https://models.example/v1" }'),
  threshold: inSuite('gate: { threshold: 0.8 }'),
  'max-drop': inSuite('gate: { max-drop: 0.02 }'),
  'case-drop': inSuite('gate: { case-drop: 0.5 }'),
  'fail-on': inSuite('gate: { fail-on: [regression, threshold] }'),
};

/** Replacements by kind and name, in whole sentences. A key of the config file has its bare name, wherever it was. */
const REMOVED: Readonly<Record<RemovedKind, Replacements>> = {
  input: DESCRIBING_A_SUITE,
  flag: {
    ...DESCRIBING_A_SUITE,
    'show-verdict': "The judge's verdict is shown after you label a statement.",
    'judge-check --json': '`judge-check` prints text only.',
  },
  key: {
    'min-agreement':
      'Labels stop no run any more: `prompt-regression judge-check` prints how far the judge agrees with them.',
    reference:
      'To compare with a release, give a scheduled run the git ref as `baseline`: it fails like a pull request (see examples/nightly.yml).',
    extraction: 'Answers are split by their structure now: delete it.',
  },
  command: {
    completion: 'Type `prompt-regression help` for the commands, and `help <command>` for its flags.',
    rejudge:
      'With `baseline: stored` a run judges the stored answers again if the judge changed: run `prompt-regression run`.',
  },
};

/** The replacement of a removed name; `null` for a name that never existed. */
export function replacementOf(kind: RemovedKind, name: string): string | null {
  const rows = REMOVED[kind];
  return Object.hasOwn(rows, name) ? (rows[name] ?? null) : null;
}
