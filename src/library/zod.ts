// The action's bundle has no room for all of zod: scripts/build.sh writes this file there with the names that it keeps.
export * from 'zod';
