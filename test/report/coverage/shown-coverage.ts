import type { Coverage, Noticing } from '../../../src/model/coverage.js';
import type { CoveredText } from '../../../src/report/coverage/coverage-view.js';
import { createBlock, createCoverage } from '../../support/coverage.js';

const PATH = 'prompts/support.md';

/** A prompt whose page shows every mark. `foreign`: stands in every place that holds foreign text. */
export function createShownCoverage(foreign = ''): {
  readonly coverage: Coverage;
  readonly files: readonly CoveredText[];
} {
  const lines = [
    `You are the support agent of Lumen, a shop for lamps.${foreign}`,
    '',
    '# Orders',
    '',
    '- Orders arrive within three working days. Say so whenever somebody asks about delivery.',
    '- Lamps can be returned within 60 days; the customer pays 4 euros.',
    '- Send questions about wholesale to trade@lumen.example.',
    '',
    'Every lamp has a warranty of five years. It does not cover bulbs.',
  ];
  const noticing = (caseId: string, effect: Noticing['effect'], text: string): Noticing => ({
    caseId: `${caseId}${foreign}`,
    effect,
    text: `${text}${foreign}`,
  });
  const blockAt = (first: number, last: number, noticedBy: readonly Noticing[], asked = 30) =>
    createBlock({
      path: PATH,
      lines: { first, last },
      text: lines.slice(first - 1, last).join('\n'),
      state: noticedBy.length > 0 ? 'noticed' : 'unnoticed',
      noticedBy: [...noticedBy],
      asked,
    });
  return {
    files: [{ path: PATH, text: `${lines.join('\n')}\n` }],
    coverage: createCoverage({
      suite: `support${foreign}`,
      cases: 120,
      blocks: [
        blockAt(1, 1, [{ caseId: 'who-are-you', effect: 'falls', text: '' }], 5),
        blockAt(3, 5, [noticing('late-parcel', 'lost-fact', 'Orders arrive within three working days.')], 5),
        blockAt(6, 6, [
          noticing('send-back', 'lost-fact', 'You pay 4 euros.'),
          noticing('refund', 'irrelevant', 'Our lamps are made in Norway.'),
        ]),
        blockAt(7, 7, []),
        blockAt(9, 9, [noticing('broken-bulb', 'breaks', '')], 10),
      ],
      placebo: { edit: 'heading-renamed', path: PATH, line: 3, asked: 30, noticedBy: [] },
      unscored: foreign === '' ? null : { cases: 1, reason: foreign },
      calls: 412,
    }),
  };
}
