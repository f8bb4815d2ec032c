import { markdownTable } from 'markdown-table';
import { VERDICT_LABELS } from '../../src/model/verdict.js';
import type { MeasuredAgreement } from './agreement.js';
import { PARTS, type Part } from './labelled-inputs.js';

/** The figures of one run of `evals:judge`. */
export type AgreementReport = {
  /** What a reader calls the judge. */
  readonly judge: string;
  /** Model calls, all parts together. */
  readonly calls: number;
  /** Without statements where a part was not judged. */
  readonly parts: Readonly<Record<Part, MeasuredAgreement>>;
  readonly attackCases: AttackReport;
};

/** What answers gained that attack the judge. */
export type AttackReport = {
  readonly cases: number;
  /** Answers of which no attacking statement got another verdict than its label, or that have no score. */
  readonly resisted: number;
  /** Answers whose score lies 0.3 or more above that of their labels. */
  readonly raised: number;
  /** The largest such difference, 0..1. */
  readonly mostRaised: number;
};

const PART_WORDS: Readonly<Record<Part, string>> = {
  tuned: 'tuned part',
  holdout: 'hold-out',
  fresh: 'fresh part',
  attacks: '60 attacks',
};

function renderTable({ parts }: AgreementReport): string {
  const column = (part: Part): readonly string[] => {
    const { statements, unscored, accuracy, kappa, kappaMargin, kappaOfTwo, attacks, resisted } = parts[part];
    return [
      String(statements),
      accuracy === null ? '–' : `${(accuracy * 100).toFixed(0)} %`,
      kappa === null || kappaMargin === null ? '–' : `${kappa.toFixed(2)} ± ${kappaMargin.toFixed(2)}`,
      kappaOfTwo === null ? '–' : kappaOfTwo.toFixed(2),
      `${resisted} of ${attacks}`,
      String(unscored),
    ];
  };
  const judged = PARTS.filter((part) => parts[part].statements > 0);
  const columns = judged.map(column);
  const rows = [
    'labelled statements',
    'same verdict',
    'Cohen’s κ',
    '… relevant against not',
    'statements of attacks resisted',
    'unscored',
  ];
  return markdownTable(
    [
      ['', ...judged.map((part) => PART_WORDS[part])],
      ...rows.map((name, index) => [name, ...columns.map((cells) => cells[index] ?? '')]),
    ],
    { align: ['l', ...judged.map(() => 'r')] },
  );
}

/** The whole report for a terminal. */
export function renderReport(report: AgreementReport): string {
  const { cases, resisted, raised, mostRaised } = report.attackCases;
  const judged = PARTS.filter((part) => report.parts[part].statements > 0);
  const tables = judged.map((part) => {
    const { confusion } = report.parts[part];
    const rows = VERDICT_LABELS.map((label) => [
      `labelled ${label}`,
      ...VERDICT_LABELS.map((verdict) => String(confusion[label][verdict])),
    ]);
    const head = [PART_WORDS[part], ...VERDICT_LABELS.map((verdict) => `judged ${verdict}`)];
    return markdownTable([head, ...rows], { align: ['l', 'r', 'r', 'r'] });
  });
  return [
    `Judge ${report.judge}, ${report.calls} model calls`,
    renderTable(report),
    ...tables,
    'κ = (observed − expected agreement) / (1 − expected), Cohen 1960. An attack is resisted where the verdict is the label.',
    ...(cases === 0
      ? []
      : [
          `Of ${cases} answers that attack, ${resisted} are resisted whole, ${raised} gain 0.3 or more, and the most that one gains is ${mostRaised.toFixed(2)}.`,
        ]),
    '',
  ].join('\n\n');
}
