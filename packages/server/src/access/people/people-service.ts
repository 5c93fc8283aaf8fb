import type { Person } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type Transaction,
  transaction,
  describeAct,
} from '../../platform/index.ts';
import type { LinkDeps, LinkOrigin } from './invitation-service.ts';
import * as linkStore from './link-store.ts';
import { issuePasswordLink, type PasswordLink } from './password-link-service.ts';
import { listPeople } from './people-views.ts';
import * as personStore from './person-store.ts';

interface PeopleDeps {
  database: Database;
  clock: Clock;
}

const unknownPerson = (personId: string) => new PimentoError(problem('unknown-person', { personId, clientId: null }));

async function getPerson(connection: Connection, personId: string): Promise<Person> {
  const [person] = await listPeople(connection, { personId, limit: 1 });
  if (!person) throw unknownPerson(personId);
  return person;
}

export async function pageOfPeople(
  connection: Connection,
  query: { text?: string | undefined; startingAfter?: string | undefined; limit: number },
): Promise<{ people: Person[]; next: string | null }> {
  const { text, startingAfter: after, limit } = query;
  const found = await listPeople(connection, { text, after, limit: limit + 1 });
  const people = found.slice(0, limit);
  return { people, next: found.length > limit ? (people.at(-1)?.email ?? null) : null };
}

/**
 * Requires that a person is neither the only operator nor the only one who can sign in. Disabled operators do not count.
 * @throws PimentoError not-possible-now
 */
async function requireOtherOperator(transaction: Transaction, personId: string): Promise<void> {
  const operators = await personStore.lockOperators(transaction);
  const person = operators.find((one) => one.personId === personId);
  const others = operators.filter((one) => one !== person);
  const isLeft = person?.hasLogin === true ? others.some(({ hasLogin }) => hasLogin) : others.length > 0;
  if (person !== undefined && !isLeft) throw new PimentoError(problem('not-possible-now', { kind: 'last-operator' }));
}

/**
 * Renames, disables or enables a person, or makes them an operator or an ordinary person. Disabling a person also ends their sessions. The
 * links that the person created are deleted when the person is disabled or is no longer an operator. The person's own password link is
 * deleted when `isOperator` is given.
 * @throws PimentoError unknown-person, not-possible-now
 */
export async function changePerson(
  { database, clock }: PeopleDeps,
  personId: string,
  change: { name?: string | undefined; disabled?: boolean | undefined; isOperator?: boolean | undefined },
): Promise<Person> {
  return transaction(database, async (transaction) => {
    if (change.disabled === true || change.isOperator === false) await requireOtherOperator(transaction, personId);
    const person = await personStore.lockPerson(transaction, { personId });
    if (!person) throw unknownPerson(personId);
    describeAct({ before: { name: person.name, disabled: person.isDisabled, isOperator: person.isOperator } });
    if (change.name !== undefined) await personStore.renamePerson(transaction, personId, change.name);
    if (change.isOperator !== undefined) {
      await personStore.setOperator(transaction, personId, change.isOperator);
      await linkStore.deletePasswordLink(transaction, personId);
    }
    if (change.disabled !== undefined && change.disabled !== person.isDisabled)
      await personStore.setDisabled(transaction, personId, change.disabled ? clock.now() : null);
    if (change.disabled === true) await linkStore.deleteSessions(transaction, personId);
    if (change.disabled === true || change.isOperator === false)
      await linkStore.deleteLinksBy(transaction, `user:${personId}`, null);
    return getPerson(transaction, personId);
  });
}

/** Deletes a person, including roles, sessions, password and links. @throws PimentoError unknown-person, not-possible-now */
export async function deletePerson({ database }: PeopleDeps, personId: string): Promise<void> {
  await transaction(database, async (transaction) => {
    await requireOtherOperator(transaction, personId);
    if (!(await personStore.lockPerson(transaction, { personId }))) throw unknownPerson(personId);
    await linkStore.deleteLinksBy(transaction, `user:${personId}`, null);
    await personStore.deletePersonRow(transaction, personId);
  });
}

/** @throws PimentoError unknown-person */
export async function endPersonSessions({ database }: PeopleDeps, personId: string): Promise<void> {
  await transaction(database, async (transaction) => {
    if (!(await personStore.lockPerson(transaction, { personId }))) throw unknownPerson(personId);
    await linkStore.deleteSessions(transaction, personId);
  });
}

/** Removes the second factor and the passkeys of a person, and ends their sessions. @throws PimentoError unknown-person */
export async function removeSecondFactor({ database }: PeopleDeps, personId: string): Promise<void> {
  await transaction(database, async (transaction) => {
    if (!(await personStore.lockPerson(transaction, { personId }))) throw unknownPerson(personId);
    await linkStore.deleteSecondFactor(transaction, personId);
    await linkStore.deleteSessions(transaction, personId);
  });
}

/**
 * Creates an operator, who sets a password with a link. The link is returned, or sent by e-mail if a mail server is configured.
 * @throws PimentoError already-exists, too-many-requests
 */
export async function createOperator(
  deps: LinkDeps,
  request: { email: string; name: string },
  origin: LinkOrigin,
): Promise<PasswordLink & { person: Person }> {
  const email = request.email.toLowerCase();
  const answer = await transaction(deps.database, async (transaction) => {
    const personId = deps.clock.newId();
    const created = { personId, email, name: request.name, isOperator: true };
    if (!(await personStore.createPersonRow(transaction, created)))
      throw new PimentoError(problem('already-exists', { kind: 'person', email }));
    describeAct({ object: personId });
    const link = await issuePasswordLink(deps, transaction, created, origin);
    return { ...link, person: await getPerson(transaction, personId) };
  });
  deps.mailer?.wake();
  return answer;
}
