#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=4194304 node --max-semi-space-size=4 --v8-pool-size=2
// Runs the command line with a Node that can run the sources, or prints what to do. This file is plain JavaScript that old versions of Node
// can parse. The first line sets these options and variables:
// --max-semi-space-size=4: A busy service has up to four threads. With semi-spaces of 8 MB it needs 40 MB more, with 16 MB 90 MB more.
// --v8-pool-size=2: With the usual four threads for garbage collection, importing 20 products took 20 ms on two cores instead of 13, and
// importing 100,000 was 4 % slower. This must be the last option, because Linux before 5.1 cuts the first line after 127 characters.
// MALLOC_MMAP_THRESHOLD_: Large buffers return to the system instead of staying in glibc's heaps (25 MB less).
// MALLOC_ARENA_MAX: There are two heaps instead of eight per core (25 MB less).
// MALLOC_TRIM_THRESHOLD_: A heap shrinks only by 4 MB or more, so that it does not grow again for the next request.
// Systems other than Linux with glibc ignore these variables.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The sources are TypeScript (Node 22.18 or later) and use `await using` (Node 24 or later).
const needed = 24;
const file = realpathSync(fileURLToPath(import.meta.url));

function findInstalledNode() {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const node = join(folder, 'node_modules', '.bin', 'node');
    if (existsSync(node)) return node;
  }
  return undefined;
}

const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};

function runWith(node) {
  const child = spawn(node, ['--max-semi-space-size=4', '--v8-pool-size=2', file].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign({}, memorySettings, process.env, { PIMENTO_NODE_CHOSEN: '1' }),
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // The terminal sends these signals to the child as well. They are not forwarded, because the service treats a second signal as "stop
  // immediately".
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  child.on('error', refuse);
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
}

function refuse() {
  console.error(
    `Pimento needs Node ${needed} or later and this is ${process.version}; ` +
      `run "npm ci" in its folder, which brings one on Linux, or install Node ${needed} from https://nodejs.org.`,
  );
  process.exit(2);
}

if (Number(process.versions.node.split('.')[0]) >= needed) {
  // This cache halves the time of a short command. It is stored next to the program, because other users can write to the shared temporary
  // folder.
  const cache = join(dirname(file), '..', 'node_modules', '.cache', 'compiled');
  nodeModule.enableCompileCache(cache);
  // Threads use the cache through this variable. The import thread starts in half the time and with 27 MB less memory, because it does not
  // load the compiler.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || cache;
  await import('../src/pimento.ts');
} else {
  const node = process.env.PIMENTO_NODE_CHOSEN ? undefined : findInstalledNode();
  if (node) runWith(node);
  else refuse();
}
