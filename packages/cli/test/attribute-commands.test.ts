import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { stepLine } from '../src/output/step-progress.ts';
import { run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

let service: StartedService;
let files: Server;
let origin: string;
before(async () => {
  files = createServer((request, response) => {
    if (request.url?.startsWith('/gone')) response.writeHead(404).end();
    else if (request.url?.startsWith('/busy')) response.writeHead(503, { 'retry-after': '600' }).end();
    else response.end(`%PDF-1.7 ${request.url}`);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`; // a listening server has a port
  service = await startTestedService({ PIMENTO_DOWNLOAD_ALLOW: '127.0.0.1' });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  files.closeAllConnections();
  files.close();
});

const run = (commandLine: string[], options: Parameters<typeof runPlain>[1] = {}) =>
  runPlain([...commandLine, '--data', service.data], options);
const importProducts = (products: object[]) =>
  run(['import', '-'], { input: products.map((product) => JSON.stringify(product)).join('\n') });

test('a conversion shows a preview and changes nothing without confirmation', async () => {
  await importProducts([
    { __ID: 'c1', sheet: `${origin}/a.pdf?x=1` },
    { __ID: 'c2', sheet: `${origin}/a.pdf?x=1` },
    { __ID: 'c3', sheet: 'sheet-3' },
    { __ID: 'c4', sheet: 'see\nbelow' },
  ]);
  const shown = await run(['attributes', 'convert', 'sheet', '--dry-run']);
  assert.equal(shown.code, 0);
  assert.match(shown.stdout, /^sheet is of type string: 4 values in 4 products\.\n/);
  assert.match(shown.stdout, /^URLs +2 +1 +each distinct URL is downloaded once$/m);
  assert.match(shown.stdout, /^ids +1 +1 +each id waits for its upload$/m);
  assert.match(shown.stdout, /^neither +1 +1 +each value waits for an upload under exactly this text$/m);
  assert.ok(shown.stdout.includes(`URLs         ${origin}/a.pdf?x=1\nids          sheet-3\nneither      see below\n`));
  const unasked = await run(['attributes', 'convert', 'sheet'], { input: 'y\n' });
  assert.equal(unasked.code, 2);
  assert.match(
    unasked.stderr,
    /This command asks a question, but stdin is not a terminal: add --yes\. Nothing was changed\.$/m,
  );
  assert.equal((await run(['definitions', 'get', 'sheet'])).json.type.id, 'string');
});

test('the progress of a conversion is shown up to its last download, as plain lines without a terminal', async () => {
  const paths = ['/1.pdf', '/2.pdf', '/gone.pdf', '/busy.pdf'];
  await importProducts(
    [...paths.map((path) => origin + path), 'manual'].map((manual, place) => ({ __ID: `m${place}`, manual })),
  );
  const ran = await run(['attributes', 'convert', 'manual', '--yes']);
  assert.equal(ran.code, 1);
  assert.ok(!ran.stderr.includes('\r') && !ran.stderr.includes('\u001b'));
  assert.match(ran.stderr, /^files: 4 of 4$/m);
  assert.match(
    ran.stdout,
    /^manual is of type asset\. 5 products were processed: 2 files stored, 1 failed, 1 will be retried, 1 waits for an upload\.$/m,
  );
  assert.match(ran.stdout, /^1 +http-404 +http:\S+\/gone\.pdf$/m);
  assert.match(ran.stdout, /^1 +http-503 +http:\S+\/busy\.pdf$/m);
  const again = await run(['attributes', 'convert', 'manual', '--json']);
  assert.deepEqual(
    [again.code, again.json.converted, again.json.job.status, again.json.assets.ready, again.json.failures.length],
    [1, false, 'Completed', 2, 2],
  );
});

test('converting an attribute back to string releases its assets', async () => {
  await importProducts([
    { __ID: 'b1', back: 'one' },
    { __ID: 'b2', back: 'two' },
  ]);
  const there = await run(['attributes', 'convert', 'back', '--yes']);
  assert.match(there.stdout, /2 products were processed: 0 files stored, 2 wait for an upload\./);
  const back = await run(['attributes', 'convert', 'back', '--to', 'string', '--yes']);
  assert.equal(back.code, 0);
  assert.match(
    back.stdout,
    /^2 assets are referred to through it and will be released\. Values and files do not change\.$/m,
  );
  assert.match(back.stdout, /^back is of type string\. 2 products were processed\.$/m);
  const after = await run(['attributes', 'convert', 'back', '--dry-run']);
  assert.match(after.stdout, /^back is of type string: 2 values in 2 products\.$/m);
});

test('lists in one text are shown by the preview, and split into several values', async () => {
  const [one, two] = [`${origin}/s1.pdf`, `${origin}/s2.pdf`];
  await importProducts([
    { __ID: 's1', leaflets: `${one}, ${two}` },
    { __ID: 's2', leaflets: one },
    { __ID: 's3', leaflets: 'N/A' },
  ]);
  const preview = await run(['attributes', 'convert', 'leaflets', '--dry-run']);
  assert.match(preview.stdout, /^lists +1 +1 +no file is found; split them first: pimento attributes split$/m);
  assert.match(preview.stdout, /^placeholders +1 +1 +probably no file/m);
  const lists = await run(['attributes', 'split', 'leaflets', '--dry-run']);
  assert.match(lists.stdout, /^1 value of leaflets holds a list\. leaflets becomes multi-value/);
  assert.ok(lists.stdout.includes(`${one}, ${two}`));
  const done = await run(['attributes', 'split', 'leaflets', '--yes']);
  assert.match(done.stdout, /^The lists of leaflets were split in 1 product\.$/m);
  const none = await run(['attributes', 'split', 'leaflets', '--yes']);
  assert.match(none.stdout, /^leaflets has no value that holds a list/);
  const ran = await run(['attributes', 'convert', 'leaflets', '--yes']);
  assert.match(ran.stdout, /2 files stored, 1 waits for an upload\.$/m);
});

test('a composite, an unknown attribute and a missing --client are different errors', async () => {
  const composite = await run(['attributes', 'convert', 'nutrition', '--yes']);
  assert.match(composite.stderr, /^nutrition is a composite; convert/);
  assert.match((await run(['attributes', 'convert', 'nothing', '--yes'])).stderr, /^unknown-attribute: /);
  await run(['clients', 'create', 'second']);
  const unnamed = await run(['attributes', 'convert', 'sheet', '--dry-run']);
  assert.equal(unnamed.code, 2);
  assert.match(
    unnamed.stderr,
    /^Name the client of the attribute with --client <clientId>; there are demo, second\.$/m,
  );
  assert.equal((await run(['attributes', 'convert', 'sheet', '--client', 'demo', '--dry-run'])).code, 0);
});

test('the progress bar of a conversion counts, and is full at the end even without values', () => {
  assert.equal(stepLine('downloads', 250, 1_000), `downloads  [######${'.'.repeat(18)}] 25 %  250 of 1,000`);
  assert.equal(stepLine('products', 3, 2), `products   [${'#'.repeat(24)}] 100 %  3 of 3`);
  assert.match(stepLine('downloads', 0, 0), /100 % {2}0 of 0$/);
});
