import { registerHooks } from 'node:module';
import * as library from '../library/index.js';
import { SCORER_LIBRARY } from '../ports/scorer-host.js';

const SCHEME = 'prompt-regression-bundled:';
const GLOBAL = 'prompt-regression/bundled-modules';

/** Languages of messages, and what is for makers of libraries on top of zod: the action's bundle has no room for them. */
const LEFT_OUT = new Set(
  `compile core deepPartial fromJSONSchema getErrorMap INVALID locales memoizer regexes setErrorMap toZod util
  withParser z ZodCompileAsyncError ZodCompileUnsupportedError`.split(/\s+/),
);

/** What a scorer's file gets as `zod` where its repository has none. */
export const ZOD: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(library.z).filter(([name]) => !LEFT_OUT.has(name)),
);

/**
 * What a scorer's file can import though its repository installs nothing. The library is this process's own even where
 * the repository has one: the version of the tool decides, and a class is the same class on both sides.
 */
const BUNDLED: Readonly<Record<string, { readonly exports: object; readonly always: boolean }>> = {
  [SCORER_LIBRARY]: { exports: { ...library, z: ZOD }, always: true },
  zod: { exports: { ...ZOD, z: ZOD, default: ZOD }, always: false },
  'zod/v4': { exports: { ...ZOD, z: ZOD, default: ZOD }, always: false },
};

/**
 * From now on these modules resolve to the copies that this process has loaded, by `import` and by `require`. In the
 * action there are no packages at all: everything is one bundle.
 */
export function provideBundledModules(): void {
  const exports = Object.fromEntries(Object.entries(BUNDLED).map(([name, given]) => [name, given.exports]));
  Object.assign(globalThis, { [Symbol.for(GLOBAL)]: exports });
  registerHooks({
    resolve(specifier, context, next) {
      const bundled = Object.hasOwn(BUNDLED, specifier) ? BUNDLED[specifier] : undefined;
      if (bundled === undefined) return next(specifier, context);
      const found = {
        url: `${SCHEME}${specifier}`,
        format: context.conditions.includes('require') ? 'commonjs' : 'module',
        shortCircuit: true,
      };
      if (bundled.always) return found;
      try {
        return next(specifier, context);
      } catch {
        return found;
      }
    },
    load(url, context, next) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      const name = url.slice(SCHEME.length);
      const source = context.format === 'commonjs' ? requiredSource(name) : importedSource(name);
      return { format: context.format ?? 'module', source, shortCircuit: true };
    },
  });
}

/** A module whose exports are those of the one that is loaded already; some have a name that only `as` allows. */
function importedSource(name: string): string {
  const names = Object.keys(BUNDLED[name]?.exports ?? {});
  const values = names.map((given, index) => `const e${index} = bundled[${JSON.stringify(given)}];`);
  const exports = names.map((given, index) => `e${index} as ${given}`);
  return [`const bundled = ${loaded(name)};`, ...values, `export { ${exports.join(', ')} };`].join('\n');
}

function requiredSource(name: string): string {
  return `module.exports = ${loaded(name)};`;
}

function loaded(name: string): string {
  return `globalThis[Symbol.for(${JSON.stringify(GLOBAL)})][${JSON.stringify(name)}]`;
}
