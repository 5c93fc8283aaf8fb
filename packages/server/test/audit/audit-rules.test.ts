import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@pimento/contract';
import { recordOf } from '../../src/audit/audit-record-rules.ts';
import { judgeSeals, sealOf, type SealedEvent } from '../../src/audit/audit-seal-rules.ts';
import { lowestId } from '../../src/audit/audit-time-rules.ts';
import { type ActRequest, clientIdOf, createSecretBox } from '../../src/platform/index.ts';

const request: ActRequest = {
  caller: { kind: 'owner', actor: 'user:p1', secondFactorUsed: false, personId: 'p1', clientId: clientIdOf('acme') },
  address: '192.0.2.1',
  userAgent: 'curl/8',
  params: { keyId: 'key_1' },
  body: { name: 'Shop', scopes: ['products:read'], secret: 'hidden' },
};

describe('What is audited', () => {
  test('every operation that can write states what the audit log records of it', () => {
    const silent = operations.filter(({ method, audit }) => method !== 'GET' && audit === undefined);
    assert.deepEqual(silent, []);
  });

  test('no operation records a member of its body that is a secret', () => {
    const settings = operations.flatMap(({ audit }) => (typeof audit === 'object' ? (audit.settings ?? []) : []));
    assert.ok(settings.length > 20);
    assert.deepEqual(
      settings.filter((name) => /secret|password|token|code|properties/i.test(name)),
      [],
    );
  });

  test('every id that a statement names is a parameter of the path or a member of the body', () => {
    for (const { id, audit, path, body } of operations) {
      if (typeof audit !== 'object' || audit.id === undefined) continue;
      const isInPath = path.includes(`{${audit.id}}`);
      const members = body && 'shape' in body ? Object.keys(body.shape as object) : []; // a schema with `shape` is an object schema
      assert.ok(isInPath || members.includes(audit.id), `${id}: ${audit.id}`);
    }
  });
});

describe('The record of an act', () => {
  const operation = {
    id: 'createClientKey',
    audit: { object: 'key' as const, settings: ['name', 'scopes', 'expires'] },
  };

  test('it holds who, from where, for which client, and only the stated settings', () => {
    assert.deepEqual(recordOf(operation, request, { object: 'key_2' }), {
      clientId: 'acme',
      actor: 'user:p1',
      address: '192.0.2.1',
      userAgent: 'curl/8',
      operation: 'createClientKey',
      objectKind: 'key',
      object: 'key_2',
      details: { after: { name: 'Shop', scopes: ['products:read'] } },
    });
  });

  test('the object comes from the path, and the client of an act of an operator from path or body', () => {
    const caller = { kind: 'operator', actor: 'key:k', keyId: 'k' } as const;
    const asked = { id: 'putQuotas', audit: { object: 'client' as const, id: 'clientId' } };
    const record = recordOf(asked, { ...request, caller, params: { clientId: 'acme' }, body: {} }, {});
    assert.deepEqual([record.clientId, record.object, record.details], ['acme', 'acme', {}]);
    assert.equal(recordOf(operation, { ...request, caller, body: { clientId: 'evil' } }, {}).clientId, 'evil');
    assert.equal(recordOf(operation, { ...request, caller, params: {} }, {}).clientId, '');
  });

  test('details that are too long are shortened to the names of their members', () => {
    const long = { ...request, body: { name: 'x'.repeat(20_000) } };
    assert.deepEqual(recordOf(operation, long, { before: { name: 'y' } }).details, {
      shortened: true,
      before: ['name'],
      after: ['name'],
    });
  });
});

describe('Seals', () => {
  const [key, otherKey] = [randomBytes(32), randomBytes(32)];
  const signer = createSecretBox(key);
  const start = { number: 0, seal: '' };

  function chainOf(count: number): SealedEvent[] {
    let before = start;
    return Array.from({ length: count }, (_, index) => {
      const event = {
        clientId: 'acme',
        auditId: `id-${index}`,
        at: '2026-01-01T00:00:00.000000',
        actor: 'user:p',
        address: null,
        userAgent: null,
        operation: 'createKey',
        objectKind: 'key',
        object: 'k',
        failed: false,
        details: '{}',
      };
      before = sealOf(signer, before, { auditId: event.auditId, event });
      return { ...before, auditId: event.auditId, event };
    });
  }
  const at = (chain: SealedEvent[], index: number): SealedEvent => {
    const found = chain[index];
    assert.ok(found);
    return found;
  };

  test('an untouched chain has no fault, from its beginning and from any seal', () => {
    const chain = chainOf(5);
    assert.deepEqual(judgeSeals(signer, start, chain), []);
    assert.deepEqual(judgeSeals(signer, at(chain, 2), chain.slice(3)), []);
  });

  test('a chain that a former key sealed has no fault as long as the key is known', () => {
    const chain = chainOf(3);
    assert.deepEqual(judgeSeals(createSecretBox(otherKey, [key]), start, chain), []);
    assert.equal(judgeSeals(createSecretBox(otherKey), start, chain).length, 3);
  });

  test('each changed text of an event is one fault at its number', () => {
    for (const [name, value] of Object.entries(at(chainOf(1), 0).event ?? {})) {
      const chain = chainOf(3);
      const found = at(chain, 1);
      const event = found.event && { ...found.event, [name]: name === 'failed' ? true : `${String(value)}x` };
      chain[1] = { ...found, event };
      assert.deepEqual(judgeSeals(signer, start, chain), [{ fault: 'changed', number: 2, auditId: 'id-1' }], name);
    }
  });

  test('a removed event, a removed seal and a seal made with another key are faults', () => {
    const [gone, cut] = [chainOf(3), chainOf(3)];
    gone[1] = { ...at(gone, 1), event: null };
    assert.deepEqual(judgeSeals(signer, start, gone), [{ fault: 'removed', number: 2, auditId: 'id-1' }]);
    assert.deepEqual(judgeSeals(signer, start, cut.toSpliced(1, 1)), [{ fault: 'removed', number: 2, auditId: null }]);
    const forged = judgeSeals(createSecretBox(randomBytes(32)), start, chainOf(2));
    assert.deepEqual(
      forged.map(({ fault }) => fault),
      ['changed', 'changed'],
    );
  });
});

test('the lowest id of a time sorts before every id of that time and after every id of earlier times', () => {
  assert.equal(lowestId(new Date(0x0192_0000_0000)), '01920000-0000-7000-8000-000000000000');
  assert.ok(lowestId(new Date(1_700_000_000_000)) < lowestId(new Date(1_700_000_000_001)));
});
