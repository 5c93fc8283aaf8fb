import { sql } from 'kysely';
import { addRoleRow, createOperatorRow } from '../../src/access/index.ts';
import { clientIdOf } from '../../src/platform/core.ts';
import { createPerson, goodPassword, hashGoodPassword, type Person } from '../access/person.ts';
import type { TestService } from '../test-service.ts';
import { emailOf, secretWord } from './secret-words.ts';

type Role = 'owner' | 'editor' | 'viewer';
interface Described {
  client?: 'acme' | 'evil';
  role?: Role;
  isOperator?: boolean;
}

/** All people, by name. The people of `acme` and the operator have the secret word in their names and e-mail addresses. */
const described = {
  owner: { client: 'acme', role: 'owner' },
  editor: { client: 'acme', role: 'editor' },
  viewer: { client: 'acme', role: 'viewer' },
  member: { client: 'acme', role: 'viewer' },
  'spare-member': { client: 'acme', role: 'viewer' },
  'deleted-person': { client: 'acme', role: 'viewer' },
  spare: { client: 'acme', role: 'owner' },
  coded: { client: 'acme', role: 'owner' },
  tampered: { client: 'acme', role: 'owner' },
  'signed-out': { client: 'acme', role: 'owner' },
  outdated: { client: 'acme', role: 'owner' },
  idle: { client: 'acme', role: 'owner' },
  disabled: { client: 'acme', role: 'owner' },
  beginner: { client: 'acme', role: 'owner' },
  operator: { isOperator: true },
  'evil-owner': { client: 'evil', role: 'owner' },
  'evil-editor': { client: 'evil', role: 'editor' },
  'evil-viewer': { client: 'evil', role: 'viewer' },
  /** This person acts as a former member of `acme`, and has a role only in `evil`. */
  removed: { client: 'evil', role: 'viewer' },
} as const satisfies Record<string, Described>;
export type PersonName = keyof typeof described;

export const personIdOf = (name: PersonName): string => `p-${name}`;

/** The ids of the people of `evil`. */
export const strangerIds = Object.entries<Described>(described)
  .filter(([, { client }]) => client === 'evil')
  .map(([name]) => `p-${name}`);

/** Creates all people and signs them in. */
export async function createPeople(service: TestService): Promise<Record<PersonName, Person>> {
  const { database, baseUrl } = service;
  const passwordHash = await hashGoodPassword();
  const signedIn: [string, Person][] = [];
  for (const [name, { client, role, isOperator = false }] of Object.entries<Described>(described)) {
    const personId = `p-${name}`;
    const isStranger = client === 'evil';
    const email = isStranger ? `${name}@evil.example` : emailOf(name);
    const shown = isStranger ? name : `${secretWord} ${name}`;
    await createOperatorRow(database, { personId, accountId: `a-${name}`, email, name: shown, passwordHash });
    await sql`update person set is_operator = ${isOperator} where person_id = ${personId}`.execute(database);
    if (client && role) await addRoleRow(database, { clientId: clientIdOf(client), personId, role });
    signedIn.push([name, await createPerson(baseUrl, email, goodPassword)]);
  }
  return Object.fromEntries(signedIn) as Record<PersonName, Person>; // the entries have the keys of `described`
}
