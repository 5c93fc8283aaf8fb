import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { run as runPlain } from './command-line.ts';
import { type StartedService, startService } from './started-service.ts';

const example = (name: string) => fileURLToPath(new URL(`../../server/example/${name}`, import.meta.url));

let service: StartedService;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const run = (commandLine: string[], options: Parameters<typeof runPlain>[1] = {}) =>
  runPlain([...commandLine, '--data', service.data], options);
async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(service.folder, name);
  await writeFile(path, content);
  return path;
}
const ndjson = (...products: object[]) => products.map((product) => `${JSON.stringify(product)}\n`).join('');

test('the first start imports the example catalogue without rejections, and it can be imported again', async () => {
  const jobs = await run(['jobs', 'list', '--json']);
  assert.deepEqual([jobs.json.jobs[0].received, jobs.json.jobs[0].created, jobs.json.jobs[0].rejected], [40, 40, 0]);
  const put = await run(['definitions', 'put', example('attributes.json'), '--json']);
  assert.deepEqual([put.code, put.json.created, put.json.updated, put.json.unchanged], [0, 0, 0, 39]);
  const again = await run(['import', example('products.json'), '--replace', '--json']);
  assert.deepEqual([again.code, again.json.unchanged, again.json.createdAttributes], [0, 40, []]);
});

test('the saved keys are readable by their owner only', async () => {
  for (const name of ['operator-key.json', 'first-run.json']) {
    assert.equal((await stat(join(service.data, name))).mode & 0o777, 0o600);
  }
});

test('an import with rejected products exits with 1 and lists the products with their reasons', async () => {
  const path = await file('bad.ndjson', ndjson({ __ID: 'ok', farbe: 'blau' }, { __ID: 'bad', claims: 'no array' }));
  const ran = await run(['import', path]);
  assert.equal(ran.code, 1);
  assert.match(ran.stdout, /1 created · 0 updated · 0 unchanged · 1 rejected/);
  assert.match(ran.stdout, /2 +bad +expected-array +\/products\/1\/claims/);
  assert.match(ran.stdout, /New attributes: farbe/);
  const jobRef = /jobs errors (\S+)/.exec(ran.stdout)?.[1] ?? '';
  const errors = await run(['jobs', 'errors', jobRef, '--json']);
  assert.deepEqual([errors.json.errors.length, errors.json.errors[0].productId], [1, 'bad']);
  assert.match((await run(['jobs', 'get', jobRef])).stdout, /Completed/);
});

test('a JSON file in another format is named in one sentence', async () => {
  const definitions = await readFile(example('attributes.json'), 'utf8');
  const utf16 = await file('d16.json', Buffer.from(`\ufeff${definitions}`, 'utf16le'));
  const ran = await run(['definitions', 'put', utf16]);
  assert.deepEqual([ran.code, ran.stderr.trim().endsWith('d16.json is text in UTF-16: save it in UTF-8.')], [2, true]);
  const packed = await run(['definitions', 'put', await file('d.json.zst', zstdCompressSync(definitions))]);
  assert.match(packed.stderr, /d\.json\.zst is compressed with zstd: unpack it first\.$/m);
});

test('the format of an import is detected from the file name or the first bytes', async () => {
  const products = { products: [{ __ID: 'formats' }] };
  const outcomes = await Promise.all([
    run(['import', '-', '--json'], { input: JSON.stringify(products) }),
    run(['import', '-', '--json'], { input: ndjson(...products.products) }),
    run(['import', '-', '--format', 'ndjson', '--json'], { input: gzipSync(ndjson(...products.products)) }),
    run(['import', '-', '--format', 'ndjson', '--json'], { input: zstdCompressSync(ndjson(...products.products)) }),
    run(['import', await file('really.json', zstdCompressSync(JSON.stringify(products))), '--json']),
    run(['import', await file('some.json.gz', gzipSync(JSON.stringify(products))), '--json']),
    run(['import', await file('some.data', ndjson(...products.products)), '--json']),
  ]);
  for (const outcome of outcomes) assert.deepEqual([outcome.code, outcome.json.received, outcome.stderr], [0, 1, '']);
});

test('options of an import reach the service', async () => {
  const path = await file('options.ndjson', ndjson({ __ID: 'options' }));
  const dry = await run(['import', path, '--dry-run', '--atomic', '--replace', '--json']);
  assert.deepEqual(
    [dry.json.dryRun, dry.json.atomic, dry.json.importType, dry.json.created],
    [true, true, 'REPLACEMENT', 1],
  );
  const first = await run(['import', path, '--idempotency-key', 'k1', '--json']);
  const repeated = await run(['import', path, '--idempotency-key', 'k1', '--json']);
  assert.deepEqual(repeated.json, first.json);
  const handed = await run(['import', path, '--async', '--json']);
  assert.deepEqual([handed.code, handed.json.status], [0, 'Importing']);
});

