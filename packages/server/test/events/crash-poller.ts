// Child process that polls events over HTTP with autoAck, even if the server restarts on a different port. Ends when stdin is closed and a
// poll is empty, or when it is killed. Prints the event ids of each page that contains events as one line of JSON, but drops one page in
// twenty on average.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { CrashPollerTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as CrashPollerTask; // written by stream-processes.ts
let isStopping = false;
process.stdin.once('end', () => {
  isStopping = true;
});
process.stdin.resume();

/** Polls once. Returns undefined if there is no complete response, or if the response is a 503. */
async function poll(): Promise<string[] | undefined> {
  try {
    const baseUrl = await readFile(task.addressFile, 'utf8');
    const headers = { authorization: `Bearer ${task.secret}` };
    const answer = await fetch(`${baseUrl}/external/events?limit=100`, { headers });
    const text = await answer.text();
    if (answer.status === 503) return undefined;
    if (answer.status !== 200) process.exitCode = 1;
    return (JSON.parse(text) as { events: { eventId: string }[] }).events.map((event) => event.eventId); // the contract declares this type
  } catch {
    return undefined;
  }
}

for (;;) {
  const isLast = isStopping;
  const ids = await poll();
  if (ids?.length === 0 && isLast) break;
  if (ids !== undefined && ids.length > 0 && Math.random() >= 0.05) console.log(JSON.stringify(ids));
  await pause(Math.random() * 20);
}
