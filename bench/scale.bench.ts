// npm run bench -- scale [--products 10000,100000,1000000] [--clients 100,1000] [--each 100] [--events 10000,100000,1000000]
//   [--adapters 10,100] [--rounds 30] [--json]
// Grows one dimension after the other and measures the same calls at each size. The floor of a figure is the same figure at the previous
// size. Their ratio is the slope, and 1 means that the size has no effect. The bench fails if the slope of an import, a page, a submit or a
// poll is above 1.1. The slope of a search has no limit, because a search counts all products that match.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedEvents, seedPending } from './events/seed.ts';
import { startBenchServer } from './import/bench-server.ts';
import { type BenchResult, printResults, result } from './report.ts';
import { type CallTimes, measureCalls, type Scene } from './scale/calls.ts';
import { growClients, growProducts } from './scale/grow.ts';
import { addAdapters, joinChannel, pollAll } from './scale/adapters.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000,100000,1000000' },
    clients: { type: 'string', default: '100,1000' },
    each: { type: 'string', default: '100' },
    events: { type: 'string', default: '10000,100000,1000000' },
    adapters: { type: 'string', default: '10,100' },
    rounds: { type: 'string', default: '30' },
    json: { type: 'boolean' },
  },
});
const sizes = (text: string) => text.split(',').map(Number);
const rounds = Number(values.rounds);
const results: BenchResult[] = [];
const maxSlope = 1.1;
/** Figures whose slope is above the limit. */
const steep: string[] = [];

await using server = await startBenchServer();
const database = new pg.Client({ connectionString: await server.connectionString() });
database.on('error', () => undefined); // the database may stop before this connection does
await database.connect();
const scene: Scene = { server, clientSecret: server.clientSecret, ...(await joinChannel(server)) };

/** Grows one dimension from size to size, and compares the calls at each size with those at the previous size. */
async function measureGrowth(what: string, to: readonly number[], grow: (from: number, to: number) => Promise<void>) {
  let before: { size: number; times: CallTimes } | undefined;
  for (const size of to) {
    const began = performance.now();
    await grow((before?.size ?? 0) + 1, size);
    console.log(`${what}: ${size} after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const times = await measureCalls(scene, rounds);
    for (const call of ['import', 'page', 'search', 'submit', 'poll'] as const) {
      const measured = result(`${what}-${size}-${call}`, times[call], 'ms', before?.times[call] ?? times[call]);
      results.push(measured);
      if (call !== 'search' && measured.ratio > maxSlope) steep.push(`${measured.name} (${measured.ratio})`);
    }
    before = { size, times };
  }
}

await growProducts(database, 'demo', 1, 1_000);
await seedEvents(database, 'bench', { count: 1_000, fromDay: 1, toDay: 0.5 });
await seedPending(database, 'bench', 1_000);
await measureCalls(scene, 100); // the first calls of a process are not representative, because its code is not compiled yet
await measureGrowth('products', sizes(values.products), (from, to) =>
  growProducts(database, 'demo', Math.max(from, 1_001), to),
);
await measureGrowth('clients', sizes(values.clients), (from, to) =>
  growClients(database, from, to, Number(values.each)),
);
await measureGrowth('events', sizes(values.events), async (from, to) => {
  await seedEvents(database, 'bench', { count: to - from + 1, fromDay: 29, toDay: 1 });
});
await measureGrowth('adapters', sizes(values.adapters), (from, to) => addAdapters(server, from, to));
results.push(...(await pollAll(server, 5_000)));
printResults('scale', results);
if (steep.length > 0) {
  console.error(`a slope over ${maxSlope}: ${steep.join(', ')}`);
  process.exitCode = 1;
}
console.log(`peak of the service: ${(await server.peakRssMb()).toFixed(0)} MB`);
await database.end();