test('a body that is not valid JSON exits with 2, names the position, and reports that nothing was stored', async () => {
  const ran = await run(['import', '-', '--format', 'json'], { input: '{"products":[{"__ID":"x"},' });
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /^malformed-json: Line 1, column 27[^]*Nothing was stored\.\n$/);
});

test('importing an export changes nothing', async () => {
  const path = join(service.folder, 'out.ndjson.gz');
  const exported = await run(['export', '--category', 'Olives', '--out', path, '--json']);
  assert.equal(exported.code, 0);
  const lines = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n');
  assert.equal(exported.json.products, lines.length);
  const back = await run(['import', path, '--replace', '--json']);
  assert.deepEqual([back.json.received, back.json.unchanged], [lines.length, lines.length]);
});

test('a filtered export is written to stdout line by line', async () => {
  const ran = await run(['export', '--family', 'ajvar', '--where', 'heat=5', '--field', 'heat', '--field', 'gtin']);
  assert.deepEqual(
    ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object)),
    [['__ID', 'gtin', 'heat']],
  );
});

test('products can be shown, listed and deleted, and their history remains', async () => {
  await run(['import', '-'], { input: ndjson({ __ID: 'p/1', __NAME: 'Prüfstück' }, { __ID: 'p/2' }) });
  assert.equal((await run(['products', 'get', 'p/1'])).json.__NAME, 'Prüfstück');
  const list = await run(['products', 'list', '--text', 'p/', '--limit', '1', '--json']);
  assert.deepEqual([list.json.products.length, list.json.hasMore], [1, true]);
  assert.match((await run(['products', 'list', '--id', 'p/1', '--id', 'p/2'])).stdout, /p\/1 +Prüfstück/);
  const gone = await run(['products', 'delete', 'p/1', 'nowhere', '--json']);
  assert.deepEqual([gone.code, gone.json.deleted], [2, ['p/1']]);
  assert.match(gone.stderr, /unknown-product/);
  const history = await run(['products', 'history', 'p/1', '--json']);
  assert.deepEqual(
    history.json.entries.map((entry: { kind: string }) => entry.kind),
    ['deleted', 'created'],
  );
});

test('many products are edited after a preview, with reasons for those that cannot be, and restored by an undo', async () => {
  await run(['import', await file('edit.ndjson', ndjson({ __ID: 'e1', tone: 'red' }, { __ID: 'e2', tone: 'red' }))]);
  const edit = ['products', 'edit', '--where', 'tone=red', '--set', 'tone=dark=red', '--set', '__FAMILY=edited'];
  const preview = await run(edit);
  assert.equal(preview.code, 0);
  assert.match(preview.stdout, /2 would change · 0 unchanged · 0 rejected/);
  assert.match(preview.stdout, /e1 +tone +red +dark=red/);
  assert.match(preview.stdout, /add --apply/);
  const applied = await run([...edit, '--apply', '--json']);
  assert.deepEqual([applied.code, applied.json.updated, applied.json.canUndo], [0, 2, true]);
  assert.match((await run(['products', 'list', '--family', 'edited'])).stdout, /e1[^]*e2/);
  const undone = await run(['products', 'undo', applied.json.editId]);
  assert.match(undone.stdout, /Undo of \S+ \S+: Completed\n {2}2 changed/);
  assert.match((await run([...edit, '--add', 'tone=x'])).stderr, /adds to or removes from "tone"/);
  assert.match((await run(['products', 'edit', '--all'])).stderr, /Name a change/);
  assert.match((await run(['products', 'edit', '--clear', 'tone'])).stderr, /"all": true/);
});

