// Child process that appends events, with random pauses, until the requested number is committed. About one transaction in ten is rolled
// back. Finally prints the ids of the committed events as one line of JSON.
import { transaction, adapterIdOf, clientIdOf, channelIdOf } from '../../src/platform/core.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { appendEvents } from '../../src/events/event-store.ts';
import { openDatabase } from '../../src/platform/database/database.ts'; // loading the whole platform would take most of a second
import type { WriterTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as WriterTask; // written by stream-processes.ts
const handle = openDatabase({
  connectionString: task.connectionString,
  max: 1,
  name: 'writer',
  onError: () => undefined,
});
const { clockHours } = task;
const wrongTime = (hours: number) => new Date(Date.now() + (Math.random() * 2 - 1) * hours * 3_600_000);
const rolledBack = Symbol('rolled back');
const committed: string[] = [];
let made = 0;

while (committed.length < task.count) {
  const size = Math.min(1 + Math.floor(Math.random() * 9), task.count - committed.length);
  const events = Array.from({ length: size }, () => ({
    clientId: clientIdOf(`client-${task.writer}`),
    channelId: channelIdOf('shop'),
    eventType: 'SUBMIT_EVENT' as const,
    subject: `${task.writer}/${made++}`,
    data: {},
  }));
  await pause(Math.random() * 10);
  try {
    const ids = await transaction(handle.kysely, async (transaction) => {
      const ids = await appendEvents(
        transaction,
        adapterIdOf(task.adapterId),
        events,
        clockHours === undefined ? null : wrongTime(clockHours),
      );
      // Other writers wait for the lock on the stream during this pause.
      if (Math.random() < 0.5) await pause(Math.random() * 2);
      if (Math.random() < 0.1) throw rolledBack; // oxlint-disable-line typescript/only-throw-error -- a marker value that is caught below
      return ids;
    });
    committed.push(...ids);
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
}
await handle.close();
console.log(JSON.stringify(committed));
