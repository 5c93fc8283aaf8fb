// Runs benchmarks one after the other: all with `npm run bench`, those with `events` in their name with `npm run bench -- events`.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';

// Names of benchmarks come first. All arguments from the first option on are passed to the benchmarks.
const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith('--'));
const asked = firstOption === -1 ? words : words.slice(0, firstOption);
const options = firstOption === -1 ? [] : words.slice(firstOption);
const files = globSync('bench/*.bench.ts', { cwd: root })
  .toSorted()
  .filter((file) => asked.length === 0 || asked.some((name) => file.includes(name)));
if (files.length === 0) fail('no benchmark of that name in bench/');

for (const file of files) {
  console.log(`# ${file}`);
  const { status } = spawnSync(process.execPath, [file, ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