test('a deletion of many products is undone by its id', async () => {
  await run(['import', await file('gone.ndjson', ndjson({ __ID: 'g1', tone: 'gone' }, { __ID: 'g2', tone: 'gone' }))]);
  const { client } = JSON.parse(await readFile(join(service.data, 'first-run.json'), 'utf8'));
  const started = await fetch(`${service.baseUrl}/api/products/v1/deletions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filter: { where: ['tone=gone'] }, expected: 2 }),
  });
  const { deletionId } = (await started.json()) as { deletionId: string }; // the contract declares this type
  const undo = async (): Promise<Awaited<ReturnType<typeof run>>> => {
    const ran = await run(['products', 'undo', '--deletion', deletionId]);
    return /still running/.test(ran.stderr) ? undo() : ran;
  };
  const undone = await undo();
  assert.equal(undone.code, 0, undone.stderr);
  assert.match(undone.stdout, /Completed\n {2}2 restored · 0 unchanged · 0 rejected/);
  assert.match((await run(['products', 'list', '--where', 'tone=gone'])).stdout, /g1[^]*g2/);
});

test('definitions can be put from several files at once, listed, shown and deleted', async () => {
  const type = { id: 'string', multiValue: false };
  const parent = [{ id: 'size', name: 'Size', compositeAttribute: null, type: { id: 'composite', multiValue: true } }];
  const child = { attributes: [{ id: 'size.unit', name: 'unit', compositeAttribute: 'size', type }] };
  const files = [await file('child.json', JSON.stringify(child)), await file('parent.json', JSON.stringify(parent))];
  assert.match((await run(['definitions', 'put', ...files])).stdout, /2 definitions: 2 created/);
  assert.match((await run(['definitions', 'list'])).stdout, /size\/unit +unit +string/);
  assert.equal((await run(['definitions', 'get', 'size/unit'])).json.path, 'size/unit');
  assert.equal((await run(['definitions', 'delete', 'size'])).code, 0);
  const used = await run(['definitions', 'delete', 'gtin']);
  assert.equal(used.code, 2);
  assert.match(used.stderr, /^attribute-in-use: 40 products have[^]*Products: "[^"]+", /);
});

test('invalid definitions exit with 2 and list every problem', async () => {
  const ran = await run(['definitions', 'put', await file('faulty.json', '[{"id":"a"}]')]);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /\/0\/name +name-missing/);
  assert.match(ran.stderr, /\/0\/type +type-missing/);
  assert.match(
    (await run(['definitions', 'put', await file('none.json', '{')])).stderr,
    /none\.json is not valid JSON/,
  );
});

test('operators list and test identity providers, and open a domain for passwords again', async () => {
  const key = JSON.parse(await readFile(join(service.data, 'operator-key.json'), 'utf8')) as { secret: string }; // the service wrote this file
  const created = await fetch(`${service.baseUrl}/console/identity-providers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      providerId: 'corp',
      name: 'Corp',
      issuer: 'https://127.0.0.1:9443',
      oidcClientId: 'pimento',
      secret: 'secret',
      domains: ['corp.example'],
      required: true,
    }),
  });
  assert.equal(created.status, 201, await created.text());
  assert.match(
    (await run(['identity-providers', 'list'])).stdout,
    /corp +Corp +https:\/\/127\.0\.0\.1:9443 +corp\.example +required/,
  );
  assert.match((await run(['identity-providers', 'test', 'corp'])).stderr, /not allowed/);
  const opened = await run(['identity-providers', 'allow-passwords', 'corp', '--json']);
  assert.deepEqual([opened.json.required, opened.json.domains], [false, ['corp.example']]);
  assert.equal((await run(['identity-providers', 'delete', 'corp', '--yes'])).code, 0);
  assert.match((await run(['identity-providers', 'delete', 'corp', '--yes'])).stderr, /no identity provider/);
});

test('operators invite, help and remove people', async () => {
  assert.equal((await run(['clients', 'create', 'people', '--name', 'People'])).code, 0);
  const invited = await run(['people', 'invite', 'Ada@Example.com', '--client', 'people', '--role', 'owner', '--json']);
  assert.equal(invited.json.invitation.email, 'ada@example.com');
  const secret = new URL(invited.json.link).hash.slice(1);
  const accepted = await fetch(`${service.baseUrl}/console/invitation/accept`, {
    method: 'POST',
    headers: { origin: service.baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ secret, name: 'Ada', password: 'velvet-otter-canyon-42' }),
  });
  assert.equal(accepted.status, 200, await accepted.text());
  assert.match((await run(['people', 'list', '--text', 'ada'])).stdout, /ada@example\.com +Ada +people: owner/);
  assert.match((await run(['people', 'password-link', 'ada@example.com'])).stdout, /\/password#pimento_link_/);
  assert.equal((await run(['people', 'disable', 'ada@example.com', '--json'])).json.disabled, true);
  assert.equal((await run(['people', 'enable', 'ada@example.com', '--json'])).json.disabled, false);
  assert.equal((await run(['people', 'promote', 'ada@example.com', '--json'])).json.isOperator, true);
  assert.equal((await run(['people', 'demote', 'ada@example.com', '--json'])).json.isOperator, false);
  assert.match((await run(['people', 'demote', 'operator@pimento.local'])).stderr, /last operator/);
  assert.equal((await run(['people', 'sign-out', 'ada@example.com'])).code, 0);
  assert.match((await run(['people', 'delete', 'ada@example.com'])).stderr, /--yes/);
  assert.equal((await run(['people', 'delete', 'ada@example.com', '--yes'])).code, 0);
  assert.match((await run(['people', 'disable', 'ada@example.com'])).stderr, /no person with the e-mail address/);
});

