import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  domainOf,
  judgeIdentity,
  judgeRoles,
  readIdentity,
  roleOf,
} from '../../src/access/providers/identity-rules.ts';
import { clientIdOf } from '../../src/platform/core.ts';

const good = clientIdOf('good');
const evil = clientIdOf('evil');
const unknown = { linked: undefined, sameEmail: undefined, isLinkedElsewhere: false, mayCreate: true };
const provider = { domains: ['corp.example'] };

test('only the boolean true counts as a verified e-mail address, and groups are texts', () => {
  for (const value of ['true', 1, 'yes', null, undefined, {}])
    assert.equal(readIdentity({ sub: 'a', email: 'a@b.c', email_verified: value }, null).isEmailVerified, false);
  const read = readIdentity(
    { sub: 'a', email: 'A@B.example', email_verified: true, roles: ['x', 1, null, 'y'] },
    'roles',
  );
  assert.deepEqual(read, {
    subject: 'a',
    email: 'a@b.example',
    isEmailVerified: true,
    name: undefined,
    groups: ['x', 'y'],
  });
  assert.deepEqual(readIdentity({ sub: 'a', roles: 'one' }, 'roles').groups, ['one']);
  assert.deepEqual(readIdentity({ sub: 'a', roles: ['one'] }, null).groups, []);
});

test('the domain of an address is what follows its last @', () => {
  assert.deepEqual(['a@B.c', 'x@y@z.d', '@z.d', 'none', ''].map(domainOf), ['b.c', 'z.d', '', '', '']);
});

test('a person is never found by an e-mail address that is unverified or of a foreign domain', () => {
  const sameEmail = { personId: 'p', email: 'x', isDisabled: false };
  fc.assert(
    fc.property(fc.emailAddress(), fc.boolean(), (email, isEmailVerified) => {
      const identity = { subject: 's', email: email.toLowerCase(), isEmailVerified, name: undefined, groups: [] };
      const verdict = judgeIdentity(identity, provider, { ...unknown, sameEmail });
      const mayLink = isEmailVerified && email.toLowerCase().endsWith('@corp.example');
      assert.equal(verdict.kind === 'link', mayLink);
    }),
  );
});

test('a linked person is refused when the provider no longer answers for their domain', () => {
  const identity = { subject: 's', email: undefined, isEmailVerified: false, name: undefined, groups: [] };
  const linked = { personId: 'p', email: 'a@left.example', isDisabled: false };
  assert.deepEqual(judgeIdentity(identity, provider, { ...unknown, linked }), {
    kind: 'refused',
    refusal: 'foreign-domain',
  });
  const stays = { ...linked, email: 'a@corp.example' };
  assert.deepEqual(judgeIdentity(identity, provider, { ...unknown, linked: stays }), { kind: 'linked', personId: 'p' });
});

test('of several groups the highest role counts, and without one the default role', () => {
  const client = {
    clientId: good,
    defaultRole: 'viewer' as const,
    groups: [
      { group: 'a', role: 'editor' as const },
      { group: 'b', role: 'owner' as const },
    ],
  };
  assert.deepEqual(
    [['a'], ['a', 'b'], ['c'], []].map((groups) => roleOf(client, { groups })),
    ['editor', 'owner', 'viewer', 'viewer'],
  );
});

test('a sign-in changes only roles that this provider gave', () => {
  const groups = [{ group: 'a', role: 'editor' as const }];
  const settings = { providerId: 'corp', clients: [{ clientId: good, defaultRole: null, groups }] };
  const stored = (providerId: string | null) => [{ clientId: good, role: 'owner' as const, providerId }];
  assert.deepEqual(judgeRoles(settings, { groups: ['a'] }, stored(null), true), []);
  assert.deepEqual(judgeRoles(settings, { groups: [] }, stored('other'), true), []);
  assert.deepEqual(judgeRoles(settings, { groups: ['a'] }, stored('corp'), false), [
    { kind: 'change', clientId: good, role: 'editor' },
  ]);
  assert.deepEqual(judgeRoles(settings, { groups: [] }, stored('corp'), false), [{ kind: 'remove', clientId: good }]);
  const left = [{ clientId: evil, role: 'viewer' as const, providerId: 'corp' }];
  assert.deepEqual(judgeRoles(settings, { groups: [] }, left, false), [{ kind: 'remove', clientId: evil }]);
});

test('the default role is granted only to a person who is new, and a role of a group at every sign-in', () => {
  const groups = [{ group: 'a', role: 'editor' as const }];
  const settings = { providerId: 'corp', clients: [{ clientId: good, defaultRole: 'viewer' as const, groups }] };
  assert.deepEqual(judgeRoles(settings, { groups: [] }, [], true), [{ kind: 'add', clientId: good, role: 'viewer' }]);
  assert.deepEqual(judgeRoles(settings, { groups: [] }, [], false), []);
  assert.deepEqual(judgeRoles(settings, { groups: ['a'] }, [], false), [
    { kind: 'add', clientId: good, role: 'editor' },
  ]);
  const stored = [{ clientId: good, role: 'editor' as const, providerId: 'corp' }];
  assert.deepEqual(judgeRoles(settings, { groups: [] }, stored, false), [
    { kind: 'change', clientId: good, role: 'viewer' },
  ]);
});
