// Builds the console and runs the end-to-end tests: `npm run e2e`, or `npm run e2e -- e2e/keyboard.test.ts`.
import { spawnSync } from 'node:child_process';
import { startService } from '../packages/cli/test/started-service.ts';
import { buildConsole } from './console-build.ts';
import { root } from './root.ts';

await buildConsole();
// The services of the suites start with copies of the data of this first start, because a first start takes several seconds.
await using first = await startService();
await first.stop();
const asked = process.argv.slice(2);
const words = [`${root}/tools/test.ts`, ...(asked.length > 0 ? asked : ['e2e'])];
process.exitCode =
  spawnSync(process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PIMENTO_E2E_DATA: first.data },
  }).status ?? 1;