test('a quota can be set and taken away', async () => {
  assert.equal((await run(['clients', 'create', 'limited'])).code, 0);
  const limited = ['clients', 'quotas', 'limited'];
  assert.deepEqual((await run([...limited, '--products', '5', '--keys', '2', '--json'])).json.quotas.products, 5);
  const { quotas } = (await run([...limited, '--products', 'none', '--json'])).json;
  assert.deepEqual([quotas.products, quotas.keys], [null, 2]);
  assert.match((await run([...limited, '--products', 'many'])).stderr, /A whole number or "none" is needed/);
});

test('a key can be created for a client, is shown once, and can be rotated and revoked', async () => {
  assert.equal((await run(['clients', 'create', 'acme', '--name', 'Acme'])).code, 0);
  assert.match((await run(['clients', 'list'])).stdout, /acme +Acme/);
  const made = await run(['keys', 'create', '--client', 'acme', '--name', 'shop', '--scope', 'products', '--json']);
  const { keyId, secret } = made.json;
  const asShop = (command: string[]) =>
    runPlain(command, { environment: { PIMENTO_URL: service.baseUrl, PIMENTO_KEY: secret } });
  assert.deepEqual((await asShop(['products', 'list', '--json'])).json, { products: [], hasMore: false });
  assert.match((await asShop(['definitions', 'list'])).stderr, /^forbidden: .*datastandards/);
  const list = await run(['keys', 'list', '--client', 'acme']);
  assert.match(list.stdout, new RegExp(`${keyId} +client +acme +shop +good`));
  assert.ok(!list.stdout.includes(secret));
  const next = await run(['keys', 'rotate', keyId, '--grace', '0', '--json']);
  assert.notEqual(next.json.secret, secret);
  assert.match((await asShop(['products', 'list'])).stderr, /^unauthorized/);
  const pair = `${next.json.keyId}:${next.json.secret}`;
  assert.equal((await runPlain(['products', 'list', '--url', service.baseUrl, '--key', pair])).code, 0);
  assert.equal((await run(['keys', 'revoke', next.json.keyId])).code, 0);
  assert.equal((await runPlain(['products', 'list', '--url', service.baseUrl, '--key', pair])).code, 2);
});

test('a saved key is not sent to another address', async () => {
  const ran = await run(['products', 'list', '--url', 'http://elsewhere.example']);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /is for http:\/\/localhost:\d+, not for http:\/\/elsewhere\.example/);
  const sameMachine = service.baseUrl.replace('localhost', '127.0.0.1');
  assert.equal((await run(['products', 'list', '--url', sameMachine])).code, 0);
});

test('an operator creates, changes, lists and deletes adapters and channels, and a refusal names the reason', async () => {
  const fields = await file('fields.json', '[{"id": "token", "name": "Token", "type": "password"}]');
  assert.match((await run(['adapters', 'create', 'cli-adapter'])).stdout, /keys create --kind adapter/);
  const renamed = await run(['adapters', 'rename', 'cli-adapter', 'Renamed', '--json']);
  assert.deepEqual([renamed.code, renamed.json.name], [0, 'Renamed']);
  const create = ['channels', 'create', 'cli-shop', '--adapter', 'cli-adapter', '--fields', fields, '--json'];
  const made = await run(create);
  assert.deepEqual([made.code, made.json.batchSize, made.json.accountFields[0].id], [0, 100, 'token']);
  const changed = await run(['channels', 'update', 'cli-shop', '--name', 'Shop', '--batch-size', '7', '--json']);
  assert.deepEqual([changed.json.name, changed.json.batchSize, changed.json.accountFields.length], ['Shop', 7, 1]);
  const before = await run(['products', 'withdraw', 'cli-shop', 'p/1', '--json']);
  assert.match(before.stderr, /unknown-connection/);
  const able = await run(['channels', 'update', 'cli-shop', '--withdraw', '--json']);
  assert.deepEqual(able.json.capabilities, ['withdraw']);
  const unable = await run(['channels', 'update', 'cli-shop', '--no-withdraw', '--json']);
  assert.deepEqual(unable.json.capabilities, []);
  for (const choice of [[], ['p/1', '--deleted']])
    assert.equal((await run(['products', 'withdraw', 'cli-shop', ...choice])).code, 2);
  assert.match((await run(['channels', 'list'])).stdout, /cli-shop +cli-adapter +Shop +7 +0 +everyone +token/);
  assert.match((await run(['adapters', 'list'])).stdout, /cli-adapter +Renamed +\S+ +cli-shop/);
  assert.match((await run(['adapters', 'delete', 'cli-adapter'])).stderr, /not-possible-now/);
  assert.equal((await run(create)).code, 2);
  assert.equal((await run(['channels', 'update', 'cli-shop', '--batch-size', 'x'])).code, 2);
  assert.equal((await run(['channels', 'delete', 'cli-shop'])).code, 0);
  assert.equal((await run(['adapters', 'delete', 'cli-adapter'])).code, 0);
});

