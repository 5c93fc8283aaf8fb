// A process of its own that takes events over HTTP with autoAck, from a server that may go away and come back elsewhere, until its input has
// ended and nothing comes any more or it is killed; says each page that it got in one line of JSON. Every twentieth page is lost on its way.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { CrashPollerTask } from './stream-processes.ts';

const task = JSON.parse(process.argv[2] ?? '') as CrashPollerTask; // written by stream-processes.ts
let isStopping = false;
process.stdin.once('end', () => {
  isStopping = true;
});
process.stdin.resume();

/** Undefined if no answer came. */
async function poll(): Promise<string[] | undefined> {
  try {
    const baseUrl = await readFile(task.addressFile, 'utf8');
    const headers = { authorization: `Bearer ${task.secret}` };
    const answer = await fetch(`${baseUrl}/external/events?limit=100`, { headers });
    const text = await answer.text();
    if (answer.status === 503) return undefined;
    if (answer.status !== 200) process.exitCode = 1;
    return (JSON.parse(text) as { events: { eventId: string }[] }).events.map((event) => event.eventId); // as the contract says
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
