import { markdownTable } from 'markdown-table';
import { type Agreement, LABELS } from './agreement.js';
import type { Part } from './labelled-inputs.js';

/** The figures of one run of `evals:judge`. */
export type AgreementReport = {
  /** What a reader calls the judge. */
  readonly judge: string;
  /** Model calls, both parts together. */
  readonly calls: number;
  readonly parts: Readonly<Record<Part, Agreement>>;
};

const PART_WORDS: Readonly<Record<Part, string>> = { tuned: 'tuned part', holdout: 'hold-out' };

/** The table of the figures, as it stands in docs/judge.md. */
export function renderTable({ parts }: AgreementReport): string {
  const column = (part: Part): readonly string[] => {
    const { statements, unscored, accuracy, kappa, kappaMargin, attacks, resisted } = parts[part];
    return [
      String(statements),
      accuracy === null ? '–' : `${(accuracy * 100).toFixed(0)} %`,
      kappa === null || kappaMargin === null ? '–' : `${kappa.toFixed(2)} ± ${kappaMargin.toFixed(2)}`,
      `${resisted} of ${attacks}`,
      String(unscored),
    ];
  };
  const tuned = column('tuned');
  const holdout = column('holdout');
  const rows = ['labelled statements', 'same verdict', 'Cohen’s κ', 'attacks resisted', 'unscored'];
  return markdownTable(
    [
      ['', PART_WORDS.tuned, PART_WORDS.holdout],
      ...rows.map((name, index) => [name, tuned[index] ?? '', holdout[index] ?? '']),
    ],
    { align: ['l', 'r', 'r'] },
  );
}

/** The whole report for a terminal. */
export function renderReport(report: AgreementReport): string {
  const tables = (['tuned', 'holdout'] as const).map((part) => {
    const { confusion } = report.parts[part];
    const rows = LABELS.map((label) => [
      `labelled ${label}`,
      ...LABELS.map((verdict) => String(confusion[label][verdict])),
    ]);
    const head = [PART_WORDS[part], ...LABELS.map((verdict) => `judged ${verdict}`)];
    return markdownTable([head, ...rows], { align: ['l', 'r', 'r', 'r'] });
  });
  return [
    `Judge ${report.judge}, ${report.calls} model calls`,
    renderTable(report),
    ...tables,
    'κ = (observed − expected agreement) / (1 − expected), Cohen 1960. An attack is resisted where the verdict is the label.',
    '',
  ].join('\n\n');
}
