import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

let service: StartedService;
before(async () => {
  service = await startTestedService({ PIMENTO_DOWNLOAD_ALLOW: '127.0.0.1' });
});
after(() => service[Symbol.asyncDispose]());

const run = (commandLine: string[], options: Parameters<typeof runPlain>[1] = {}) =>
  runPlain([...commandLine, '--data', service.data], options);
const path = (name: string) => join(service.folder, name);
async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path(name), content);
  return path(name);
}

test('an export as CSV or XLSX changes nothing when it is imported again', async () => {
  const all = await run(['export']);
  for (const kind of ['csv', 'xlsx', 'json', 'csv.gz']) {
    const out = path(`all.${kind}`);
    const exported = await run(['export', '--out', out, '--json']);
    assert.deepEqual([exported.code, exported.json.products], [0, 40], exported.stderr);
    const back = await run(['import', out, '--replace', '--json']);
    assert.deepEqual(
      [back.code, back.json.received, back.json.unchanged, back.json.createdAttributes],
      [0, 40, 40, []],
      back.stderr,
    );
  }
  assert.equal((await run(['export'])).stdout, all.stdout);
});

test('chosen columns are exported in their order', async () => {
  const out = path('columns.csv');
  const ran = await run(['export', '--out', out, '--columns', 'heat,gtin,__NAME', '--family', 'ajvar']);
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal((await readFile(out, 'utf8')).split('\r\n')[0], '\ufeff__ID,heat,gtin,__NAME');
});

test('the table of a supplier is imported, and a file of Excel from stdin', async () => {
  const csv = await file('supplier.csv', Buffer.from('Artikelnummer;Bezeichnung;Höhe\r\n0017;Tür;4,20\r\n', 'latin1'));
  const first = await run(['import', csv, '--json']);
  assert.deepEqual([first.code, first.json.created, first.json.createdAttributes], [0, 1, ['Höhe']], first.stderr);
  assert.deepEqual((await run(['products', 'get', '0017'])).json, { __ID: '0017', __NAME: 'Tür', Höhe: '4,20' });
  const out = path('one.xlsx');
  assert.equal((await run(['export', '--id', '0017', '--out', out])).code, 0);
  const piped = await run(['import', '-', '--json'], { input: await readFile(out) });
  assert.deepEqual([piped.code, piped.json.unchanged], [0, 1], piped.stdout);
  const packed = await run(['import', '-', '--json'], { input: gzipSync('sku;Farbe\n0017;rot\n') });
  assert.deepEqual([packed.code, packed.json.updated], [0, 1], packed.stderr);
});

test('a table with an open question is not imported; an option answers it', async () => {
  const csv = await file('open.csv', 'sku,color,color\nopen-1,red,blue\n');
  const asked = await run(['import', csv]);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /^Column C \(color\) has the same header as column B\. Rename or ignore one\.\nOptions: /);
  assert.equal((await run(['import', csv, '--ignore', 'C', '--json'])).json.created, 1);
});

test('exactly the bad rows are in the error file, which imports without errors when it is corrected', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => {
    if (at % 100 === 7) return `,Pen ${at},x`;
    return `err-${at},Pen ${at},${at % 60 === 11 ? `""${at}` : at}`;
  });
  // the service refuses the id "..", which has a special meaning in a path
  const csv = await file('bad.csv', `__ID,__NAME,size\n${[...rows, '..,Dots,1'].join('\n')}\n`);
  const errors = path('errors.csv');
  const ran = await run(['import', csv, '--errors', errors]);
  assert.equal(ran.code, 1, ran.stderr);
  assert.match(ran.stdout, /Not sent because of their rows: 8 products/);
  assert.match(ran.stdout, /Wrote 9 rejected products/);
  const lines = (await readFile(errors, 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines.length, 10);
  assert.equal(lines[0], '\ufeff__ID,__NAME,size,__ERROR_ROW,__ERRORS');
  assert.match(lines.at(-1) ?? '', /^\.\.,Dots,1,302,/);
  const corrected = lines.map((line) => line.replace(/^,Pen (\d+)/, 'err-$1,Pen $1').replace(/^\.\.,/, 'dots,'));
  const again = await run(['import', await file('corrected.csv', corrected.join('\r\n')), '--json']);
  assert.deepEqual([again.code, again.json.received, again.json.created], [0, 9, 9], again.stdout);
});

