import { registerHooks } from 'node:module';
import type * as library from '../library/index.js';
import { SCORER_LIBRARY } from '../ports/scorer-host.js';

const SCHEME = 'prompt-regression-bundled:';
const GLOBAL = 'prompt-regression/bundled-modules';

type Exports = Readonly<Record<string, unknown>>;

type Library = Pick<typeof library, 'z'>;

/**
 * What a scorer's file can import though its repository installs nothing. The library is this process's own even where
 * the repository has one: the version of the tool decides, and a class is the same class on both sides.
 */
const BUNDLED: Readonly<
  Record<string, { readonly exportsOf: (given: Library) => Exports; readonly always: boolean }>
> = {
  [SCORER_LIBRARY]: { exportsOf: (given) => ({ ...given }), always: true },
  zod: { exportsOf: ({ z }) => ({ ...z }), always: false },
  'zod/v4': { exportsOf: ({ z }) => ({ ...z }), always: false },
};

/**
 * From now on these modules resolve to the copies of this program, by `import` and by `require`. In the action there
 * are no packages at all: everything is one bundle.
 * @param readLibrary Called when a file first imports one of them: most of a start's time is the library's.
 */
export function provideBundledModules(readLibrary: () => Library): void {
  const loaded: Record<string, Exports> = {};
  Object.assign(globalThis, { [Symbol.for(GLOBAL)]: loaded });
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
      loaded[name] ??= BUNDLED[name]?.exportsOf(readLibrary()) ?? {};
      const source =
        context.format === 'commonjs'
          ? requiredSource(name)
          : importedSource(name, Object.keys(loaded[name]));
      return { format: context.format ?? 'module', source, shortCircuit: true };
    },
  });
}

/** A module whose exports are those of the one that is loaded already; some have a name that only `as` allows. */
function importedSource(name: string, names: readonly string[]): string {
  const values = names.map((given, index) => `const e${index} = bundled[${JSON.stringify(given)}];`);
  const exports = names.map((given, index) => `e${index} as ${given}`);
  return [`const bundled = ${exportsOf(name)};`, ...values, `export { ${exports.join(', ')} };`].join('\n');
}

function requiredSource(name: string): string {
  return `module.exports = ${exportsOf(name)};`;
}

function exportsOf(name: string): string {
  return `globalThis[Symbol.for(${JSON.stringify(GLOBAL)})][${JSON.stringify(name)}]`;
}
