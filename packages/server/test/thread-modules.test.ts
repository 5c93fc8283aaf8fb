import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const sources = join(import.meta.dirname, '../src');
/** Matches static and dynamic imports of files, in code whose types have been stripped. */
const relativeImport = /(?:^(?:import|export)\b[^'"]*|\bimport\()['"](\.[^'"]+)['"]/gm;

/** Returns the file `start` and all files that it loads, directly or indirectly, each with the first file that imports it. */
function loadedBy(start: string): Map<string, string> {
  const loaded = new Map([[start, '']]);
  for (const file of loaded.keys()) {
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    for (const [, path = ''] of code.matchAll(relativeImport)) {
      const found = join(dirname(file), path);
      if (!loaded.has(found)) loaded.set(found, file);
    }
  }
  return loaded;
}

test('a thread loads no index.ts of a feature, which would bring the web server and the sign-in', () => {
  const threads = globSync('**/*-thread.ts', { cwd: sources });
  assert.ok(threads.length >= 7, threads.join());
  let files = 0;
  for (const thread of threads) {
    const loaded = loadedBy(join(sources, thread));
    files += loaded.size;
    const doors = [...loaded].filter(([file]) => /\/src\/[^/]+\/index\.ts$/.test(file));
    const named = doors.map(([file, importer]) => `${relative(sources, importer)} → ${relative(sources, file)}`);
    assert.deepEqual(named, [], thread);
  }
  assert.ok(files > 500, `the threads load ${files} files`);
});