test('problems of the service name the row of the table', async () => {
  const csv = await file('rows.csv', 'Title\n\n__ID,claims\nok,\nrow-1,"a"\nrow-2,b|c\n..,x\n');
  const ran = await run(['import', csv]);
  assert.equal(ran.code, 1, ran.stderr);
  assert.match(ran.stdout, /ROW +PRODUCT +CODE[^\n]*\n7 +/);
});

test('a file is inspected without a service', async () => {
  const csv = await file('inspect.csv', 'sku;Farbe\n1;rot\n');
  const ran = await runPlain(['files', 'inspect', csv, '--data', path('none')]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /Format: CSV\n {2}CSV: semicolon splits the rows into 2 columns/);
  assert.match(ran.stdout, /A +sku +__ID +header of an id, filled and unique +1/);
  assert.match(ran.stdout, /B +Farbe +Farbe +new attribute +rot/);
  assert.match(ran.stdout, /Without the attributes of a service/);
});

test('what a workbook cannot carry is refused by name, and no file is written', async () => {
  await run(['import', '-'], { input: `${JSON.stringify({ __ID: 'long', story: 'x'.repeat(40_000) })}\n` });
  const ran = await run(['export', '--id', 'long', '--out', path('long.xlsx')]);
  assert.equal(ran.code, 2);
  assert.match(
    ran.stderr,
    /story of product "long" has 40000 characters, but a cell takes at most 32767\. Export it as CSV/,
  );
  await assert.rejects(readFile(path('long.xlsx')));
  const csv = path('long.csv');
  assert.equal((await run(['export', '--id', 'long', '--out', csv])).code, 0);
  assert.equal((await run(['import', csv, '--json'])).json.unchanged, 1);
});

test('a guessed mapping is stored, and the next file of the supplier is imported with it', async () => {
  const csv = await file('acme-1.csv', 'sku;Bezeichnung;Maß;intern\nacme-1;Stift;12;x\n');
  const guessed = await run(['mappings', 'guess', csv]);
  assert.equal(guessed.code, 0, guessed.stderr);
  const document = JSON.parse(guessed.stdout);
  document.columns[2].target.path = ['size'];
  document.columns[3] = { header: 'intern', target: null };
  const put = await run(['mappings', 'put', 'acme', await file('acme.json', JSON.stringify(document))]);
  assert.match(put.stdout, /^Stored version 1 of acme \(4 columns\)\n$/, put.stderr);
  assert.match((await run(['mappings', 'list'])).stdout, /\nacme +1 +4 /);

  const next = await file('acme-2.csv', 'intern;Maß;sku\ny;7;acme-2\n');
  const asked = await run(['import', next, '--mapping', 'acme']);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /Column "Bezeichnung" of the mapping is not in the file/);
  const done = await run(['import', next, '--mapping', 'acme', '--ignore', 'Bezeichnung', '--json']);
  assert.deepEqual([done.code, done.json.created], [0, 1], done.stderr);
  assert.deepEqual((await run(['products', 'get', 'acme-2'])).json, { __ID: 'acme-2', size: '7' });

  const stored = await file('stored.json', (await run(['mappings', 'get', 'acme'])).stdout);
  assert.equal((await run(['import', csv, '--mapping', stored, '--json'])).json.created, 1);
  const late = await run(['mappings', 'put', 'acme', stored, '--expect', '0']);
  assert.equal(late.code, 2);
  assert.equal(
    (await run(['mappings', 'put', 'acme', await file('bad.json', '{"columns":[{"header":"a"}]}')])).code,
    1,
  );
  const json = await run(['import', '-', '--mapping', stored], { input: '{"__ID":"a"}' });
  assert.match(json.stderr, /^--mapping is for tables: stdin is JSON\./);
  assert.equal((await run(['mappings', 'delete', 'acme'])).code, 0);
  assert.match((await run(['import', next, '--mapping', 'acme'])).stderr, /There is no mapping "acme"/);
});

