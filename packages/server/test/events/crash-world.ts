import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readEmbeddedConnection } from '../embedded-connection.ts';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import { createTestCaller, type TestCaller } from '../test-service.ts';
import { startCrashPoller, startCrashWriter, type StreamProcess } from './stream-processes.ts';

export const crashes = ['database', 'node', 'node and database'] as const;
export type Crash = (typeof crashes)[number];

export interface PolledPage {
  events: { eventId: string; created: string; data: { subject: string } }[];
  hasMore: boolean;
}

export interface CrashWorld extends AsyncDisposable {
  /** Creates an adapter and returns the secret of its key. */
  newAdapter(adapterId: string): Promise<string>;
  writer(adapterIds: string[], writer: number): StreamProcess;
  poller(secret: string): StreamProcess;
  /** Polls once. Returns undefined if a crash prevented a response. Throws if the response can only be the result of a bug. */
  poll(secret: string, query: Record<string, string | boolean | undefined>): Promise<PolledPage | undefined>;
  /** Kills processes, and restarts those that do not restart automatically. */
  crash(what: Crash): Promise<void>;
  /** Reads all events of a stream from the table, and counts the unacknowledged events and those that are not relayed yet. */
  stream(
    adapterId: string,
  ): Promise<{ events: { eventId: string; subject: string }[]; pending: number; unrelayed: number }>;
}

/** Starts the real program with its database. A test can kill both at any time. */
export async function startCrashWorld(): Promise<CrashWorld> {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await makeDataFolder());
  const { data } = folder;
  const addressFile = join(data, 'address');
  let program: PimentoProgram;
  let baseUrl = '';
  const started: StreamProcess[] = [];
  // Ends processes that a failed test has not ended.
  resources.defer(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    await program.stop();
  });

  async function start(): Promise<void> {
    program = await startProgram(data);
    assert.ok(program.baseUrl, program.stderr());
    ({ baseUrl } = program);
    await writeFile(addressFile, baseUrl);
  }
  await start();
  const operator = JSON.parse(await readFile(join(data, 'operator-key.json'), 'utf8')) as { secret: string }; // the first start writes this file
  const caller = (): TestCaller => createTestCaller(baseUrl, { clientId: null, keyId: '', secret: operator.secret });
  const make = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await caller().call('POST', path, { headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const keep = (process: StreamProcess) => {
    started.push(process);
    return process;
  };

  return {
    async newAdapter(adapterId) {
      await make('/console/adapters', { adapterId, name: adapterId });
      return (await make('/console/keys', { kind: 'adapter', name: adapterId, adapterId })).secret;
    },
    writer: (adapterIds, writer) => keep(startCrashWriter({ data, adapterIds, writer })),
    poller: (secret) => keep(startCrashPoller({ addressFile, secret })),
    async poll(secret, query) {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const path = `/external/events?${given.map(([name, value]) => `${name}=${String(value)}`).join('&')}`;
      const answer = await createTestCaller(baseUrl, { clientId: null, keyId: '', secret })
        .call('GET', path)
        .catch(() => undefined);
      if (answer?.status === 200) return answer.body;
      assert.ok(answer === undefined || answer.status === 503, `${path}: ${answer?.text} ${program.stderr()}`);
      await pause(10);
      return undefined;
    },
    async crash(what) {
      if (what === 'database') {
        await program.killDatabase();
        return;
      }
      await program.kill(what);
      await start();
    },
    stream: (adapterId) => readStream(data, adapterId),
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

async function readStream(data: string, adapterId: string): ReturnType<CrashWorld['stream']> {
  const client = new pg.Client({ connectionString: await readEmbeddedConnection(data) });
  await client.connect();
  try {
    const { rows: events } = await client.query<{ eventId: string; subject: string }>(
      `select event.event_id as "eventId", event.data ->> 'subject' as subject
      from event
      where event.adapter_id = $1
      order by event.created`,
      [adapterId],
    );
    const { rows } = await client.query<{ pending: number; unrelayed: number }>(
      `select
        (select count(*)::integer from pending where pending.adapter_id = $1) as pending,
        (select count(*)::integer from event_outbox where event_outbox.adapter_id = $1) as unrelayed`,
      [adapterId],
    );
    return { events, pending: rows[0]!.pending, unrelayed: rows[0]!.unrelayed };
  } finally {
    await client.end();
  }
}
