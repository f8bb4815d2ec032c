import { expect, expectTypeOf, test } from 'vitest';
import { omitUndefined } from '../../src/model/omit-undefined.js';

test('fields without a value are left out, others stay, falsy ones too', () => {
  const label = [undefined, 'x'][0];
  const result = omitUndefined({ kind: 'fact', label, count: 0, note: null, isCall: false, text: '' });
  expect(Object.keys(result)).toEqual(['kind', 'count', 'note', 'isCall', 'text']);
  expectTypeOf(result.kind).toEqualTypeOf<'fact'>();
  expectTypeOf<{ label?: string }>().toExtend<Pick<typeof result, 'label'>>();
});
