import type { Files } from './git-project.js';

/** Config files among these name the provider of the test, unless they name an address themselves. */
export function withProvider<Given extends Files>(files: Given, url: string): Given {
  const named = Object.entries(files).map(([path, text]) => {
    const isConfig = path.endsWith('.yml') && typeof text === 'string' && /^suites:/m.test(text);
    return [path, isConfig ? nameProvider(text, url) : text];
  });
  return Object.fromEntries(named);
}

export function nameProvider(config: string, local: string): string {
  // The same server, at an address that needs a key.
  const url = local.replace('127.0.0.1', '0.0.0.0');
  if (config.includes('base-url:')) return config;
  return config.replaceAll(
    /(\{ ?)(?=prompt:)|(?<=^judge: )(\{ ?)(?!model: builtin)/gm,
    `$1$2base-url: "${url}", `,
  );
}
