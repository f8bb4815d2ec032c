import { createBuiltinJudge } from '../../src/offline-judge/builtin-judge.js';
import type { Verdict } from '../../src/ports/verdict.js';

export type Asked = {
  readonly input: string;
  readonly answer: string;
  readonly task?: string | null;
  readonly history?: readonly { readonly role: string; readonly content: string }[];
  readonly toolCalls?: readonly string[];
  /** Default: the answer's lines and sentences. */
  readonly statements?: readonly string[];
};

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Lines, and sentences within them; a code block is one piece. */
function splitAnswer(answer: string): readonly string[] {
  const pieces: string[] = [];
  for (const part of answer.split(/(```[\s\S]*?```)/)) {
    if (part.startsWith('```')) pieces.push(part);
    else {
      for (const line of part.split('\n')) {
        if (/^[\s|:-]*$/.test(line) || /:\s*$/.test(line)) continue;
        if (/^\s*(?:[-*|]|\d+[.)])/.test(line)) pieces.push(line.trim());
        else for (const { segment } of sentences.segment(line)) pieces.push(segment.trim());
      }
    }
  }
  return pieces.filter((piece) => piece !== '');
}

/** Asks the built-in judge as a scorer does. */
export async function askVerdicts(asked: Asked): Promise<readonly (Verdict & { readonly text: string })[]> {
  const statements = asked.statements ?? splitAnswer(asked.answer);
  const reply = await createBuiltinJudge().ask(
    {
      name: 'answer-relevancy/verdicts',
      rules: '',
      schema: {},
      shape: '',
      data: {
        task: asked.task ?? null,
        conversation: asked.history ?? [],
        input: asked.input,
        answer: asked.answer,
        tool_calls: asked.toolCalls ?? [],
        statements: Object.fromEntries(statements.map((text, at) => [`s${at + 1}`, text])),
      },
    },
    { signal: new AbortController().signal },
  );
  const verdicts = reply as Record<string, { reason: string; verdict: Verdict['result'] }>;
  return statements.map((text, at) => {
    const given = verdicts[`s${at + 1}`];
    if (given === undefined) throw new Error(`no verdict for s${at + 1}`);
    return { text, result: given.verdict, reason: given.reason };
  });
}

/** The score that the verdicts give: yes 1, unsure 0.3, no 0. */
export async function scoreOf(asked: Asked): Promise<number> {
  const verdicts = await askVerdicts(asked);
  const sum = verdicts.reduce(
    (total, { result }) => total + (result === 'yes' ? 1 : result === 'unsure' ? 0.3 : 0),
    0,
  );
  return verdicts.length === 0 ? 0 : sum / verdicts.length;
}
