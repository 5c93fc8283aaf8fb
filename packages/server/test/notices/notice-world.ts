import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { addRoleRow, createOperatorRow } from '../../src/access/index.ts';
import type { ServiceOptions } from '../../src/service-options.ts';
import { clientIdOf } from '../../src/platform/core.ts';
import { createPerson, goodPassword, hashGoodPassword, type Person } from '../access/person.ts';
import { type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';

/** A person's inbox for one client. */
export interface Inbox {
  person: Person;
  personId: string;
  email: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  list(query?: string): Promise<any[]>;
  unread(): Promise<number>;
  /** Marks everything that is currently in the inbox as read. */
  readAll(): Promise<void>;
  /** Changes some settings and keeps all others. `ways` changes only the kinds that it contains. */
  set(change: { ways?: Record<string, string>; [name: string]: unknown }): Promise<void>;
}

export interface NoticeWorld extends AsyncDisposable {
  gateway: GatewayWorld;
  /** Creates a person and returns their inbox for the client. Without a role, the person is an operator. */
  inbox(clientId: string, role?: 'owner' | 'editor' | 'viewer'): Promise<Inbox>;
  /** Creates all outstanding notices. */
  drain(): Promise<void>;
}

let people = 0;

async function createInbox(
  { service }: GatewayWorld,
  passwordHash: string,
  clientId: string,
  role: 'owner' | 'editor' | 'viewer' | undefined,
): Promise<Inbox> {
  people += 1;
  const personId = `p-${people}`;
  const email = `person-${people}@example.com`;
  const { database, baseUrl } = service;
  await createOperatorRow(database, { personId, accountId: `a-${people}`, email, name: personId, passwordHash });
  if (role !== undefined) {
    await sql`update person set is_operator = false where person.person_id = ${personId}`.execute(database);
    await addRoleRow(database, { clientId: clientIdOf(clientId), personId, role });
  }
  const person = await createPerson(baseUrl, email, goodPassword);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await person.call(method, path, clientId, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  return {
    person,
    personId,
    email,
    list: async (query = '') => (await call('GET', `/console/notices${query}`)).notices,
    unread: async () => (await call('GET', '/console/notices/unread')).unread,
    async readAll() {
      const { notices } = await call('GET', '/console/notices?unread=true');
      const seen = notices.map(({ noticeId, count }: { noticeId: string; count: number }) => ({ noticeId, count }));
      if (seen.length > 0) await call('POST', '/console/notices/read', { notices: seen });
    },
    async set({ ways, ...change }) {
      const {
        saved: _,
        canMail: __,
        email: ___,
        mailProblem: ____,
        ...settings
      } = await call('GET', '/console/notice-settings');
      const body = { ...settings, ...change, ways: { ...settings.ways, ...ways } };
      await call('PUT', '/console/notice-settings', body);
    },
  };
}

/** Starts the whole service with an operator. `inbox` creates the people who receive notices. */
export async function startNoticeWorld(overrides: Partial<ServiceOptions> = {}): Promise<NoticeWorld> {
  const gateway = await startGatewayWorld(overrides);
  const passwordHash = await hashGoodPassword();
  return {
    gateway,
    inbox: (clientId, role) => createInbox(gateway, passwordHash, clientId, role),
    drain: () => gateway.service.notices.drain(),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}
