import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reasonText } from '../../src/import-wizard/texts/reason-text.ts';

const packages = join(import.meta.dirname, '../../..');
const sources = ['files/src/{text,format,mapping,csv,recognise}/*.ts', 'server/src/imports/files/*.ts'];
/** Examples of the texts that the service puts before a reason. */
const prefixes = ['', 'CSV: ', 'JSON: ', 'NDJSON: ', 'UTF-8: ', 'shopify-csv: ', 'sheet "A": '];

/**
 * Returns the reasons that the code of a source file builds, with examples instead of parameters. Omits texts that only extend another
 * reason, and full sentences.
 */
function reasonsIn(file: string): string[] {
  const lines = readFileSync(join(packages, file), 'utf8').split('\n');
  return lines
    .filter((line) => /\breasons?\b/.test(line) && !/^\s*(\*|\/\/|\/\*)|startsWith/.test(line))
    .flatMap((line) => [...line.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, plain, built]) => plain ?? built ?? ''))
    .filter((text) => /[a-z] \S/.test(text) && !text.includes('reason}') && !text.endsWith('.'))
    .map((text) =>
      text
        .replace(/\$\{JSON[^}]*\}/, '"A"')
        .replace(/^\$\{name\}/, 'comma')
        .replaceAll(/\$\{[^}]*\}/g, '3'),
    );
}

test('every reason of the service has a German translation', () => {
  const reasons = globSync(sources, { cwd: packages }).flatMap(reasonsIn);
  assert.ok(reasons.length >= 30, `${reasons.length} reasons`);
  const english = reasons.filter((reason) =>
    prefixes.every((prefix) => reasonText('de', prefix + reason).lang !== 'de'),
  );
  assert.deepEqual(english, []);
});

test('a reason keeps its parameters', () => {
  assert.equal(
    reasonText('de', 'sheet "Preise": known headers').text,
    'Blatt "Preise": Überschriften eines gespeicherten Mappings',
  );
  assert.deepEqual(reasonText('en', 'no header'), { text: 'no header', lang: 'en' });
});
