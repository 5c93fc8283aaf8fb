import { existsSync, globSync, statSync } from 'node:fs';
import { fail } from './report.ts';

/** Returns the test files with these paths, and the test files in these folders. */
export function findTestFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) fail(`no such file or folder: ${path}`);
    return statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`).toSorted() : [path];
  });
}
