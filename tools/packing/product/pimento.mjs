#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=4194304 node --max-semi-space-size=4 --v8-pool-size=2 --disable-warning=ExperimentalWarning
// The command `pimento` of the packed product. Plain JavaScript that old versions of Node can parse. packages/cli/bin/pimento.mjs gives the
// reasons for the memory settings. On Node 22, a library causes a warning about SQLite, which Pimento does not use.
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  // The cache halves the time of a short command. Threads find it through the environment variable.
  const cache =
    process.env.NODE_COMPILE_CACHE ||
    join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache', 'compiled');
  nodeModule.enableCompileCache(cache);
  process.env.NODE_COMPILE_CACHE = cache;
  await import(new URL('../node_modules/@pimento/cli/dist/pimento.js', import.meta.url).href);
} else {
  console.error(
    `Pimento needs Node 22.18 or later and this is ${process.version}; install Node from https://nodejs.org.`,
  );
  process.exit(2);
}
