import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createKey } from '../../src/access/index.ts';
import { createAdapter } from '../../src/channels/index.ts';
import { adapterIdOf, systemClock, transaction } from '../../src/platform/index.ts';
import { createTestCaller, startTestService } from '../test-service.ts';

/** The lines that the service logs at level "error". */
const errors: Record<string, unknown>[] = [];
const log = pino({ level: 'error' }, { write: (line) => errors.push(JSON.parse(line)) });
const service = await startTestService({ log });
after(() => service[Symbol.asyncDispose]());
const client = await service.client('answers');
const adapterKey = await transaction(service.database, async (transaction) => {
  await createAdapter(transaction, { adapterId: adapterIdOf('adapter'), name: 'Adapter' });
  const deps = { database: service.database, clock: systemClock, adapterExists: () => Promise.resolve(true) };
  return createKey(deps, transaction, { kind: 'adapter', name: 'test', adapterId: adapterIdOf('adapter') });
});
const adapter = createTestCaller(service.baseUrl, adapterKey);

const json = { 'content-type': 'application/json' };
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Sends a request with node:http, because fetch would add or merge headers. */
async function send(options: RequestOptions, body = ''): Promise<IncomingMessage & { text: string }> {
  const request = httpRequest({ host: '127.0.0.1', port: service.port, ...options });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return Object.assign(answer, { text: await text(answer) });
}

test('A body that is nested too deep is refused with a problem by every operation, and one at the limit is not.', async () => {
  const put = '/api/datastandards/v1/datastandards/attributes';
  const targets = [
    { caller: adapter, method: 'POST', path: '/external/authentication' },
    { caller: client, method: 'PUT', path: put },
    { caller: client, method: 'POST', path: '/api/products/v1/deletions' },
  ];
  for (const { caller, method, path } of targets) {
    for (const levels of [101, 3_000, 200_000]) {
      const answer = await caller.call(method, path, {
        headers: json,
        body: `{"a":"[\\"[","b":${nested(levels - 1)}}`,
      });
      assert.deepEqual([answer.status, answer.body.code, answer.body.params.kind], [400, 'invalid-body', 'too-deep']);
      assert.equal(answer.body.requestId, answer.headers.get('x-request-id'));
    }
    const atLimit = await caller.call(method, path, { headers: json, body: nested(100) });
    assert.notEqual(atLimit.body.params?.kind, 'too-deep');
    assert.match(atLimit.headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  const text = JSON.stringify([{ id: 'a', name: 'a', description: '['.repeat(500), type: { id: 'string' } }]);
  assert.equal(
    (await client.call('PUT', put, { headers: json, body: text })).status,
    200,
    'brackets in texts do not count',
  );
});

test('A bug is answered with a problem document that has nothing but the id of the request, and is logged under this id.', async () => {
  await sql`alter table attribute rename to attribute_gone`.execute(service.database);
  const answer = await client.call('GET', '/api/datastandards/v1/datastandards/attributes');
  await sql`alter table attribute_gone rename to attribute`.execute(service.database);
  const { requestId } = answer.body;
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.params],
    [500, 'internal-error', { kind: 'request', requestId }],
  );
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal(requestId, answer.headers.get('x-request-id'));
  assert.ok(!answer.text.includes('attribute_gone') && !answer.text.includes('42P01'), answer.text);
  const [line, ...others] = errors.splice(0);
  assert.equal(others.length, 0);
  assert.ok(
    JSON.stringify(line).includes(String(requestId)) && JSON.stringify(line).includes('42P01'),
    JSON.stringify(line),
  );
});

test('Every 401 names each scheme in a header line of its own.', async () => {
  const both = ['Basic', 'Bearer'];
  const wrong = { authorization: 'Bearer pimento_client_wrong' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const [schemes, options, body] of [
    [both, { path: '/external/events' }],
    [both, { path: '/api/products/v1/products?token=x' }],
    [both, { path: '/api/products/v1/products', headers: wrong }],
    [both, { path: '/api/import/v1/feeds/master', method: 'POST', headers: { ...json, ...wrong } }, '{"products":[]}'],
    [both, { path: '/api/asset/v1/assets/upload?assetId=a', method: 'POST', headers: wrong }, 'x'],
    [both, { path: '/console/clients', headers: { authorization: 'Digest username="x"' } }],
    [['Basic'], { path: '/oauth/token', method: 'POST', headers: form }, 'grant_type=client_credentials'],
  ] as const) {
    const { rawHeaders, statusCode } = await send(options, body);
    assert.equal(statusCode, 401, options.path);
    const lines = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'www-authenticate');
    assert.deepEqual(
      lines.map((line) => line.split(' ', 1)[0]),
      schemes,
      options.path,
    );
    assert.ok(lines.every((line) => !/,\s*(Basic|Bearer)/i.test(line)));
  }
});

