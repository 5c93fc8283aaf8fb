import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProvider, inputOf, readGroups, readProvider } from '../../../src/settings/sign-on/provider-input.ts';

test('lines of groups are read; the last "=" separates the role', () => {
  assert.deepEqual(readGroups(' admins = Owner \n\ncn=staff,dc=corp=viewer'), {
    groups: [
      { group: 'admins', role: 'owner' },
      { group: 'cn=staff,dc=corp', role: 'viewer' },
    ],
  });
  for (const fault of ['admins', '= owner', 'admins = boss', 'admins ='])
    assert.deepEqual(readGroups(`a = owner\n${fault}`), { fault });
});

test('a stored provider passes through the form unchanged, and an empty secret is not sent', () => {
  const provider = {
    providerId: 'corp',
    name: 'Corp',
    issuer: 'https://login.example.com',
    oidcClientId: 'pimento',
    domains: ['corp.example', 'corp.test'],
    groupsClaim: null,
    listed: true,
    required: false,
    clients: [{ clientId: 'good', defaultRole: null, groups: [{ group: 'a', role: 'editor' as const }] }],
    redirectUri: 'https://pim.example.com/callback',
    created: '2026-01-31T12:00:00Z',
  };
  const { providerId: _, redirectUri: _uri, created: _at, ...settings } = provider;
  assert.deepEqual(readProvider(inputOf(provider)), { settings });
  assert.equal(
    'fault' in readProvider({ ...emptyProvider, clients: [{ clientId: 'x', defaultRole: null, groups: 'y' }] }),
    true,
  );
});
