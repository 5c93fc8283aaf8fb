import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPerson } from './access/person.ts';
import { makeDataFolder, startProgram } from './pimento-program.ts';

interface Written {
  operator: { email: string; password: string };
  client?: { secret: string };
}
const readFirstRun = async (data: string) =>
  JSON.parse(await readFile(join(data, 'first-run.json'), 'utf8')) as Written; // the service wrote this file

/** Returns the local address of a service whose base URL is public. */
const localUrl = (port: number) => `http://127.0.0.1:${port}`;

/** Returns a free port. Tests must choose the port, because they cannot read it from a public base URL. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  server.close();
  await once(server, 'close');
  return port;
}

test('a first start under a public address prints no secret, loads the example without that address, and asks for a new password', async () => {
  await using folder = await makeDataFolder();
  const port = await freePort();
  await using program = await startProgram(folder.data, port, {
    PIMENTO_BASE_URL: 'http://pimento.invalid',
    PIMENTO_EXAMPLE: 'true',
    PIMENTO_OPERATOR_EMAIL: 'Ops@Example.com',
  });
  assert.equal(program.baseUrl, 'http://pimento.invalid', program.stderr());
  const { operator, client } = await readFirstRun(folder.data);
  assert.equal(operator.email, 'ops@example.com');
  assert.ok(!program.stdout().includes(operator.password));
  assert.ok(client && !program.stdout().includes(client.secret));
  const products = await fetch(`${localUrl(port)}/api/products/v1/products?count=true&limit=1`, {
    headers: { authorization: `Bearer ${client.secret}` },
  });
  assert.equal(((await products.json()) as { count: number }).count, 40);
  const person = await createPerson(localUrl(port), operator.email, operator.password);
  const refused = await person.call('GET', '/console/clients');
  assert.deepEqual([refused.status, refused.body.params?.kind], [403, 'password-change']);
});

test('without the example there are neither demo keys nor a printed login, and every later start reports that the file still exists', async () => {
  await using folder = await makeDataFolder();
  const first = await startProgram(folder.data, 0, { PIMENTO_EXAMPLE: 'false' });
  const { operator, client } = await readFirstRun(folder.data);
  assert.equal(client, undefined);
  assert.ok(!first.stdout().includes(operator.password));
  assert.doesNotMatch(first.stderr(), /first-run\.json/);
  const person = await createPerson(first.baseUrl ?? '', operator.email, operator.password);
  assert.deepEqual((await person.call('GET', '/console/clients')).body.clients, []);
  assert.deepEqual(
    (await person.call('GET', '/console/keys')).body.keys.map(({ kind }: { kind: string }) => kind),
    ['operator'],
  );
  await first.stop();
  await using second = await startProgram(folder.data, 0, { PIMENTO_EXAMPLE: 'false' });
  assert.match(second.stderr(), /first-run\.json/);
});
