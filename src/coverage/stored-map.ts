import type { Coverage } from '../model/coverage.js';
import { digest } from '../text/json.js';

/** The fingerprint of one prompt file, under which its map is stored. `path` is from the repository's top. */
export function fingerprintPrompt({ path, text }: { readonly path: string; readonly text: string }): string {
  return fingerprintContent({ path, hash: hashPrompt(text) });
}

/** Of the whole text: a map belongs to exactly this version. */
export function hashPrompt(text: string): string {
  return digest(text, 64);
}

function fingerprintContent({ path, hash }: Coverage['files'][number]): string {
  return digest([path, hash], 64);
}

/** The coverage of one file, and the fingerprint under which it is stored. */
export type StoredMap = { readonly prompt: string; readonly coverage: Coverage };

/** One map per file, because each file changes alone. A file without any result has none. */
export function splitByFile(coverage: Coverage): readonly StoredMap[] {
  const maps = coverage.files.map((file) => {
    const blocks = coverage.blocks.filter(({ path }) => path === file.path);
    return { prompt: fingerprintContent(file), coverage: { ...coverage, files: [file], blocks } };
  });
  return maps.filter((map) => map.coverage.blocks.some(({ state }) => state !== 'unfinished'));
}
