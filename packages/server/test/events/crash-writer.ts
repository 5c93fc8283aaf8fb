// Child process that writes events to the outbox of a running program until stdin is closed or it is killed. About one transaction in ten
// is rolled back. If the connection is lost during a commit, the outcome is unknown, so the writer writes the same subjects again. Half of
// the time it also relays, like a second node. Prints the subjects of the committed events.
import { transaction, adapterIdOf, clientIdOf, channelIdOf } from '../../src/platform/core.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvents, relayEvents } from '../../src/events/outbox-store.ts';
import { openDatabase } from '../../src/platform/database/database.ts'; // loading the whole platform would take most of a second
import { readEmbeddedConnection } from '../embedded-connection.ts';
import type { CrashWriterTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as CrashWriterTask; // written by stream-processes.ts
const rolledBack = Symbol('rolled back');
let isStopping = false;
process.stdin.once('end', () => {
  isStopping = true;
});
process.stdin.resume();

interface Batch {
  adapterId: string;
  subjects: string[];
  isLost: boolean;
}
let made = 0;

function nextBatch(): Batch {
  const isLost = Math.random() < 0.1;
  const size = 1 + Math.floor(Math.random() * 9);
  const adapterId = task.adapterIds[Math.floor(Math.random() * task.adapterIds.length)] ?? '';
  const subjects = Array.from({ length: size }, () => `${isLost ? 'lost' : 'kept'}/${task.writer}/${made++}`);
  return { adapterId, subjects, isLost };
}

const connect = async () =>
  openDatabase({
    connectionString: await readEmbeddedConnection(task.data),
    max: 1,
    name: 'writer',
    onError: () => undefined,
  });
let handle: Awaited<ReturnType<typeof connect>> | undefined;

async function write({ adapterId, subjects, isLost }: Batch): Promise<void> {
  handle ??= await connect();
  await transaction(handle.kysely, async (transaction) => {
    await pause(Math.random() * 5);
    const events = subjects.map((subject) => ({
      clientId: clientIdOf(`client-${task.writer}`),
      channelId: channelIdOf('shop'),
      eventType: 'SUBMIT_EVENT' as const,
      subject,
      data: { subject },
    }));
    await addEvents(transaction, adapterIdOf(adapterId), events);
    if (Math.random() < 0.5) await pause(Math.random() * 2);
    if (isLost) throw rolledBack; // oxlint-disable-line typescript/only-throw-error -- a marker value that is caught below
  });
}

while (!isStopping) {
  const batch = nextBatch();
  for (;;) {
    try {
      await write(batch);
      console.log(JSON.stringify(batch.subjects));
      break;
    } catch (error) {
      if (error === rolledBack) break;
      await handle?.close().catch(() => undefined);
      handle = undefined;
      await pause(20 + Math.random() * 50);
    }
  }
  if (handle && Math.random() < 0.5) {
    const maxEvents = 1 + Math.floor(Math.random() * 20);
    await relayEvents(handle.kysely, adapterIdOf(batch.adapterId), maxEvents).catch(() => undefined);
  }
  await pause(Math.random() * 10);
}
await handle?.close();
