import { type ContextSource, defineJudgedScorer } from '../define-scorer.js';
import { shareOf, yesOrNo } from '../judged/item-spec.js';
import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '../messages/run-messages.js';
import type { AboutScorer } from '../scorer.js';
import { CLAIM_OPTIONS, claimsPart, planClaims } from './faithfulness.js';

const about = {
  id: 'hallucination',
  factory: 'createHallucinationScorer',
  measure: 'hallucination',
  kind: 'judged',
  higherIsBetter: false,
  needs: ['context'],
  items: { one: 'claim', many: 'claims', bad: 'hallucinated' },
  summary: "Share of the answer's claims that the context contradicts or does not support.",
  formula: '((contradicted + unsupported claims) / claims) · scale; 0 without claims',
  options: CLAIM_OPTIONS,
} satisfies AboutScorer;

/** Returns a run's context; overrides `context`. Called once, before the answer is split. */
type GetContext = (params: {
  readonly run: {
    readonly input: ScorerRunInputForAgent;
    readonly output: ScorerRunOutputForAgent;
    readonly runId: string;
    readonly requestContext?: unknown;
  };
  readonly results: Readonly<Record<string, never>>;
  readonly step: 'analyze';
}) => readonly string[] | Promise<readonly string[]>;

const GET_CONTEXT: ContextSource<{ readonly getContext?: GetContext | undefined }> = {
  option: 'getContext',
  call: (get, run) => get({ run, results: {}, step: 'analyze' }),
};

const PART = claimsPart({ supported: 'yes', unsupported: 'no', contradicted: 'no' });

/** `(contradicted + unsupported) / claims`; 0 without claims. Lower is better. */
export const hallucination = defineJudgedScorer(
  {
    about,
    trustsCase: true,
    formulaVersion: 2,
    parts: () => [PART],
    plan: planClaims,
    share: (items) => shareOf(items, 'unsupported', 'contradicted'),
  },
  ({ statements: claims }) => ({
    preprocessStepResult: { claims: claims.map(({ text }) => text) },
    analyzeStepResult: {
      verdicts: claims.map(({ text, result, reason }) => ({
        statement: text,
        verdict: yesOrNo(result !== 'yes'),
        reason,
      })),
    },
  }),
  GET_CONTEXT,
);
