// Writes one archive. At the given moment, waits forever, so that the test can kill the process. With `never`, ends by itself. Usage:
// `node archiving-process.ts <connection string> <address of the object store> middle|end|never`.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ObjectStore, openDatabase, openObjectStore, systemClock } from '../../src/platform/index.ts';
import { writeArchiveFile } from '../../src/tenancy/archive/archive-file-service.ts';
import { writeArchive } from '../../src/tenancy/archive/archive-write-service.ts';
import { claimArchive, heartbeatArchives } from '../../src/tenancy/archive/client-archive-store.ts';

const [connectionString = '', address = '', moment = ''] = process.argv.slice(2);
const { kysely: database } = openDatabase({ connectionString, max: 2, name: 'archiving', onError: () => undefined });
const store = await openObjectStore(address, systemClock);

const incoming = () => readdir(join(fileURLToPath(address), 'incoming'));

async function stopAt(reached: string): Promise<void> {
  if (moment !== reached) return;
  process.stdout.write('stopped\n');
  await new Promise(() => setInterval(() => undefined, 60_000));
}

/**
 * Waits until the store has created its file. This is necessary because the store requests the first chunk while it is still opening the
 * file.
 */
async function waitForFile(): Promise<void> {
  const known = new Set(before);
  while ((await incoming()).every((name) => known.has(name))) await wait(10);
}

async function* stopping(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk;
    if (moment === 'middle') await waitForFile();
    await stopAt('middle');
  }
}

const watched: ObjectStore = Object.assign(Object.create(store) as ObjectStore, {
  async put(body: AsyncIterable<Uint8Array>, keyOf: (sha256: string) => string) {
    const made = await store.put(stopping(body), keyOf);
    const makeDurable = async () => {
      await made.makeDurable();
      await stopAt('end');
    };
    return { ...made, makeDurable };
  },
});
const before = await incoming();
const owner = systemClock.randomId();
const archive = await claimArchive(database, owner);
// Without heartbeats, the service would end the lease of a process that is slow because the machine is busy.
setInterval(() => void heartbeatArchives(database, owner), 5_000);
if (!archive) throw new Error('no archive is waiting');
const deps = { database, store: watched, clock: systemClock, owner };
// Writes the file in this thread, so that the process can pause at the given moment.
const writeFile: Parameters<typeof writeArchive>[0]['writeFile'] = (key, signal) => writeArchiveFile(deps, key, signal);
await writeArchive({ ...deps, writeFile }, archive, new AbortController().signal);
process.exit(0);
