// npm run bench -- assets [--files 200] [--big 1024] [--downloads 1000] [--json]
// How close uploads come to writing the same bytes to the same disk, and downloads to asking for them without keeping them.
import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent } from 'undici';
import { type OriginProcess, startOrigin } from './assets/origin-process.ts';
import { uploadFile } from './assets/upload.ts';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    big: { type: 'string', default: '1024' },
    downloads: { type: 'string', default: '1000' },
    json: { type: 'boolean' },
  },
});
const files = Number(values.files);
const bigMb = Number(values.big);
const downloads = Number(values.downloads);
const megabyte = 1 << 20;
const senders = 4;
const concurrency = 16;
const mostRssMb = 250;

/** Runs work for 0 … count-1, so many at once. @returns seconds */
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
  const { rejected } = report as { rejected: number }; // as the contract says
  if (rejected > 0) throw new Error(JSON.stringify(report));
}

async function measureUploads(server: BenchServer): Promise<BenchResult[]> {
  const folder = join(server.folder, 'floor');
  await mkdir(folder);
  const chunks = Array.from({ length: files }, () => randomBytes(megabyte));
  const chunkOf = (place: number) => chunks[place % chunks.length] ?? Buffer.alloc(0);
  const ids = chunks.map((_, place) => `file-${place}`);
  const warm = Array.from({ length: 50 }, (_, place) => `warm-${place}`);
  await name(server, [...ids, ...warm, 'big']);
  await timed(warm.length, senders, (place) => uploadFile(server, `warm-${place}`, randomBytes(megabyte / 4), 1));
  const floor = await timed(files, senders, (place) => writeFile(join(folder, `f${place}`), chunkOf(place), 1));
  const seconds = await timed(files, senders, (place) => uploadFile(server, `file-${place}`, chunkOf(place), 1));
  const bigFloor = await timed(1, 1, () => writeFile(join(folder, 'big'), chunkOf(0), bigMb));
  const bigSeconds = await timed(1, 1, () => uploadFile(server, 'big', chunkOf(0), bigMb));
  return [
    result(`upload ${files} x 1 MB`, files / seconds, 'MB/s', files / floor),
    result(`upload 1 x ${bigMb} MB`, bigMb / bigSeconds, 'MB/s', bigMb / bigFloor),
  ];
}

async function measureDownloads(server: BenchServer, origin: OriginProcess): Promise<BenchResult> {
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  const database = new pg.Client({ connectionString: await server.connectionString() });
  await database.connect();
  const ask = async (place: number) => {
    const { body } = await agent.request({ origin: origin.url, path: `/floor-${place}`, method: 'GET' });
    let size = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) size += chunk.byteLength; // a body gives bytes
    if (size !== 100_000) throw new Error(`${size} bytes came`);
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
  await run('warm', 300);
  const floor = await timed(downloads, concurrency, ask);
  const seconds = await run('real', downloads);
  await database.end();
  await agent.close();
  return result(`download ${downloads}`, downloads / seconds, 'files/s', downloads / floor);
}

process.env['PIMENTO_DOWNLOAD_ALLOW'] = '127.0.0.1';
process.env['PIMENTO_DOWNLOAD_CONCURRENCY'] = String(concurrency);
process.env['PIMENTO_DOWNLOAD_PER_HOST'] = String(concurrency);
process.env['PIMENTO_ASSET_MAX_BYTES'] = String(2 ** 31);
await using origin = await startOrigin();
await using server = await startBenchServer();
await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', server.clientSecret, [
  { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
]);
const results = [...(await measureUploads(server)), await measureDownloads(server, origin)];
const rss = await server.peakRssMb();
results.push(result('peak memory', rss, 'MB', mostRssMb));
printResults('assets', results);
