// Child process that commits events until it has committed `count` of them, or until it is killed. About one transaction in ten is rolled
// back. Prints the subjects of the committed events. Most events go through the outbox and are then relayed by this process, like those of
// a node. The others are appended directly, like those of a node with an earlier version of Pimento.
import { transaction, adapterIdOf, clientIdOf, channelIdOf } from '../../src/platform/core.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvents, relayEvents } from '../../src/events/outbox-store.ts';
import { openDatabase } from '../../src/platform/database/database.ts'; // loading the whole platform would take most of a second
import { appendEvents } from './append-events.ts';
import type { WriterTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as WriterTask; // written by stream-processes.ts
const handle = openDatabase({
  connectionString: task.connectionString,
  max: 1,
  name: 'writer',
  onError: () => undefined,
});
const adapterId = adapterIdOf(task.adapterId);
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
    data: { subject: `${task.writer}/${made - 1}` },
  }));
  const isDirect = clockHours !== undefined || Math.random() < 0.2;
  await pause(Math.random() * 10);
  try {
    await transaction(handle.kysely, async (transaction) => {
      if (isDirect) {
        const at = clockHours === undefined ? null : wrongTime(clockHours);
        await appendEvents(transaction, adapterId, events, at);
      } else await addEvents(transaction, adapterId, events);
      // Other writers wait for the lock on the stream during this pause, if the events are appended directly.
      if (Math.random() < 0.5) await pause(Math.random() * 2);
      if (Math.random() < 0.1) throw rolledBack; // oxlint-disable-line typescript/only-throw-error -- a marker value that is caught below
    });
    committed.push(...events.map((event) => event.subject));
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  // Otherwise, another process relays the events.
  if (Math.random() < 0.7) await relayEvents(handle.kysely, adapterId, 1 + Math.floor(Math.random() * 20));
}
await handle.close();
console.log(JSON.stringify(committed));
