import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Operation, operations } from '@pimento/contract';
import { Pool } from 'undici';
import { anonymousRequests } from './anonymous-credentials.ts';
import { bentQueries } from './bent-addresses.ts';
import type { Credential } from './credentials.ts';
import { type Expectation, expectationOf, strangerStatuses } from './expectation.ts';
import { invalidKeys, validKeys } from './key-credentials.ts';
import type { Entry } from './permission-entry.ts';
import { type Reply, sendRequest } from './permission-request.ts';
import { permissionTable } from './permission-table.ts';
import { secretWord, showsSecret } from './secret-words.ts';
import { invalidCookies, validCookies } from './session-credentials.ts';
import { createStateReader, type State } from './victim-state.ts';
import { startVictimWorld, type VictimWorld } from './victim-world.ts';

/** Operations without a permission. Every new open operation must be added here, so that none is open by accident. */
const openOperations = [
  'acceptInvitation',
  'endProviderSignIn',
  'enterCode',
  'getArchiveFile',
  'getHealth',
  'getReadiness',
  'getSecurityContact',
  'getSubmittedContent',
  'getTokenMetadata',
  'issueRealmToken',
  'issueToken',
  'listFormulaFunctions',
  'listSignInProviders',
  'openInvitation',
  'openPasswordLink',
  'requestPasswordLink',
  'setPassword',
  'signIn',
  'signInWithPasskey',
  'startPasskeySignIn',
  'startProviderSignIn',
];
/** Number of concurrent requests. It is low enough that no request is refused because too many requests of one client are waiting. */
const requestsAtOnce = 6;
/** Number of operations after which the rows of the victim are compared. */
const operationsPerComparison = 4;

let world: VictimWorld;
let pool: Pool;
let credentials: Credential[];
let readState: () => Promise<State>;
let sent = 0;

before(async () => {
  world = await startVictimWorld();
  // evaluations change rows of the victim in the background
  await world.gateway.service.evaluations.drain();
  pool = new Pool(world.gateway.service.baseUrl, { connections: requestsAtOnce });
  credentials = [
    ...anonymousRequests(world),
    ...(await invalidKeys(world)),
    ...(await validKeys(world)),
    ...(await invalidCookies(world)),
    ...validCookies(world),
  ];
  readState = await createStateReader(world.gateway.service.database);
});
after(async () => {
  await pool.close();
  await world[Symbol.asyncDispose]();
});

function entryOf({ id }: Operation): Entry {
  const entry = permissionTable[id];
  assert.ok(entry, `${id} has no request in permission-table.ts`);
  return entry;
}

const send = (operation: Operation, credential: Credential) => {
  sent += 1;
  return sendRequest(pool, operation, entryOf(operation), world.objects, credential);
};

/** Divides items into groups of `size`. */
const groupsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Runs work for all items, a few at a time, and returns the results in order. */
async function mapInParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, lane));
  return results;
}

/** Returns the fault in the answer to a request that must neither show nor change data of the victim, or undefined if there is no fault. */
function faultOf(
  operation: Operation,
  credential: Credential,
  expected: Expectation,
  reply: Reply,
): string | undefined {
  const { status, text, headers } = reply;
  const seen = `${operation.id} with ${credential.name}: ${status}`;
  if (showsSecret(text)) return `${seen} shows what only the victim knows: ${text.slice(0, 2_000)}`;
  if (Object.keys(headers).some((name) => name.startsWith('access-control-'))) return `${seen} permits other origins`;
  // with a changed address or method, any refusal is correct
  if (credential.respell || credential.method) {
    return status >= 400 && status < 500 ? undefined : `${seen}, not a refusal: ${text.slice(0, 500)}`;
  }
  const statuses =
    'refused' in expected ? [expected.refused] : strangerStatuses(operation, entryOf(operation), world.objects);
  return statuses.includes(status) ? undefined : `${seen}, not ${statuses.join(' or ')}: ${text.slice(0, 500)}`;
}

/** Returns true if the request must not affect the victim and is among the tested requests. Only every fourth variant is tested. */
function isHostile(operation: Operation, credential: Credential): boolean {
  const expected = expectationOf(operation, credential);
  const isOpenAnyway = operation.permission.who === 'anyone' && (credential.respell ?? credential.method) !== undefined;
  if (isOpenAnyway) return false;
  const turn = operations.indexOf(operation) + credentials.indexOf(credential);
  if (credential.isVariant === true && turn % 4 !== 0) return false;
  if ('refused' in expected) return true;
  return expected.permitted === 'stranger' && entryOf(operation).endsSessionOf === undefined;
}

test('every operation of the contract has a request in the table, and every request an operation', () => {
  const names = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();
  assert.deepEqual(Object.keys(permissionTable).toSorted(), names(operations));
  assert.deepEqual(names(operations.filter(({ permission }) => permission.who === 'anyone')), openOperations);
  assert.ok(credentials.filter(({ isVariant }) => isVariant !== true).length >= 40);
});