test('a source is stored, run, paused and deleted, and an import job that has ended cannot be cancelled', async () => {
  const server = createServer((_request, response) => response.end('__ID,color\nfrom-source,red\n')).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  const address = `http://127.0.0.1:${port}/stock.csv`;
  const put = await run(['sources', 'put', 'stock', '--from', address, '--daily', '06:30', '--time-zone', 'UTC']);
  assert.match(
    put.stdout,
    /^Stored version 1 of stock\. It runs next at \d{4}-\d\d-\d\dT06:30:00\.000Z\.\n$/,
    put.stderr,
  );
  const ran = await run(['sources', 'run', 'stock']);
  assert.match(ran.stdout, /^stock\.csv: Completed, 1 created, 0 updated, 0 unchanged, 0 rejected \(job /, ran.stderr);
  const again = await run(['sources', 'run', 'stock', '--json']);
  assert.deepEqual([again.code, again.json.lastRun.status], [0, 'Unchanged']);
  assert.match((await run(['sources', 'runs', 'stock'])).stdout, /Unchanged +nothing new\n.*Imported/);
  const stored = await file('stock.json', (await run(['sources', 'get', 'stock'])).stdout);
  assert.match((await run(['sources', 'put', 'stock', stored, '--expect', '1'])).stdout, /^Stored version 2 /);
  assert.equal((await run(['sources', 'pause', 'stock'])).stdout, 'Paused stock\n');
  assert.match((await run(['sources', 'list'])).stdout, /\nstock +paused +daily 06:30 UTC +– /);
  server.close();
  server.closeAllConnections();
  const failed = await run(['sources', 'run', 'stock']);
  assert.deepEqual(
    [failed.code, /could not be read: The download from 127\.0\.0\.1:\d+ failed/.test(failed.stdout)],
    [2, true],
  );
  const { jobRef } = (await run(['import', '-', '--json'], { input: '{"__ID":"from-source"}' })).json;
  assert.match((await run(['jobs', 'cancel', jobRef])).stderr, /has already ended/);
  assert.equal((await run(['sources', 'delete', 'stock'])).code, 0);
  assert.match((await run(['sources', 'put', 'stock', '--every', '5'])).stderr, /either --from or --folder/);
});

test('a file is imported from its address', async () => {
  const packed = (kind: string) => JSON.stringify({ products: [{ __ID: `packed-${kind}`, color: 'red' }] });
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/prices.csv') === true) response.end('sku,color\nfrom-address,red\n');
    else if (request.url === '/products.json') response.end('{"products":[{"__ID":"from-address","color":"blue"}]}');
    else if (request.url?.startsWith('/products.json.br') === true) response.end(brotliCompressSync(packed('br')));
    else if (request.url === '/products.json.gz') response.end(gzipSync(packed('gz')));
    else if (request.url === '/broken.csv')
      response.writeHead(200, { 'content-length': 100 }).write('sku,color\n', () => response.destroy());
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  try {
    for (const [name, outcome] of [
      ['prices.csv?day=1', 'created'],
      ['products.json', 'updated'],
      ['products.json.br?day=1', 'created'],
      ['products.json.gz', 'created'],
    ] as const) {
      const ran = await run(['import', `http://127.0.0.1:${port}/${name}`, '--json']);
      assert.deepEqual([ran.code, ran.json[outcome]], [0, 1], ran.stderr);
    }
    const missing = await run(['import', `http://127.0.0.1:${port}/none.csv`]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /none\.csv answers 404\./);
    const broken = await run(['import', `http://127.0.0.1:${port}/broken.csv`]);
    assert.match(broken.stderr, /broken\.csv ended early: the connection was closed/);
    assert.doesNotMatch(broken.stderr, /node:internal|fetch failed/);
  } finally {
    server.close();
  }
});
