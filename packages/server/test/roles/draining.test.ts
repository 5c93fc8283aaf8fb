import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type RoleProcess, type RoleWorld, startRoleWorld, until } from './role-world.ts';

/** Long enough for the load to notice, even on a busy machine, that a process is no longer ready. */
const drainSeconds = 3;
const loops = { importers: 3, pollers: 3 };

interface Load {
  /** Ids of the products whose import was answered. */
  imported: string[];
  /** Requests without a response, and responses with a status other than 200. */
  failures: string[];
  /** Number of responses of each process. */
  answers: Map<RoleProcess, number>;
}

/** Returns true if the process reports that it is ready. Like a proxy, the load uses only ready processes. */
async function isReady({ baseUrl }: RoleProcess): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

/** Imports and polls until the signal aborts. Each loop sends its requests to the ready processes in turn. */
async function putUnderLoad(world: RoleWorld, processes: RoleProcess[], signal: AbortSignal): Promise<Load> {
  const load: Load = { imported: [], failures: [], answers: new Map() };
  const inUse = new Set(processes);
  const watch = async (process: RoleProcess) => {
    while (!signal.aborted) {
      if (await isReady(process)) inUse.add(process);
      else inUse.delete(process);
      await new Promise(setImmediate);
    }
  };
  const loop = async (
    name: string,
    send: (process: RoleProcess, id: string) => Promise<{ status: number; text: string }>,
  ) => {
    for (let count = 0; !signal.aborted; count += 1) {
      const process = [...inUse][count % inUse.size];
      if (!process) {
        await pause(5);
        continue;
      }
      const id = `${name}-${count}`;
      try {
        const { status, text } = await send(process, id);
        if (status !== 200) load.failures.push(`${id}: ${status} ${text}`);
        else if (name.startsWith('import')) load.imported.push(id);
        load.answers.set(process, (load.answers.get(process) ?? 0) + 1);
      } catch (error) {
        load.failures.push(`${id}: ${String(error)} ${String((error as Error).cause)}`); // fetch throws errors
      }
    }
  };
  const importOne = (process: RoleProcess, id: string) =>
    world.caller(process, 'client').importProducts([{ __ID: id }]);
  const poll = (process: RoleProcess) => world.caller(process, 'adapter').call('GET', '/external/events?limit=100');
  await Promise.all([
    ...processes.map(watch),
    ...Array.from({ length: loops.importers }, (_, index) => loop(`import-${index}`, importOne)),
    ...Array.from({ length: loops.pollers }, (_, index) => loop(`poll-${index}`, poll)),
  ]);
  return load;
}

test('SIGTERM under load loses no answer: /readyz reports it, running requests are answered, and the process ends with exit code 0', async () => {
  await using world = await startRoleWorld({ PIMENTO_DRAIN_SECONDS: String(drainSeconds) });
  const { api } = world;
  const other = await world.start('api');
  const stopping = new AbortController();
  using _load = { [Symbol.dispose]: () => stopping.abort() }; // a failed test must not leave loops behind
  const loading = putUnderLoad(world, [api, other], stopping.signal);
  const client = world.caller(other, 'client');
  await until('some imports', async () => ((await client.exported()).size >= 20 ? true : undefined));
  // a body that arrives slowly keeps its request running until the drain has ended
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const slow = world.caller(api, 'client').importBody(readable, {
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await writer.write(Buffer.from('{"__ID":"slow-1"}\n'));
  await until('the start of the slow import', async () => {
    const { body } = await client.call('GET', '/api/import/v1/jobs?limit=100');
    return body.jobs.some(({ status }: { status: string }) => status === 'Importing') ? true : undefined;
  });

  const ended = api.stop();
  const health = await until('the end of readiness', async () => {
    const answer = await fetch(`${api.baseUrl}/readyz`);
    return answer.status === 503 ? answer : undefined;
  });
  const problem = (await health.json()) as { code: string; params: unknown }; // a problem document
  assert.deepEqual([problem.code, problem.params], ['unavailable', { kind: 'shutting-down' }]);
  assert.equal(health.headers.get('connection'), 'close');
  await until('the end of the drain', async () => {
    const answer = await fetch(`${api.baseUrl}/healthz`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer === undefined ? true : undefined;
  });
  await writer.write(Buffer.from('{"__ID":"slow-2"}\n'));
  await writer.close();
  assert.equal((await slow).body.created, 2, 'a running import is finished');
  assert.equal(await ended, 0);

  stopping.abort();
  const { failures, imported, answers } = await loading;
  assert.deepEqual(failures, []);
  assert.ok((answers.get(api) ?? 0) > 20, 'the process that was stopped was under load');
  const stored = await client.exported();
  for (const id of [...imported, 'slow-1', 'slow-2']) assert.ok(stored.has(id), id);
});
