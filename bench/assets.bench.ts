// npm run bench -- assets [--files 200] [--big 1024] [--downloads 1000] [--rounds 3] [--json]
// Compares uploads with writing the same bytes to the same disk, and downloads with fetching files of the same size without storing them.
// Also compares both with "bare", which does the minimum work: it receives or downloads the files and stores them, without a form, key,
// database or record. The benchmark fails if a rate is below the share `promise` of the rate of "bare". Reports the median of several
// rounds, because a disk is fast at first and slower later. The large file is uploaded only once.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent } from 'undici';
import { keep } from './assets/keep.ts';
import { type OriginProcess, startOrigin } from './assets/origin-process.ts';
import { startPortProcess } from './assets/port-process.ts';
import { type Receiver, uploadFile } from './assets/upload.ts';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    big: { type: 'string', default: '1024' },
    downloads: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
const files = Number(values.files);
const bigMb = Number(values.big);
const downloads = Number(values.downloads);
const rounds = Number(values.rounds);
const megabyte = 1 << 20;
const senders = 4;
const concurrency = 16;
const maxRssMb = 250;
/** Minimum rate of small uploads and of downloads, as a share of the rate of "bare" in the same run. */
const promise = 0.85;

/**
 * Runs `work` for 0 … count-1, at most `atOnce` at the same time.
 * @returns the total duration in seconds
 */
async function timed(count: number, atOnce: number, work: (place: number) => Promise<void>): Promise<number> {
  let next = 0;
  const started = performance.now();
  const runner = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  return (performance.now() - started) / 1000;
}

async function writeFile(path: string, chunk: Buffer, times: number): Promise<void> {
  await using file = await open(path, 'w');
  for (let written = 0; written < times; written++) await file.write(chunk);
  await file.sync();
}

async function name(server: BenchServer, pictures: readonly string[]): Promise<void> {
  const products = pictures.map((picture, place) => ({ __ID: `${picture}-${place}`, picture }));
  const report = await server.call('POST', '/api/import/v1/feeds/master', server.clientSecret, { products });
  const { rejected } = report as { rejected: number }; // the contract declares this type
  if (rejected > 0) throw new Error(JSON.stringify(report));
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/**
 * Runs each kind of work once per round, so that all kinds have similar disk conditions. Each round begins with a different kind, because
 * some disks are fast only for the first gigabyte after a pause.
 * @returns kind → median seconds
 */
async function inRounds<K extends string>(
  work: Record<K, (round: number) => Promise<number>>,
  count: number,
): Promise<Record<K, number>> {
  const kinds = Object.keys(work) as K[]; // the type of `work` has no other keys
  const seconds = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < count; round++) {
    for (const at of kinds.keys()) {
      const kind = kinds[(at + round) % kinds.length];
      if (kind !== undefined) seconds[kind].push(await work[kind](round));
    }
  }
  // the results have the same keys as `work`
  return Object.fromEntries(kinds.map((kind) => [kind, median(seconds[kind])])) as Record<K, number>;
}

async function measureUploads(server: BenchServer): Promise<BenchResult[]> {
  const folder = join(server.folder, 'floor');
  await mkdir(folder);
  await using receiver = await startPortProcess('bare-receiver.ts', folder);
  const bare = { baseUrl: receiver.url, clientSecret: '' };
  const chunks = Array.from({ length: files }, () => randomBytes(megabyte));
  const chunkOf = (place: number) => chunks[place % chunks.length] ?? Buffer.alloc(0);
  const ids = Array.from({ length: rounds * files }, (_, place) => `file-${place}`);
  const warm = Array.from({ length: 200 }, (_, place) => `warm-${place}`);
  await name(server, [...ids, ...warm, 'big']);
  const warmUp = (to: Receiver) =>
    timed(warm.length, senders, (place) => uploadFile(to, `warm-${place}`, randomBytes(megabyte / 4), 1));
  await warmUp(server);
  await warmUp(bare);
  const small = await inRounds(
    {
      floor: (round) =>
        timed(files, senders, (place) => writeFile(join(folder, `f${round}-${place}`), chunkOf(place), 1)),
      bare: () => timed(files, senders, (place) => uploadFile(bare, `file-${place}`, chunkOf(place), 1)),
      real: (round) => {
        // The bytes change in each round, because equal files are stored only once.
        for (const chunk of chunks) chunk.writeUInt32LE(round);
        return timed(files, senders, (place) => uploadFile(server, `file-${round * files + place}`, chunkOf(place), 1));
      },
    },
    rounds,
  );
  const bigFloor = await timed(1, 1, () => writeFile(join(folder, 'big'), chunkOf(0), bigMb));
  const bigSeconds = await timed(1, 1, () => uploadFile(server, 'big', chunkOf(0), bigMb));
  return [
    result(`upload ${files} x 1 MB`, files / small.real, 'MB/s', files / small.floor),
    result('  bare receiver', files / small.bare, 'MB/s', files / small.floor),
    result('upload of bare', files / small.real, 'MB/s', files / small.bare),
    result(`upload 1 x ${bigMb} MB`, bigMb / bigSeconds, 'MB/s', bigMb / bigFloor),
  ];
}

