import { existsSync, globSync, statSync } from 'node:fs';
import { fail } from './report.ts';

/** Returns the test files that are named, or in the named folders. */
export function findTestFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) fail(`no such file or folder: ${path}`);
    return statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`).toSorted() : [path];
  });
}
