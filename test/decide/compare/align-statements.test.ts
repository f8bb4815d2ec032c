import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignStatements } from '../../../src/decide/compare/align-statements.js';
import {
  createFeatureReader,
  statementSimilarity,
} from '../../../src/decide/compare/statement-similarity.js';
import { bareWording } from '../../../src/text/wording.js';

function kindOf(a: string, b: string): string {
  const [link] = alignStatements([bareWording(a)], [bareWording(b)], createFeatureReader());
  return link?.kind ?? 'unmatched';
}

describe('alignStatements', () => {
  it.each([
    ['Refunds take five days.', 'Refunds take five days.'],
    ['- **Refunds take five days.**', 'Refunds take five days'],
    ['“Refunds  take\nfive days”', '* Refunds take five days!'],
    ['Caf\u00e9 opens at noon.', 'Cafe\u0301 opens at noon.'],
  ])('the same but for its dress: %j and %j', (a, b) => {
    expect(kindOf(a, b)).toBe('same');
  });

  it.each([
    [
      'Your refund arrives on your card within 5 business days.',
      'Your refund will arrive on your card within 5 business days.',
    ],
    [
      'You can cancel the plan in the billing settings.',
      'You can cancel your plan in the billing settings page.',
    ],
    [
      'Die Rechnung liegt im Kundenportal unter Dokumente.',
      'Die Rechnung finden Sie im Kundenportal unter Dokumente.',
    ],
    [
      '請求書は請求設定のページからダウンロードできます。',
      '請求書は請求設定のページでダウンロードできます。',
    ],
    ['Счёт можно скачать в настройках оплаты.', 'Счёт можно скачать в разделе настройках оплаты.'],
    ['ยอดเงินจะคืนเข้าบัตรของคุณภายในห้าวัน', 'ยอดเงินจะคืนเข้าบัตรของท่านภายในห้าวัน'],
    ['يمكنك تنزيل الفاتورة من صفحة إعدادات الفوترة', 'يمكنك تنزيل الفاتورة من خلال صفحة إعدادات الفوترة'],
  ])('reworded: %j and %j', (a, b) => {
    expect(['reworded', 'probably-reworded']).toContain(kindOf(a, b));
  });

  it.each([
    ['another number', 'Your refund arrives within 14 days.', 'Your refund arrives within 30 days.'],
    ['another number word', 'Your refund arrives within five days.', 'Your refund arrives within nine days.'],
    ['negated', 'You can cancel the plan at any time.', 'You cannot cancel the plan at any time.'],
    [
      'negated by an ending',
      'The invoice does include the shipping fee.',
      "The invoice doesn't include the shipping fee.",
    ],
    [
      'negated in German',
      'Sie können den Vertrag jederzeit kündigen.',
      'Sie können den Vertrag nicht jederzeit kündigen.',
    ],
    [
      'negated in French',
      'Vous pouvez annuler le contrat en ligne.',
      'Vous ne pouvez pas annuler le contrat en ligne.',
    ],
    ['negated in Spanish', 'El plan incluye los gastos de envío.', 'El plan no incluye los gastos de envío.'],
    ['negated in Japanese', 'この契約はいつでも解約できます。', 'この契約はいつでも解約できません。'],
    ['negated in Chinese', '您可以随时取消这个套餐合同。', '您不可以随时取消这个套餐合同。'],
    [
      'negated in Russian',
      'Договор можно расторгнуть онлайн сегодня.',
      'Договор не можно расторгнуть онлайн сегодня.',
    ],
    [
      'another name',
      'The account belongs to Miller in the billing team.',
      'The account belongs to Novak in the billing team.',
    ],
    [
      'another month',
      'The next invoice is due early in March this year.',
      'The next invoice is due early in April this year.',
    ],
    [
      'another acronym',
      'The report is exported as a PDF file every night.',
      'The report is exported as a CSV file every night.',
    ],
    ['another topic', 'Refunds take a while on some cards.', 'Our office has a lovely garden.'],
    ['one word in common of two', 'Great question.', 'Great weather.'],
  ])('not the same: %s', (_, a, b) => {
    expect(kindOf(a, b)).toBe('unmatched');
    expect(kindOf(b, a)).toBe('unmatched');
  });

  it.each([
    [
      'thousands either way',
      'The licence costs 1,000 euro for a team.',
      'The licence costs 1.000 euro for each team.',
    ],
    [
      'a number as word',
      'The licence lasts twelve months for a team.',
      'The licence lasts 12 months for each team.',
    ],
    ['negated twice', 'There is no plan without support included.', 'The plan is with support included.'],
    [
      'a concord negation',
      'El plan no incluye nada de soporte técnico.',
      'El plan no incluye soporte técnico.',
    ],
    [
      'one side alone has a name',
      'You can ask our team about the invoice.',
      'You can ask Miller in our team about the invoice.',
    ],
  ])('no contradiction: %s', (_, a, b) => {
    expect(kindOf(a, b)).not.toBe('unmatched');
  });

  it('takes short statements only where they are nearly equal', () => {
    expect(kindOf('Invoices downloaded.', 'Invoice downloaded.')).toBe('reworded');
    expect(kindOf('Invoices downloaded.', 'Invoices uploaded.')).toBe('unmatched');
    expect(kindOf('Yes.', 'No.')).toBe('unmatched');
  });

  it('aligns the whole best, not each statement first come first served', () => {
    const from = [
      'The refund takes a while on old cards',
      'The refund takes a while on old cards and gift cards',
    ];
    const to = [
      'The refund takes a while on old cards and gift cards mostly',
      'The refund takes a while on most old cards',
    ];
    const links = alignStatements(from, to, createFeatureReader());
    expect(links.map((link) => link?.to)).toEqual([1, 0]);
  });

  it('stays quick and sensible on thousands of statements', () => {
    const say = (index: number, rest: string) => `Item ${index} of the catalogue is described ${rest}`;
    const from = Array.from({ length: 3000 }, (_, index) => say(index, 'at some length here'));
    const to = Array.from({ length: 3000 }, (_, index) => say(index, 'at great length here'));
    const links = alignStatements(from, to, createFeatureReader());
    expect(links.filter((link, index) => link?.to === index)).toHaveLength(3000);
  });

  it('reads only the beginning of a very long statement, except for equality', () => {
    const long = 'word salad and more '.repeat(20_000);
    expect(kindOf(`${long}a`, `${long}a`)).toBe('same');
    expect(kindOf(`${long}a`, `${long}b`)).toBe('reworded');
  });

  it('is symmetric, within 0..1, and 1 for the same text', () => {
    const featuresOf = createFeatureReader();
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(fc.constantFrom('refund', 'card', 'not', 'the', '14', 'Miller', 'plan', '請求書'), {
          maxLength: 8,
        })
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const similarity = statementSimilarity(featuresOf(a), featuresOf(b));
        expect(similarity).toBe(statementSimilarity(featuresOf(b), featuresOf(a)));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        // A text of marks alone has nothing to be alike by.
        if (featuresOf(a).length > 0) expect(statementSimilarity(featuresOf(a), featuresOf(a))).toBe(1);
      }),
    );
  });

  it('pairs one to one, and everything with itself', () => {
    const texts = fc.uniqueArray(
      fc
        .array(fc.constantFrom('refund', 'card', 'late', 'invoice', 'plan', 'team', '7', '9', 'never'), {
          minLength: 1,
          maxLength: 6,
        })
        .map((words) => words.join(' ')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        const featuresOf = createFeatureReader();
        const partners = alignStatements(from, to, featuresOf).flatMap((link) => link?.to ?? []);
        expect(new Set(partners).size).toBe(partners.length);
        expect(alignStatements(from, from, featuresOf)).toEqual(
          from.map((_, index) => ({ to: index, kind: 'same' })),
        );
      }),
    );
  });
});
