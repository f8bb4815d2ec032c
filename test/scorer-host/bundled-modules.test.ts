import { expect, it } from 'vitest';
import * as zod from 'zod';
import * as library from '../../src/library/index.js';
import * as libraryExports from '../../src/scorer-host/library-exports.js';
import * as zodExports from '../../src/scorer-host/zod-exports.js';

it("a scorer's file can import all of the library", () => {
  expect(Object.keys(libraryExports).sort()).toEqual(Object.keys(library).sort());
});

it('and all of zod but what is large and for others than authors of schemas', () => {
  const left = Object.keys(zod).filter((name) => !Object.hasOwn(zodExports, name));
  expect(left.sort()).toEqual(
    [
      'INVALID',
      'ZodCompileAsyncError',
      'ZodCompileUnsupportedError',
      'compile',
      'core',
      'deepPartial',
      'default',
      'fromJSONSchema',
      'getErrorMap',
      'locales',
      'memoizer',
      'setErrorMap',
      'regexes',
      'toZod',
      'util',
      'withParser',
      'z',
    ].sort(),
  );
});
