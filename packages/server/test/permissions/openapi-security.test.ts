import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accessOf, openApiDocument, type Operation, operations } from '@pimento/contract';
import { judgePerson } from '../../src/access/people/person-rules.ts';
import { clientIdOf } from '../../src/platform/index.ts';

interface Described {
  paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>;
  components: { securitySchemes: Record<string, { in?: string; name?: string }> };
}

const document = openApiDocument() as unknown as Described; // openApiDocument declares its result as any JSON

/**
 * An operator with a second factor. The service refuses this operator only if it refuses every session, or if the request does not name a
 * client.
 */
const operator = { personId: 'p', sessionId: 's', isOperator: true, mustChangePassword: false, secondFactorUsed: true };
const client = { clientId: clientIdOf('acme'), role: undefined, needsSecondFactor: false };

/** Returns the combinations of credentials that the service accepts. */
function acceptedBy(operation: Operation): string[] {
  const { permission } = operation;
  const access = accessOf(operation);
  if (permission.who === 'anyone') return [];
  const admits = (named: typeof client | undefined) => 'caller' in judgePerson(operator, permission, access, named);
  const keys = ['adapter', 'client', 'operator'].includes(permission.who) ? ['bearer', 'basic'] : [];
  if (admits(undefined)) return [...keys, 'session'];
  return admits(client) ? [...keys, 'session+client'] : keys;
}

test('the OpenAPI document names for each operation the keys and the session that the service accepts', () => {
  for (const operation of operations) {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
    const found = described?.security.map((schemes) => Object.keys(schemes).join('+'));
    assert.deepEqual(found, acceptedBy(operation), operation.id);
  }
  const { session, client: header } = document.components.securitySchemes;
  assert.deepEqual([session?.in, session?.name], ['cookie', 'pimento.session_token']);
  assert.deepEqual([header?.in, header?.name], ['header', 'Pimento-Client']);
});

test('the guide lists exactly the operations that need no key', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/credentials.md'), 'utf8');
  const [, section = ''] = /## What needs no key\n(.*?)\n## /s.exec(guide) ?? [];
  const listed = [...section.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, operation]) => operation);
  const open = operations.filter(({ permission }) => permission.who === 'anyone');
  assert.deepEqual(new Set(listed), new Set(open.map(({ method, path }) => `${method} ${path}`)));
});
