import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { startTestService } from './test-service.ts';

const path = '/.well-known/security.txt';
const contact = 'mailto:security@example.com';
const service = await startTestService({ securityContact: contact, baseUrl: 'https://pim.example' });
after(() => service[Symbol.asyncDispose]());

describe('The contact for vulnerabilities', () => {
  test('is named with an end within a year, as RFC 9116 asks', async () => {
    const answer = await fetch(service.baseUrl + path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    const text = await answer.text();
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => [line.split(': ', 1)[0], line.replace(/^.*?: /, '')]),
    );
    assert.deepEqual([...fields.keys()], ['Contact', 'Expires', 'Canonical']);
    assert.equal(fields.get('Contact'), contact);
    assert.equal(fields.get('Canonical'), `https://pim.example${path}`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    assert.ok(days > 170 && days < 365, `${days} days`);
  });

  test('is not found where none is set', async () => {
    await using silent = await startTestService();
    const answer = await fetch(silent.baseUrl + path);
    assert.equal(answer.status, 404);
    assert.equal(((await answer.json()) as { code: string }).code, 'not-found');
  });

  test('is an e-mail or web address on one line', () => {
    const read = (value: string) => 'config' in readConfig({ PIMENTO_SECURITY_CONTACT: value });
    assert.ok(read(contact));
    assert.ok(read('https://example.com/report'));
    for (const value of [
      'security@example.com',
      'mailto:x',
      `${contact}\nCanonical: https://evil.example`,
      'javascript:x',
    ])
      assert.ok(!read(value), value);
  });
});
