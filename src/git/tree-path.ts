import { posix } from 'node:path';

/** A path as git writes it, or `null` where it leaves the tree. */
export function treePath(path: string): string | null {
  const normal = posix.normalize(path.replaceAll('\\', '/'));
  if (normal === '.' || normal === '..' || normal.startsWith('../') || posix.isAbsolute(normal)) return null;
  return /^[A-Za-z]:/.test(normal) ? null : normal.replace(/\/$/, '');
}
