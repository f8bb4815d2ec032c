import { registerHooks } from 'node:module';
import * as zod from 'zod';
import * as library from '../library/index.js';

const SCHEME = 'prompt-regression:';
const LIBRARY = 'prompt-regression';
const MODULES: Readonly<Record<string, object>> = {
  [LIBRARY]: library,
  [`${LIBRARY}/scorers`]: library,
  zod,
  'zod/v4': zod,
};

/**
 * Makes these modules importable without `node_modules`: the action is one bundle. The library is always this
 * program's own; zod is the repository's if it has one.
 */
export function provideModules(): void {
  Object.assign(globalThis, { [Symbol.for(SCHEME)]: MODULES });
  registerHooks({
    resolve(specifier, context, next) {
      if (!Object.hasOwn(MODULES, specifier)) return next(specifier, context);
      const provided = { url: `${SCHEME}${specifier}`, format: 'module', shortCircuit: true };
      if (specifier.startsWith(LIBRARY)) return provided;
      try {
        return next(specifier, context);
      } catch {
        return provided;
      }
    },
    load(url, context, next) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      const name = url.slice(SCHEME.length);
      const lines = Object.keys(MODULES[name] ?? {}).map(
        (each, index) => `const e${index} = given.${each}; export { e${index} as ${each} };`,
      );
      const given = `const given = globalThis[Symbol.for('${SCHEME}')]['${name}'];`;
      return { format: 'module', source: [given, ...lines].join('\n'), shortCircuit: true };
    },
  });
}