describe('Requests that may not reach the victim show nothing of it and change nothing', () => {
  let known: State;
  before(async () => {
    known = await readState();
  });
  /** Returns the tables that have changed since the last call, with their rows before and after. */
  async function findChanges(): Promise<Record<string, { before: unknown; after: unknown }>> {
    const now = await readState();
    const before = known;
    known = now;
    const changed = Object.keys(now).filter((table) => !isDeepStrictEqual(before[table], now[table]));
    return Object.fromEntries(changed.map((table) => [table, { before: before[table], after: now[table] }]));
  }

  // Reading the whole database takes as long as 20 requests, so several operations share one comparison.
  for (const group of groupsOf(operations, operationsPerComparison)) {
    for (const operation of group)
      test(operation.id, async () => {
        const hostile = credentials.filter((credential) => isHostile(operation, credential));
        const faults = await mapInParallel(hostile, async (credential) =>
          faultOf(operation, credential, expectationOf(operation, credential), await send(operation, credential)),
        );
        assert.deepEqual(
          faults.filter((fault) => fault !== undefined),
          [],
        );
      });
    test(`nothing has changed after ${group.map(({ id }) => id).join(', ')}`, async () => {
      assert.deepEqual(await findChanges(), {});
    });
  }

  test('strangers who sign out or change their password leave the sessions of others alone', async (t) => {
    const ending = operations.filter((operation) => entryOf(operation).endsSessionOf !== undefined);
    const strangers = credentials.filter(({ identity }) => identity?.kind === 'person' && identity.home === 'evil');
    for (const operation of ending) {
      const replies = await mapInParallel(strangers, (credential) => send(operation, credential));
      const odd = replies.filter(({ status }) => ![204, 401, 409].includes(status));
      assert.deepEqual(odd, [], operation.id);
    }
    assert.deepEqual(await findChanges(), {});
    t.diagnostic(`${sent} requests with ${credentials.length} kinds of credential`);
  });
});

describe('A signed address that was changed shows nothing', () => {
  const opened = operations.filter(({ id }) => id === 'getSubmittedContent');
  for (const [name, bend] of bentQueries) {
    test(name, async () => {
      const { signedQuery, signedName } = world.objects;
      for (const operation of opened) {
        const parts = { params: () => ({ name: signedName }), query: () => bend(signedQuery) };
        const { status, text } = await sendRequest(pool, operation, parts, world.objects, { headers: [] });
        assert.ok(status === 400 || status === 403, `${status}: ${text}`);
        // The test searches for the content, because the problem may repeat the address, whose file name contains the secret word.
        assert.ok(!text.includes(`the text of ${secretWord}`), text);
      }
    });
  }
});

describe('Requests with the permission pass, with every credential that has it', () => {
  /** Returns true if a credential has the permission to call an operation on the victim's data. */
  const isOwn = (operation: Operation, credential: Credential) => {
    const expected = expectationOf(operation, credential);
    return 'permitted' in expected && expected.permitted === 'victim';
  };
  const endsSession = (operation: Operation) => Number(entryOf(operation).endsSessionOf !== undefined);
  const inOrder = operations.toSorted((a, b) => endsSession(a) - endsSession(b));

  for (const operation of inOrder) {
    const entry = entryOf(operation);
    test(operation.id, async () => {
      const { permission, method } = operation;
      if (permission.who === 'anyone') {
        if (!entry.withSecret) return;
        const { ok } = entry.withSecret;
        const origin: Pick<Credential, 'headers'> = { headers: [['origin', world.gateway.service.baseUrl]] };
        const reply = await sendRequest(pool, operation, entry.withSecret, world.objects, origin);
        assert.equal(reply.status, ok, reply.text.slice(0, 500));
        return;
      }
      const own = credentials.filter((credential) => isOwn(operation, credential));
      const isRead = method === 'GET';
      const spare = entry.endsSessionOf ?? 'a spare owner';
      // If an operation changes the caller's own account, it is called with only one session.
      const callers = permission.who === 'person' && !isRead ? own.filter(({ name }) => name === spare) : own;
      const [first, ...others] = callers;
      assert.ok(first, 'no credential may call it');
      const { status, text } = await send(operation, first);
      assert.equal(status, entry.ok, `${first.name}: ${text.slice(0, 500)}`);
      if (isRead) assert.equal(showsSecret(text), entry.isPlain !== true, text.slice(0, 2_000));
      const statuses = await mapInParallel(others, async (credential) => [
        credential.name,
        (await send(operation, credential)).status,
      ]);
      const isRefused = (status: unknown) => (isRead ? status !== entry.ok : status === 401 || status === 403);
      assert.deepEqual(
        statuses.filter(([, status]) => isRefused(status) || Number(status) >= 500),
        [],
      );
    });
  }
});
