// Writes the licenses of all packages in a bundle. The bundler's own list lacks packages whose modules it joins.
// Usage: node scripts/bundle-licenses.mjs <statistics of the bundler> <file>
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [statistics, out] = process.argv.slice(2);

/** Paths of all modules, also of those that were joined to one. */
function listModules(modules = []) {
  return modules.flatMap(({ nameForCondition, modules: joined }) => [
    nameForCondition ?? '',
    ...listModules(joined),
  ]);
}

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && typeof license !== 'string')
    throw new Error(`${name} ${version} names no license`);
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
}

const paths = listModules(JSON.parse(readFileSync(statistics, 'utf8')).modules);
const folders = new Set(paths.flatMap((path) => PACKAGE_FOLDER.exec(path) ?? []));
const packages = new Set([...folders].map(readPackage));
writeFileSync(out, `${[...packages].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