test('A credential is taken in every form in which clients send it, and a missing one is told from a wrong one.', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const url = (text: string) => Buffer.from(text).toString('base64url');
  const { keyId, secret } = client;
  const pair = `${keyId}:${secret}`;
  const status = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await send({ path: '/api/products/v1/products', headers });
    return [answer.statusCode, answer.statusCode === 200 ? '' : JSON.parse(answer.text).params.kind];
  };
  for (const authorization of [
    `Bearer ${secret}`,
    `bearer   ${secret} `,
    secret,
    `Basic ${encoded(pair)}`,
    `BASIC  ${encoded(pair)}`,
    `Basic ${encoded(`${pair}\n`)}`,
    `Basic ${encoded(pair).replace(/=+$/, '')}`,
    // one of three lengths needs no padding, so the other two are tried as well
    `Basic ${encoded(`${pair} `).replace(/=+$/, '')}`,
    `Basic ${encoded(`${pair}  `).replace(/=+$/, '')}`,
    `Basic ${url(`${pair}\n`)}`,
  ])
    assert.deepEqual(await status(authorization), [200, ''], authorization);
  for (const authorization of [undefined, '', '  '])
    assert.deepEqual(await status(authorization), [401, 'missing'], String(authorization));
  for (const authorization of [
    `Bearer ${secret}x`,
    `Basic ${encoded(`${keyId}:x`)}`,
    `Basic ${encoded(`x:${secret}`)}`,
  ])
    assert.deepEqual(await status(authorization), [401, 'wrong'], authorization);
  for (const authorization of [`Basic ${encoded('nothing')}`, 'Basic %', 'Digest username="x"'])
    assert.deepEqual(await status(authorization), [401, 'unreadable'], authorization);
});

test('A script of the console gets no Basic challenge, so that the browser does not ask for a password itself.', async () => {
  for (const headers of [{ 'pimento-client': 'demo' }, { 'sec-fetch-mode': 'cors' }]) {
    const answer = await send({ path: '/api/products/v1/products', headers });
    assert.deepEqual([answer.statusCode, answer.headers['www-authenticate']], [401, 'Bearer realm="pimento"']);
  }
  const navigation = await send({ path: '/api/products/v1/products', headers: { 'sec-fetch-mode': 'navigate' } });
  assert.match(String(navigation.headers['www-authenticate']), /^Basic/);
});

test('A body that an operation does not need is ignored, whatever it is and whatever its content type says.', async () => {
  const unknown = '/external/events/018f0000-0000-7000-8000-000000000000';
  const authorization = `Bearer ${adapter.secret}`;
  for (const [type, body] of [
    ['application/json', ''],
    ['application/json', '{"not": json'],
    ['not a type;;', 'x'],
    ['', 'x'],
    ['text/plain', 'x'],
  ] as const) {
    const headers = { authorization, 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const acknowledged = await send({ method: 'PUT', path: unknown, headers }, body);
    assert.equal(acknowledged.statusCode, 404, `${type}: ${acknowledged.text}`);
    const path = '/api/channels/v1/channels/none/accounts/none/validate';
    const asClient = { ...headers, authorization: `Bearer ${client.secret}` };
    assert.equal((await send({ method: 'POST', path, headers: asClient }, body)).statusCode, 404, type);
  }
  const empty = await client.call('PUT', '/api/datastandards/v1/datastandards/attributes', { headers: json, body: '' });
  assert.deepEqual([empty.status, empty.body.code], [400, 'malformed-json'], 'a body that is needed is missed');
});

test('The token endpoint answers with the errors of RFC 6749 and is described by RFC 8414 metadata.', async () => {
  const metadata = (await client.call('GET', '/.well-known/oauth-authorization-server')).body;
  assert.equal(metadata.issuer, service.baseUrl);
  const ask = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(metadata.token_endpoint, { method: 'POST', body: new URLSearchParams(form), headers });
    const body: any = await response.json(); // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
    return { response, body };
  };
  const pair = { client_id: client.keyId, client_secret: client.secret };
  const grant = { grant_type: metadata.grant_types_supported[0] };
  for (const [form, status, error] of [
    [pair, 400, 'invalid_request'],
    [{ ...pair, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ ...pair, ...grant, client_secret: '“wrong”' }, 401, 'invalid_client'],
    [grant, 401, 'invalid_client'],
  ] as const) {
    const { response, body } = await ask(form);
    assert.deepEqual([response.status, body.error], [status, error]);
    assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(body.requestId, response.headers.get('x-request-id'));
  }
  const basic = `Basic ${Buffer.from(`${client.keyId}:${client.secret}`).toString('base64')}`;
  const { response, body } = await ask(grant, { authorization: basic });
  assert.deepEqual([response.status, body.token_type], [200, 'Bearer']);
});