async function measureDownloads(server: BenchServer, origin: OriginProcess): Promise<BenchResult[]> {
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  const database = new pg.Client({ connectionString: await server.connectionString() });
  await database.connect();
  const bodyOf = async (place: number) => {
    const answer = await agent.request({ origin: origin.url, path: `/floor-${place}`, method: 'GET' });
    return answer.body;
  };
  const check = (size: number) => {
    if (size !== 100_000) throw new Error(`${size} bytes came`);
  };
  const ask = async (place: number) => {
    let size = 0;
    const body = await bodyOf(place);
    body.on('data', (chunk: Buffer) => (size += chunk.byteLength));
    await once(body, 'end');
    check(size);
  };
  const askAndKeep = async (place: number) => {
    check(await keep(await bodyOf(place), join(server.folder, 'floor', `kept-${place}`)));
  };
  async function run(prefix: string, count: number): Promise<number> {
    await origin.firstRequest();
    await name(
      server,
      Array.from({ length: count }, (_, place) => `${origin.url}/${prefix}-${place}`),
    );
    for (;;) {
      const { rows } = await database.query<{ ready: number }>(
        `select count(*)::int as ready from asset where asset.status = 'READY' and asset.url like $1`,
        [`${origin.url}/${prefix}-%`],
      );
      if (rows[0]?.ready === count) return (Date.now() - (await origin.firstRequest())) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  await timed(300, concurrency, ask);
  await timed(300, concurrency, askAndKeep);
  await run('warm', 300);
  const seconds = await inRounds(
    {
      floor: () => timed(downloads, concurrency, ask),
      bare: () => timed(downloads, concurrency, askAndKeep),
      real: (round) => run(`real-${round}`, downloads),
    },
    rounds,
  );
  await database.end();
  await agent.close();
  const floor = downloads / seconds.floor;
  return [
    result(`download ${downloads}`, downloads / seconds.real, 'files/s', floor),
    result('  bare keeper', downloads / seconds.bare, 'files/s', floor),
    result('download of bare', downloads / seconds.real, 'files/s', downloads / seconds.bare),
  ];
}

// Allows as many concurrent disk writes as the server does.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
process.env['PIMENTO_DOWNLOAD_ALLOW'] = '127.0.0.1';
process.env['PIMENTO_DOWNLOAD_CONCURRENCY'] = String(concurrency);
process.env['PIMENTO_DOWNLOAD_PER_HOST'] = String(concurrency);
process.env['PIMENTO_ASSET_MAX_BYTES'] = String(2 ** 31);
await using origin = await startOrigin();
await using server = await startBenchServer();
await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', server.clientSecret, [
  { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
]);
const results = [...(await measureUploads(server)), ...(await measureDownloads(server, origin))];
const rss = await server.peakRssMb();
results.push(result('peak memory', rss, 'MB', maxRssMb));
printResults('assets', results);
const slow = results.filter(({ name, ratio }) => name.endsWith('of bare') && !(ratio >= promise));
for (const { name, ratio } of slow) console.error(`${name}: ${ratio}, but ${promise} is promised`);
if (slow.length > 0) process.exitCode = 1;
