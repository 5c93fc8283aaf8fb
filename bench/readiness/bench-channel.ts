import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchServer } from '../import/bench-server.ts';
import { standard } from './scene.ts';

/** Pause between two checks of whether the server has finished its work. */
const pollMs = 20;

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Returns the 95th percentile of the duration of a request, in milliseconds. */
export async function p95(times: number, request: (index: number) => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let index = 0; index < times; index += 1) durations.push(1000 * (await seconds(() => request(index))));
  return durations.toSorted((a, b) => a - b)[Math.floor(times * 0.95)] ?? Number.NaN;
}

interface ChannelFacts {
  server: BenchServer;
  database: pg.Client;
  clientId: string;
  channelId: string;
}

/** A channel with a data standard, and the passes over the products of a client. */
export class BenchChannel {
  readonly #facts: ChannelFacts;
  readonly #path: string;

  constructor(facts: ChannelFacts) {
    this.#facts = facts;
    this.#path = `/api/channels/v1/channels/${facts.channelId}`;
  }

  /** Creates the channel with its adapter, connects the client, and publishes the standard. @returns the secret of the adapter */
  async connect(): Promise<string> {
    const { server, clientId, channelId } = this.#facts;
    const operator = server.operatorSecret;
    const adapterId = `adapter-of-${channelId}`;
    await server.call('POST', '/console/adapters', operator, { adapterId, name: 'Bench' });
    await server.call('POST', '/console/channels', operator, {
      channelId,
      adapterId,
      name: 'Bench',
      accountFields: [],
    });
    const key = { kind: 'adapter', name: 'Bench', adapterId };
    const { secret } = (await server.call('POST', '/console/keys', operator, key)) as { secret: string }; // the contract declares this type
    const account = { name: 'Shop', properties: {} };
    const { accountId } = (await server.call('POST', `${this.#path}/accounts`, server.clientSecret, account)) as {
      accountId: string;
    }; // the contract declares this type
    await server.call('POST', '/external/authentication', secret, {
      clientId,
      channelId,
      accountId,
      status: 'SUCCESS',
    });
    await server.call('PUT', `/external/channels/${channelId}/standard`, secret, standard());
    return secret;
  }

  /** Waits until all evaluations are current. */
  async untilCurrent(): Promise<void> {
    const { server } = this.#facts;
    for (;;) {
      const state = (await server.call('GET', `${this.#path}/readiness`, server.clientSecret)) as {
        pending: number;
        pass: unknown;
        rulesetNo: number | null;
      }; // the contract declares this type
      if (state.rulesetNo !== null && state.pending === 0 && state.pass === null) return;
      await sleep(pollMs);
    }
  }

  /** Waits until all changes are evaluated and stored. Asks the database, like `#untilPassed`. */
  async untilStored(): Promise<void> {
    for (;;) {
      const { rows } = await this.#facts.database.query('select from evaluation_change limit 1');
      if (rows.length === 0) return;
      await sleep(5);
    }
  }

  /** Waits until the background work of imports has ended. */
  async untilIdle(): Promise<void> {
    for (;;) {
      const { rows } = await this.#facts.database.query(
        'select from product_change union all select from evaluation_change limit 1',
      );
      if (rows.length === 0) return;
      await sleep(pollMs);
    }
  }

  /**
   * Makes a request that starts a pass. Returns the duration of the pass (`pass`) and the time from the request to the start of the pass
   * (`before`), in seconds.
   */
  async measurePass(request: () => Promise<unknown>): Promise<{ pass: number; before: number }> {
    await this.untilIdle();
    const requestedAt = Date.now();
    await request();
    const startedAt = await this.#untilPassed(requestedAt);
    return { pass: (Date.now() - startedAt) / 1_000, before: (startedAt - requestedAt) / 1_000 };
  }

  /**
   * Waits until a pass that was requested has ended. Asks the database, because a request for the progress takes 5 ms of processor time.
   * @returns the start of the pass
   */
  async #untilPassed(requestedAt: number): Promise<number> {
    const { database, clientId, channelId } = this.#facts;
    for (;;) {
      const { rows } = await database.query<{ startedAt: Date | null; isRunning: boolean }>(
        `select pass_started_at as "startedAt", built_through is not null as "isRunning"
        from evaluation_state
        where client_id = $1 and channel_id = $2`,
        [clientId, channelId],
      );
      const startedAt = rows[0]?.startedAt?.getTime() ?? 0;
      if (startedAt >= requestedAt && rows[0]?.isRunning === false) return startedAt;
      await sleep(pollMs);
    }
  }
}
