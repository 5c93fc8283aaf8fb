import { setTimeout as pause } from 'node:timers/promises';
import type { TestAnswer, TestCaller } from '../../../packages/server/test/test-service.ts';

/** A running process of the installation, with callers for its keys. */
export interface Node {
  name: string;
  baseUrl: string;
  /** True for the former release, whose statements can fail once while a migration changes a table or function that they use. */
  canFail: boolean;
  client: TestCaller;
  adapter: TestCaller;
}

/** The answers that the clients of an installation received. */
export interface Traffic {
  /** The newest value of each product whose import was answered with 200. */
  imported: Map<string, string>;
  /** Ids of the answered submissions, in order, by the loop that made them. */
  submitted: Map<string, string[]>;
  /** Submission ids in the polled events, in order. */
  polled: string[];
  /** Number of answers with the expected status, by process. */
  answers: Map<string, number>;
  /** Number of requests that were answered with 503, got no answer, or failed in the former release. All were repeated. */
  repeated: number;
  /** Answers that no correct installation gives. */
  wrong: string[];
}

/** The part of a submit event that the poller reads. */
interface PolledEvent {
  eventId: string;
  data: { submissionId: string };
}

const loops = { importers: 2, submitters: 2 };

/** Imports, submits and polls through all processes in turn until the signal aborts. Each request is repeated until it is answered. */
export function startTraffic(
  nodes: () => readonly Node[],
  signal: AbortSignal,
): { traffic: Traffic; ended: Promise<void> } {
  const traffic: Traffic = {
    imported: new Map(),
    submitted: new Map(),
    polled: [],
    answers: new Map(),
    repeated: 0,
    wrong: [],
  };
  let turn = 0;
  // true when the last submits were answered; the poller must also read their events
  let isWritten = false;
  async function ask(expected: number, send: (node: Node) => Promise<TestAnswer>): Promise<TestAnswer | undefined> {
    for (;;) {
      const among = nodes();
      const node = among[(turn += 1) % among.length];
      const answer = node && (await send(node).catch(() => undefined));
      if (node && answer?.status === expected) {
        traffic.answers.set(node.name, (traffic.answers.get(node.name) ?? 0) + 1);
        return answer;
      }
      const isRepeatable = answer?.status === 503 || (answer?.status === 500 && node?.canFail === true);
      if (answer !== undefined && !isRepeatable) {
        traffic.wrong.push(`${node?.name}: ${answer.status} ${answer.text}`);
        return undefined;
      }
      traffic.repeated += 1;
      await pause(20);
    }
  }

  async function importOne(productId: string, value: string): Promise<void> {
    const answer = await ask(200, ({ client }) => client.importProducts([{ __ID: productId, value }]));
    if (answer) traffic.imported.set(productId, value);
  }
  async function runImporter(name: string): Promise<void> {
    for (let count = 0; !signal.aborted; count += 1) await importOne(`${name}-${count % 50}`, String(count));
  }
  async function runSubmitter(name: string): Promise<void> {
    const submitted: string[] = [];
    traffic.submitted.set(name, submitted);
    await importOne(name, 'first');
    const path = '/api/submit/v1/channels/example-shop/products';
    for (let count = 0; !signal.aborted; count += 1) {
      // A submit without an answer may have been stored. With the same key, repeating it gives the first answer and submits nothing.
      const headers = { 'content-type': 'application/json', 'idempotency-key': `${name}-${count}` };
      const answer = await ask(202, ({ client }) =>
        client.call('POST', path, { headers, body: JSON.stringify([name]) }),
      );
      if (answer) submitted.push((answer.body as { submissionId: string }).submissionId); // declared by the contract
    }
  }
  async function runPoller(): Promise<void> {
    let cursor = '';
    for (let isLast = false; ; isLast = isWritten) {
      // by cursor and without autoAck, so that a page whose answer was lost is read again
      const path = `/external/events?autoAck=false&type=SUBMIT_EVENT&limit=100${cursor}`;
      const answer = await ask(200, ({ adapter }) => adapter.call('GET', path));
      const { events } = (answer?.body ?? { events: [] }) as { events: PolledEvent[] }; // declared by the contract
      traffic.polled.push(...events.map(({ data }) => data.submissionId));
      const last = events.at(-1);
      if (last) cursor = `&startingAfter=${last.eventId}`;
      else if (isLast) return;
    }
  }

  const writing = Promise.all([
    ...Array.from({ length: loops.importers }, (_, index) => runImporter(`imported-${index}`)),
    ...Array.from({ length: loops.submitters }, (_, index) => runSubmitter(`submitted-${index}`)),
  ]).then(() => {
    isWritten = true;
  });
  const ended = Promise.all([writing, runPoller()]).then(() => undefined);
  return { traffic, ended };
}
