import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { listStartWarnings } from '../src/start-warnings.ts';

function warningsOf(environment: Record<string, string>, userId: number | undefined = 1000): string[] {
  const read = readConfig(environment);
  assert.ok('config' in read, JSON.stringify(read));
  return listStartWarnings(read.config, userId);
}

test('an installation for this machine alone starts without a warning, also as root', () => {
  assert.deepEqual(warningsOf({}, 0), []);
  assert.deepEqual(warningsOf({ PIMENTO_BASE_URL: 'http://localhost:8480' }, 0), []);
});

test('an HTTPS address needs the addresses of its proxies', () => {
  const address = { PIMENTO_BASE_URL: 'https://pim.example.com' };
  assert.match(warningsOf(address).join('\n'), /^PIMENTO_TRUSTED_PROXIES is not set/);
  assert.deepEqual(warningsOf({ ...address, PIMENTO_TRUSTED_PROXIES: '127.0.0.1' }), []);
});

test('root is warned of under a public address', () => {
  const settings = { PIMENTO_BASE_URL: 'https://pim.example.com', PIMENTO_TRUSTED_PROXIES: '127.0.0.1' };
  assert.match(warningsOf(settings, 0).join('\n'), /^Pimento runs as root/);
  assert.deepEqual(warningsOf(settings, undefined), []);
});

test('a database on another machine needs a checked certificate', () => {
  const warned = (query: string, host = 'db.example') =>
    warningsOf({ PIMENTO_DATABASE_URL: `postgresql://pimento:secret@${host}/pimento${query}` });
  for (const query of ['', '?sslmode=disable', '?sslmode=no-verify', '?sslmode=prefer', '?ssl=false']) {
    assert.match(warned(query).join('\n'), /^PIMENTO_DATABASE_URL names another machine/, query);
    assert.doesNotMatch(warned(query).join('\n'), /secret/);
  }
  for (const query of ['?sslmode=verify-full', '?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem', '?ssl=true'])
    assert.deepEqual(warned(query), [], query);
  for (const host of ['localhost', '127.0.0.1:5433', '[::1]']) assert.deepEqual(warned('', host), [], host);
  assert.deepEqual(warned('?host=/run/postgresql', 'ignored'), []);
});
