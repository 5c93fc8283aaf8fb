// Runs every check, even if one fails, and as many at the same time as there are cores. Exits with 1 if any check failed. To run only some
// checks, name them, as in `npm run check -- lint types`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
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
  { name: 'statements', command: ['tools/statements/statements.ts'] },
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
const waiting = checks.filter(({ name }) => asked.length === 0 || asked.includes(name));
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
console.log(failed.length === 0 ? `every check passed in ${seconds(started)}` : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await runCheck(check);
}

/** Runs a check and prints its name and duration, and its output if it failed. */
async function runCheck({ name, command }: Check): Promise<void> {
  const before = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const passed = child.exitCode === 0;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds(before)}`);
  if (passed) return;
  failed.push(name);
  console.log(
    stripVTControlCharacters(stdout + stderr)
      .trimEnd()
      .replaceAll(/^/gm, '  '),
  );
}
