#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=4194304 node --max-semi-space-size=8
// Plain JavaScript that an old Node can read too: it finds a Node that runs the sources, or says what to do.
// Young generations of 8 MB a half keep a busy service 50 MB smaller than those of 16 MB. Large pieces of memory that go straight back
// to the system, instead of lying about in glibc's own heaps, save 25 MB more, and two such heaps instead of eight a core 25 MB again; a
// heap that does not shrink for less than 4 MB need not grow again for the next request. Other systems pass these variables over.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The sources are TypeScript, which Node runs since 22.18, and use `await using`, which it knows since 24.
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
  const child = spawn(node, ['--max-semi-space-size=8', file].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign({}, memorySettings, process.env, { PIMENTO_NODE_CHOSEN: '1' }),
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A terminal sends these to the child too, and the service takes a second one as "at once".
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
  // Halves the time of a short command. Beside the program, not in the shared folder for temporary files, where others could write.
  const cache = join(dirname(file), '..', 'node_modules', '.cache', 'compiled');
  nodeModule.enableCompileCache(cache);
  // For threads: that of imports starts in half the time, and 27 MB smaller, where it need not load the compiler.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || cache;
  await import('../src/pimento.ts');
} else {
  const node = process.env.PIMENTO_NODE_CHOSEN ? undefined : findInstalledNode();
  if (node) runWith(node);
  else refuse();
}
