// A process of its own that takes events with autoAck until it reads a line or is killed; says each page that it got in one line of JSON.
import { setTimeout as pause } from 'node:timers/promises';
import { pollEvents } from '../../src/events/event-service.ts';
import { openDatabase, systemClock } from '../../src/platform/index.ts';
import type { PollerTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as PollerTask; // written by stream-processes.ts
const handle = openDatabase({ connectionString: task.connectionString, max: 1, name: 'poller', onError: () => undefined });
let isStopping = false;
process.stdin.once('end', () => {
  isStopping = true;
});
process.stdin.resume();

for (;;) {
  const isLast = isStopping;
  const { events } = await pollEvents({ database: handle.kysely, clock: systemClock }, task.adapterId, { limit: 100, autoAck: true, returnAck: false });
  if (events.length > 0) console.log(JSON.stringify(events.map((event) => event.eventId)));
  else if (isLast) break;
  else await pause(5);
}
await handle.close();
