// Child process that polls events with autoAck until stdin is closed and a poll is empty, or until it is killed. Prints the event ids of
// each page that contains events as one line of JSON.
import { adapterIdOf } from '../../src/platform/core.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { takePending } from '../../src/events/event-store.ts';
import { openDatabase } from '../../src/platform/database/database.ts'; // loading the whole platform would take most of a second
import type { PollerTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as PollerTask; // written by stream-processes.ts
const handle = openDatabase({
  connectionString: task.connectionString,
  max: 1,
  name: 'poller',
  onError: () => undefined,
});
let isStopping = false;
process.stdin.once('end', () => {
  isStopping = true;
});
process.stdin.resume();

for (;;) {
  const isLast = isStopping;
  const { events } = await takePending(handle.kysely, {
    adapterId: adapterIdOf(task.adapterId),
    after: new Date(0),
    retained: new Date(0),
    filter: {},
    limit: 100,
  });
  if (events.length > 0) console.log(JSON.stringify(events.map((event) => event.eventId)));
  else if (isLast) break;
  await pause(20);
}
await handle.close();
