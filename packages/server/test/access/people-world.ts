import { sql } from 'kysely';
import type { ServiceOptions } from '../../src/service-options.ts';
import { addRoleRow, createOperatorRow } from '../../src/access/index.ts';
import { clientIdOf } from '../../src/platform/core.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { createPerson, goodPassword, hashGoodPassword, type Person } from './person.ts';

export interface PeopleWorld extends AsyncDisposable {
  service: TestService;
  baseUrl: string;
  operator: Person;
  goodOwner: Person;
  evilOwner: Person;
}

/** Creates a person with `goodPassword`. The person is an owner of the client if `clientId` is given, otherwise an operator. */
async function createLogin(service: TestService, email: string, clientId?: string): Promise<void> {
  const { database } = service;
  const personId = `p-${email.split('@', 1)[0]}`;
  const passwordHash = await hashGoodPassword();
  await createOperatorRow(database, { personId, accountId: `a-${personId}`, email, name: personId, passwordHash });
  if (clientId === undefined) return;
  await sql`update person set is_operator = false where person.person_id = ${personId}`.execute(database);
  await addRoleRow(database, { clientId: clientIdOf(clientId), personId, role: 'owner' });
}

/** Starts a service with an operator and two clients, each with an owner. */
export async function startPeopleWorld(options: Partial<ServiceOptions> = {}): Promise<PeopleWorld> {
  const service = await startTestService(options);
  const { baseUrl } = service;
  await service.client('good');
  await service.client('evil');
  await createLogin(service, 'root@example.com');
  await createLogin(service, 'olga@good.example', 'good');
  await createLogin(service, 'mallory@evil.example', 'evil');
  return {
    service,
    baseUrl,
    operator: await createPerson(baseUrl, 'root@example.com', goodPassword),
    goodOwner: await createPerson(baseUrl, 'olga@good.example', goodPassword),
    evilOwner: await createPerson(baseUrl, 'mallory@evil.example', goodPassword),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Expires all links in a table by moving their expiry back by a day and a minute. */
export async function expireLinks(service: TestService, table: 'member_invitation' | 'password_link'): Promise<void> {
  await sql`update ${sql.table(table)} set expires_at = expires_at - interval '1441 minutes'`.execute(service.database);
}