test('changes of products are listed since the last run, with the cursor in a file', async () => {
  const cursor = join(service.folder, 'changes.cursor');
  const list = () => run(['products', 'changes', '--cursor-file', cursor, '--json']);
  const first = await list();
  assert.equal(first.code, 0);
  assert.equal((await readFile(cursor, 'utf8')).trim(), first.json.next);
  const { changes } = (await list()).json;
  assert.deepEqual(changes, []);
  await run(['import', '-', '--json'], { input: ndjson({ __ID: 'followed-1' }, { __ID: 'followed-2' }) });
  await run(['products', 'delete', 'followed-1']);
  const limited = await run(['products', 'changes', '--after', first.json.next, '--limit', '1', '--json']);
  assert.deepEqual([limited.json.changes.length, limited.json.hasMore], [1, true]);
  const second = await list();
  const shortOf = ({ productId, type }: { productId: string; type: string }) => `${productId} ${type}`;
  assert.deepEqual(second.json.changes.map(shortOf), ['followed-2 created', 'followed-1 deleted']);
  const printed = await run(['products', 'changes', '--after', second.json.next]);
  assert.equal(printed.stdout, `No product has changed.\nContinue with --after ${second.json.next}\n`);
});

test('a key with limits is created, listed with them, and found in the audit log, which can be verified', async () => {
  assert.equal((await run(['clients', 'create', 'audited', '--name', 'Audited'])).code, 0);
  const limits = ['--scope', 'products:read', '--address', '127.0.0.0/8', '--expires', '2999-01-01T00:00:00Z'];
  const made = await run(['keys', 'create', '--client', 'audited', '--name', 'Shop', ...limits, '--json']);
  assert.deepEqual(
    [made.code, made.json.scopes, made.json.addresses, made.json.expires],
    [0, ['products:read'], ['127.0.0.0/8'], '2999-01-01T00:00:00.000Z'],
  );
  assert.match((await run(['keys', 'list', '--client', 'audited'])).stdout, /products:read +127\.0\.0\.0\/8/);
  const events = await run(['audit', 'list', '--client', 'audited', '--json']);
  assert.deepEqual(
    events.json.events.map(({ operation, object }: { operation: string; object: string }) => [operation, object]),
    [
      ['createKey', made.json.keyId],
      ['createClient', 'audited'],
    ],
  );
  const lines = (await run(['audit', 'export', '--operation', 'createKey'])).stdout.trimEnd().split('\n');
  assert.ok(lines.some((line) => line.includes(made.json.keyId)));
  const verified = await run(['audit', 'verify', '--json']);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.deepEqual(
    verified.json.chains.flatMap(({ faults }: { faults: unknown[] }) => faults),
    [],
  );
});

test('after the service has stopped, db status can open its database', async () => {
  const busy = await run(['db', 'status']);
  assert.equal(busy.code, 2);
  assert.match(busy.stderr, /Another Pimento .* is using the data folder/);
  assert.equal(await service.stop(), 0);
  const status = await run(['db', 'status', '--json']);
  assert.deepEqual([status.code, status.json.missing], [0, 0]);
  assert.match((await run(['db', 'migrate'])).stdout, /up to date/);
  const rotated = await run(['secrets', 'rotate', '--json']);
  assert.deepEqual([rotated.code, rotated.json.rows], [0, 0], rotated.stderr);
  const keys = (await readFile(join(service.data, 'secret.key'), 'utf8')).trimEnd().split('\n');
  assert.equal(keys.length, 2);
  const unreachable = await run(['jobs', 'list', '--json']);
  assert.equal(unreachable.code, 2);
  assert.match(
    unreachable.stderr,
    /http:\/\/localhost:\d+ cannot be reached: no program answers at this address \(ECONNREFUSED\)\. Start Pimento/,
  );
});
