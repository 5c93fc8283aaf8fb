// Runs every check, one after the other, even if one fails. Exits with 1 if any check failed.
// `npm run check -- lint types` runs only the named checks.
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { fail } from './report.ts';
import { root } from './root.ts';

interface Check {
  name: string;
  command: string[];
}

const bin = `${root}/node_modules`;
const checks: Check[] = [
  { name: 'types', command: [`${bin}/@typescript/native/bin/tsc`, '--project', 'tsconfig.json'] },
  {
    name: 'console types',
    command: [`${bin}/@typescript/native/bin/tsc`, '--project', 'packages/console/tsconfig.json'],
  },
  { name: 'lint', command: [`${bin}/oxlint/bin/oxlint`, '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'boundaries', command: ['tools/boundaries.ts'] },
  { name: 'places', command: ['tools/places.ts'] },
  { name: 'shape', command: ['tools/shape.ts'] },
  { name: 'dead code', command: [`${bin}/knip/bin/knip.js`, '--no-progress'] },
  { name: 'format', command: [`${bin}/oxfmt/bin/oxfmt`, '--check'] },
  { name: 'openapi', command: ['tools/openapi.ts', '--check'] },
  { name: 'wire', command: ['tools/wire.ts', '--check'] },
  { name: 'words', command: ['tools/words.ts'] },
  { name: 'binaries', command: ['tools/supply-chain/binaries.ts'] },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0)
  fail(`no such check: ${unknown.join(', ')}; there are ${checks.map(({ name }) => name).join(', ')}`);

const failed: string[] = [];
const started = performance.now();
for (const { name, command } of checks) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const before = performance.now();
  const { status, stdout, stderr, error } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  const passed = status === 0;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds(before)}`);
  if (passed) continue;
  failed.push(name);
  const output = stripVTControlCharacters([stdout, stderr, error?.message ?? ''].join('')).trimEnd();
  console.log(output.replaceAll(/^/gm, '  '));
}
console.log(failed.length === 0 ? `every check passed in ${seconds(started)}` : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
