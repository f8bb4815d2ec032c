import type { AskVariant, CoveragePlan } from '../../src/coverage/measure-coverage.js';
import type { Fact, FactStatus, PairedCase } from '../../src/model/comparison.js';
import { createSeededRandom } from '../../test/support/seeded-random.js';

/**
 * An agent whose every rule is one line of its prompt: `- Asked about refunds, say: within 14 days.` It says the rule's
 * words if the question names its subject.
 */
export type ScriptedSuite = {
  readonly prompt: string;
  readonly cases: readonly { readonly id: string; readonly question: string }[];
  /** Words of every answer, whatever the prompt says. */
  readonly shared?: readonly string[];
  /** Chance with which an answer follows a rule, by the rule's words; 1 if it is not listed. */
  readonly habits?: ReadonlyMap<string, number>;
  /** Chance of a wrong verdict about one fact of one answer. */
  readonly misread?: number;
  readonly seed?: number;
};

const RULE = /^- Asked about (\w+), say: (.+)$/gm;

/** What an answer says, and what the judge reads in it: the same each time it is asked. */
type ScriptedAnswer = { readonly said: readonly string[]; readonly read: Map<string, boolean> };

/** Base answers that are stored before anything is asked. */
const STORED = 3;

export class ScriptedLab {
  answers = 0;
  /** Answers that may still be asked for. */
  budget = Number.POSITIVE_INFINITY;
  readonly #suite: ScriptedSuite;
  readonly #random: () => number;
  readonly #base = new Map<string, ScriptedAnswer[]>();
  readonly #variants = new Map<string, ScriptedAnswer[]>();

  constructor(suite: ScriptedSuite) {
    this.#suite = suite;
    this.#random = createSeededRandom(suite.seed ?? 1);
    for (const { id, question } of suite.cases) {
      this.#base.set(
        id,
        Array.from({ length: STORED }, () => this.#answer(suite.prompt, question)),
      );
    }
  }

  get plan(): CoveragePlan {
    const { prompt, cases } = this.#suite;
    return {
      files: [{ path: 'prompts/support.md', text: prompt, isPrompt: true }],
      cases: cases.map(({ id, question }) => ({ id, text: question })),
      all: false,
    };
  }

  readonly ask: AskVariant = async (variant, { side, caseIds, upTo }) => {
    const compared = [];
    for (const id of caseIds) {
      const question = this.#suite.cases.find((each) => each.id === id)?.question ?? '';
      const key = `${variant.name}\n${id}`;
      const variants = this.#variants.get(key) ?? [];
      this.#variants.set(key, variants);
      const base = this.#base.get(id) ?? [];
      const [list, prompt] = side === 'base' ? [base, this.#suite.prompt] : [variants, variant.text];
      while (list.length < upTo) {
        if (this.budget === 0) return null;
        this.budget -= 1;
        this.answers += 1;
        list.push(this.#answer(prompt, question));
      }
      const counts = { variant: variants.length, base: base.length };
      compared.push({ id, pairs: [this.#compare(id, base, variants)], counts });
    }
    return compared;
  };

  #answer(prompt: string, question: string): ScriptedAnswer {
    const { habits, shared = [] } = this.#suite;
    const asked = new Set(question.split(/\W+/));
    const rules = [...prompt.matchAll(RULE)]
      .filter(([, subject = '']) => asked.has(subject))
      .map(([, , words = '']) => words);
    const said = [...shared, ...rules].filter((words) => this.#random() < (habits?.get(words) ?? 1));
    return { said, read: new Map() };
  }

  #judge({ said, read }: ScriptedAnswer, fact: string): FactStatus {
    const known = read.get(fact) ?? said.includes(fact) !== this.#random() < (this.#suite.misread ?? 0);
    read.set(fact, known);
    return known ? 'said' : 'dropped';
  }

  #compare(id: string, base: readonly ScriptedAnswer[], variants: readonly ScriptedAnswer[]): PairedCase {
    const [first = { said: [], read: new Map() }] = variants;
    const said = [...new Set(base.slice(0, STORED).flatMap((answer) => answer.said))];
    const facts = said
      .filter((fact) => this.#judge(first, fact) === 'dropped')
      .map((text): Fact => {
        const statuses = (answers: readonly ScriptedAnswer[]) =>
          answers.map((answer) => this.#judge(answer, text));
        return {
          kind: 'statement',
          text,
          label: 'yes',
          base: statuses(base.slice(0, STORED)),
          head: ['dropped'],
          baseCase: statuses(base.slice(STORED)),
          headCase: statuses(variants.slice(1)),
          second: null,
          otherText: null,
          reason: '',
        };
      });
    return {
      id,
      input: id,
      baseScores: base.slice(0, STORED).map(() => 100),
      headScores: variants.slice(0, 1).map(() => 100),
      baseCaseScores: base.slice(STORED).map(() => 100),
      headCaseScores: variants.slice(1).map(() => 100),
      base: 100,
      head: 100,
      delta: 0,
      statements: [],
      irrelevant: [],
      facts,
      baseAnswer: null,
      headAnswer: null,
      links: null,
      flags: [],
    };
  }
}
