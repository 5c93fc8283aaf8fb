import { sql } from 'kysely';
import { createClientRow, createKey } from '../../src/access/index.ts';
import { adapterExists } from '../../src/channels/index.ts';
import { clientIdOf, systemClock } from '../../src/platform/index.ts';
import { secretOf } from '../access/person.ts';
import { ask, type GatewayWorld, shopFields, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { createPeople, personIdOf, type PersonName } from './people.ts';
import type { Objects } from './permission-entry.ts';
import { standardOf } from './permission-standard.ts';
import { emailOf, secretWord } from './secret-words.ts';
import { createTwin } from './twin-catalog.ts';

export interface VictimWorld extends AsyncDisposable {
  gateway: GatewayWorld;
  acme: TestCaller;
  evil: TestCaller;
  shop: TestCaller;
  elsewhere: TestCaller;
  people: Awaited<ReturnType<typeof createPeople>>;
  objects: Objects;
  /** Creates an additional key of `acme`. */
  createKey(): ReturnType<typeof createKey>;
}

async function createChannels({ operator }: GatewayWorld): Promise<void> {
  const create = (channelId: string, more: object) => {
    const channel = { channelId, adapterId: 'shop', name: channelId, accountFields: shopFields, ...more };
    return ask(operator, 'POST', '/console/channels', channel, 201);
  };
  await create('left', {});
  await create('second', { capabilities: ['withdraw'] });
  await create('private', { name: `${secretWord} private`, clientIds: ['acme'] });
}

/** Publishes a data standard whose name, value list, attribute and category contain the given word. */
async function publishStandard(shop: TestCaller, channelId: string, word: string): Promise<void> {
  await ask(shop, 'PUT', `/external/channels/${channelId}/standard`, standardOf(word));
}

/** Returns a function that connects an account of a client to a channel, and accepts the account as the adapter. */
const connector = (gateway: GatewayWorld, client: TestCaller, adapter: TestCaller) => (channelId: string) =>
  gateway.connect(client, adapter, channelId);

async function createLinks(world: Pick<VictimWorld, 'people' | 'gateway'>) {
  const { owner } = world.people;
  const { operator } = world.gateway;
  const invite = async (name: string) => {
    const member = { email: emailOf(name), name: `${secretWord} ${name}`, role: 'viewer' };
    return (await owner.call('POST', '/console/invitations', 'acme', member)).body;
  };
  const cancelled = await invite('cancelled');
  const invited = await invite('invited');
  const accepted = await invite('accepted');
  const path = `/console/people/${personIdOf('spare-member')}/password-link`;
  const link = await ask(operator, 'POST', path, undefined, 201);
  return {
    invitationId: cancelled.invitation.invitationId,
    invitationSecret: secretOf(invited.link),
    acceptedSecret: secretOf(accepted.link),
    passwordSecret: secretOf(link.link),
  };
}

/** Returns the last path segment and the query of the signed address of a submitted file. */
async function signedFile(shop: TestCaller, submissionId: string) {
  const page = await ask(shop, 'GET', `/external/submissions/${submissionId}/products`);
  const url = new URL(page.assets.leaflet.url);
  return { signedName: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''), signedQuery: url.search };
}

async function createObjects(world: Omit<VictimWorld, 'objects' | keyof AsyncDisposable>): Promise<Objects> {
  const { gateway, acme, evil, shop, people } = world;
  const { operator, service } = gateway;
  await publishStandard(shop, 'shop', 'plain');
  await publishStandard(shop, 'private', secretWord);
  await createTwin(evil, 'Foxglove', connector(gateway, evil, shop));
  await gateway.poll(shop);
  const twin = await createTwin(acme, secretWord, connector(gateway, acme, shop));
  const { events } = await ask(shop, 'GET', '/external/events?autoAck=false');
  const named = { kind: 'client', clientId: 'acme', name: `${secretWord} key` };
  const ended = await ask(operator, 'POST', '/console/keys', named, 201);
  await ask(operator, 'POST', `/console/keys/${ended.keyId}/revoke`);
  const { sessions } = (await people.owner.call('GET', '/console/sessions')).body;
  await service.assetRunner.drain();
  await service.searchIndexing.drain();
  await service.notices.drain();
  return {
    ...twin,
    ...(await signedFile(shop, twin.submissionId)),
    ...(await createLinks(world)),
    keyId: ended.keyId,
    eventId: events.at(-1).eventId,
    memberId: personIdOf('member'),
    spareMemberId: personIdOf('spare-member'),
    deletedPersonId: personIdOf('deleted-person'),
    sessionId: sessions[0].sessionId,
    tokenKeyId: acme.keyId,
    tokenSecret: acme.secret,
  };
}

/** Ends or restricts the sessions of some people, each in a different way. */
async function endSomeSessions({ people, gateway }: Pick<VictimWorld, 'people' | 'gateway'>): Promise<void> {
  const { database } = gateway.service;
  const ofPerson = (name: PersonName) => sql`where person_id = ${personIdOf(name)}`;
  await people['signed-out'].call('DELETE', '/console/session');
  await sql`update person_session set expires_at = now() - interval '1 s' ${ofPerson('outdated')}`.execute(database);
  await sql`update person_session set last_used_at = now() - interval '25 h' ${ofPerson('idle')}`.execute(database);
  await sql`update person set disabled_at = now() ${ofPerson('disabled')}`.execute(database);
  await sql`update person set must_change_password = true ${ofPerson('beginner')}`.execute(database);
}

/**
 * Starts a service with two clients. The data of `acme` must not leak, and `evil` has objects with the same ids. The adapter `shop` serves
 * both clients, and the adapter `elsewhere` serves neither.
 */
export async function startVictimWorld(): Promise<VictimWorld> {
  const gateway = await startGatewayWorld();
  const { service } = gateway;
  const { database } = service;
  const shop = await gateway.adapter('shop');
  const elsewhere = await gateway.adapter('elsewhere');
  await createClientRow(database, { clientId: clientIdOf('acme'), name: `${secretWord} Ltd` });
  await createClientRow(database, { clientId: clientIdOf('evil'), name: 'Evil' });
  await createChannels(gateway);
  const deps = { database, clock: systemClock, adapterExists };
  const world = {
    gateway,
    shop,
    elsewhere,
    acme: await service.key('acme'),
    evil: await service.key('evil'),
    people: await createPeople(service),
    createKey: () => createKey(deps, database, { name: secretWord, kind: 'client', clientId: clientIdOf('acme') }),
  };
  const objects = await createObjects(world);
  await endSomeSessions(world);
  return { ...world, objects, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}
