import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { clientScopes, type KeyScope } from '@pimento/contract';
import { sql } from 'kysely';
import { ask } from '../channels/gateway-world.ts';
import { basic, bearer, type Credential } from './credentials.ts';
import type { VictimWorld } from './victim-world.ts';

interface Secret {
  keyId: string;
  secret: string;
}

async function tokenOf({ gateway }: VictimWorld, { keyId, secret }: Secret): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: keyId, client_secret: secret });
  const answer = await fetch(`${gateway.service.baseUrl}/oauth/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string }; // RFC 6749 defines this property
  assert.equal(answer.status, 200);
  return token;
}

/** Keys and tokens that are made up, wrongly combined, incomplete or no longer valid. No operation may accept them. */
export async function invalidKeys(world: VictimWorld): Promise<Credential[]> {
  const { acme, evil, gateway } = world;
  const { database } = gateway.service;
  const revoked = await world.createKey();
  const revokedToken = await tokenOf(world, revoked);
  const expired = await world.createKey();
  const expiredToken = await tokenOf(world, expired);
  const oldToken = await tokenOf(world, acme);
  await ask(gateway.operator, 'POST', `/console/keys/${revoked.keyId}/revoke`);
  await ask(gateway.operator, 'POST', `/console/keys/${expired.keyId}/rotate`, { graceSeconds: 0 }, 201);
  await sql`update access_token set expires_at = now() - interval '1 s'
    where token_hash = ${hash('sha256', oldToken, 'buffer')}`.execute(database);
  const madeUp = 'A'.repeat(43);
  const headers: Record<string, [string, string]> = {
    'a made-up key': bearer(`pimento_client_${madeUp}`),
    'a made-up token': bearer(`pimento_token_${madeUp}`),
    'a key id as secret': bearer(acme.keyId),
    'a key id with a foreign secret': basic(acme.keyId, evil.secret),
    'a revoked key': bearer(revoked.secret),
    'a token of a revoked key': bearer(revokedToken),
    'an expired key': bearer(expired.secret),
    'a token of an expired key': bearer(expiredToken),
    'an expired token': bearer(oldToken),
    'a wrong key beside the cookie of an owner': bearer(`pimento_client_${madeUp}`),
  };
  const variants: typeof headers = {
    'an empty secret': bearer(''),
    'a hash as secret': bearer(hash('sha256', acme.secret)),
    'a secret with another end': bearer(`${acme.secret.slice(0, -1)}${acme.secret.endsWith('A') ? 'B' : 'A'}`),
    'a secret in upper case': bearer(acme.secret.toUpperCase()),
    'a secret with a foreign key id': basic(evil.keyId, acme.secret),
    'a token with a key id': basic(acme.keyId, await tokenOf(world, acme)),
    'another scheme': ['authorization', `Digest ${acme.secret}`],
  };
  const cookie: Credential['headers'] = [
    ['cookie', world.people.owner.cookie],
    ['pimento-client', 'acme'],
  ];
  return Object.entries({ ...headers, ...variants }).map(([name, header]) => ({
    name,
    headers: name.includes('cookie') ? [header, ...cookie] : [header],
    isVariant: name in variants,
  }));
}

/** Valid keys and tokens of the victim and of strangers. */
export async function validKeys(world: VictimWorld): Promise<Credential[]> {
  const { acme, evil, shop, elsewhere, gateway } = world;
  const { operator } = gateway;
  const client = (clientId: 'acme' | 'evil', scopes: readonly KeyScope[] = clientScopes) =>
    ({ kind: 'client', clientId, scopes }) as const;
  const ofShop = { kind: 'adapter', adapterId: 'shop' } as const;
  const ofElsewhere = { kind: 'adapter', adapterId: 'elsewhere' } as const;
  const elsewhereToken = await tokenOf(world, elsewhere);
  const evilToken = await tokenOf(world, evil);
  const cookie: [string, string] = ['cookie', world.people.owner.cookie];
  const named: [string, string] = ['pimento-client', 'acme'];
  const scoped = await Promise.all(clientScopes.map((scope) => scopedKey(world, `a key for ${scope} only`, [scope])));
  const halves = await Promise.all(
    (['read', 'write'] as const).map((access) =>
      scopedKey(
        world,
        `a key that may only ${access}`,
        clientScopes.map((scope): KeyScope => `${scope}:${access}`),
      ),
    ),
  );
  return [
    { name: 'the key', headers: [bearer(acme.secret)], identity: client('acme') },
    { name: 'the key with its id', headers: [basic(acme.keyId, acme.secret)], identity: client('acme') },
    { name: 'the bare secret', headers: [['authorization', acme.secret]], identity: client('acme') },
    { name: 'a token', headers: [bearer(await tokenOf(world, acme))], identity: client('acme') },
    ...scoped,
    ...halves,
    { name: 'a foreign key', headers: [bearer(evil.secret)], identity: client('evil') },
    { name: 'a foreign token', headers: [bearer(evilToken)], identity: client('evil') },
    { name: 'a foreign key that names the client', headers: [bearer(evil.secret), named], identity: client('evil') },
    {
      name: 'a foreign key beside the cookie of an owner',
      headers: [bearer(evil.secret), cookie, named],
      identity: client('evil'),
    },
    { name: 'the adapter', headers: [bearer(shop.secret)], identity: ofShop },
    { name: 'a token of the adapter', headers: [bearer(await tokenOf(world, shop))], identity: ofShop },
    {
      name: 'the adapter beside the cookie of an owner',
      headers: [bearer(shop.secret), cookie, named],
      identity: ofShop,
    },
    { name: 'another adapter', headers: [bearer(elsewhere.secret)], identity: ofElsewhere },
    { name: 'a token of another adapter', headers: [bearer(elsewhereToken)], identity: ofElsewhere },
    { name: 'an operator key', headers: [bearer(operator.secret)], identity: { kind: 'operator' } },
    {
      name: 'an operator key that names the client',
      headers: [bearer(operator.secret), named],
      identity: { kind: 'operator' },
    },
    {
      name: 'a token of an operator key',
      headers: [bearer(await tokenOf(world, operator))],
      identity: { kind: 'operator' },
    },
  ];
}

async function scopedKey({ gateway }: VictimWorld, name: string, scopes: KeyScope[]): Promise<Credential> {
  const { secret } = await gateway.service.key('acme', scopes);
  return { name, headers: [bearer(secret)], identity: { kind: 'client', clientId: 'acme', scopes } };
}
