import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Batch, BothShapes } from '@pimento/adapter-kit';
import fc from 'fast-check';
import { formatCsv } from '../src/csv-rules.ts';
import { createFolderAdapter } from '../src/folder-adapter.ts';
import { safeName } from '../src/safe-name.ts';

const context = { signal: new AbortController().signal, settle: () => Promise.resolve() };
const ids = { clientId: '../ada', channelId: 'shop' };
const submission: Batch['submission'] = {
  ...ids,
  submissionId: '0192d000-0000-7000-8000-000000000000',
  accountId: 'a',
  created: '2026-01-31T12:00:00Z',
  comment: null,
  productCount: 2,
  batchSize: 10,
  status: 'Submitted',
};

async function newFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folder-adapter-'));
  test.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Parses CSV according to RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('the folder adapter', () => {
  it('writes a page as CSV and NDJSON with its files, only once if it is repeated, and removes everything on disconnect', async (test) => {
    const folder = await newFolder(test);
    const server = createServer((_request, response) => response.end('picture')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    test.after(() => server.close());
    const { port } = server.address() as AddressInfo; // the server listens on TCP
    const sha256 = createHash('sha256').update('picture').digest('hex');
    const url = `http://127.0.0.1:${port}/`;
    const products = [
      { __ID: '0017', title: 'A "pen"' },
      { __ID: 'x', tags: ['a', 'b'] },
    ];
    const batch: Batch<BothShapes> = {
      key: 'k',
      submission,
      products: products.map((product) => ({ __ID: product.__ID, product })),
      assets: { 'pic/1': { url, contentType: 'image/png', size: 7, sha256, name: 'p.png' } },
      isRepeat: false,
    };
    const adapter = createFolderAdapter(folder);
    await adapter.deliver(batch, context);
    await adapter.deliver({ ...batch, isRepeat: true }, context);
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name)).toSorted();
    assert.equal(names.length, 3);
    const [csv = '', ndjson = '', asset = ''] = names;
    assert.equal(
      await readFile(join(folder, csv), 'utf8'),
      '__ID,title,tags\r\n0017,"A ""pen""",\r\nx,,"[""a"",""b""]"\r\n',
    );
    const lines = (await readFile(join(folder, ndjson), 'utf8')).trim().split('\n');
    assert.deepEqual(JSON.parse(lines[1] ?? ''), {
      ...ids,
      submissionId: submission.submissionId,
      product: products[1],
    });
    assert.equal(asset, join('%2E.%2Fada', 'shop', 'assets', 'pic%2F1-p.png'));
    await adapter.disconnect({ ...ids, accountIds: ['a'] }, context);
    assert.deepEqual(await readdir(join(folder, '%2E.%2Fada')), []);
  });

  it('does not keep a damaged file', async (test) => {
    const folder = await newFolder(test);
    const server = createServer((_request, response) => response.end('other')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    test.after(() => server.close());
    const { port } = server.address() as AddressInfo; // the server listens on TCP
    const link = { url: `http://127.0.0.1:${port}/`, contentType: 'image/png', size: 5, sha256: '00', name: 'p' };
    const products = [{ __ID: 'x', product: { __ID: 'x' } }];
    const batch = { key: 'k', submission, products, assets: { p: link }, isRepeat: false };
    await assert.rejects(createFolderAdapter(folder).deliver(batch, context), /damaged/);
  });

  it('writes CSV that a reader parses back to the same texts', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ' ', 'a', 'ü', '=') });
    fc.assert(
      fc.property(fc.array(fc.record({ __ID: text, b: text }), { minLength: 1 }), (rows) => {
        assert.deepEqual(parseCsv(formatCsv(rows)), [['__ID', 'b'], ...rows.map((row) => [row.__ID, row.b])]);
      }),
    );
  });

  it('encodes every text as a unique name inside the folder', () => {
    const names = new Map<string, string>();
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('.', '..', '', '../x', 'a/b', 'nul')),
        (text) => {
          const name = safeName(text);
          assert.equal(join('root', name), `root${sep}${name}`);
          assert.ok(name.length <= 150);
          const before = names.get(name);
          assert.ok(before === undefined || before.toWellFormed() === text.toWellFormed());
          names.set(name, text);
        },
      ),
    );
  });
});

describe('the folder adapter: withdrawals', () => {
  it('writes a withdrawal as a file of its own beside the deliveries', async (test) => {
    const folder = await newFolder(test);
    const products = [{ __ID: 'x', externalId: '17' }];
    const withdrawal = {
      key: 'k',
      submission: { ...submission, operation: 'withdraw' as const },
      products,
      isRepeat: false,
    };
    const adapter = createFolderAdapter(folder);
    await adapter.withdraw?.(withdrawal, context);
    await adapter.withdraw?.({ ...withdrawal, isRepeat: true }, context);
    const [name = '', ...others] = (await readdir(folder, { recursive: true })).filter((one) => /\.\w+$/.test(one));
    assert.match(name, /\.withdrawn\.ndjson$/);
    assert.deepEqual(others, []);
    const { submissionId } = submission;
    assert.deepEqual(JSON.parse(await readFile(join(folder, name), 'utf8')), {
      ...ids,
      submissionId,
      product: products[0],
    });
  });
});

describe('the folder adapter: the channel shape', () => {
  it('writes products in the channel shape to a file of their own, if there are any', async (test) => {
    const folder = await newFolder(test);
    const shape = { __ID: 'x', category: null, values: { id: 'x', name: 'X' } };
    const products = [{ ...shape, product: { __ID: 'x' } }];
    await createFolderAdapter(folder).deliver({ key: 'k', submission, products, assets: {}, isRepeat: false }, context);
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ndjson')).toSorted();
    assert.deepEqual(
      names.map((name) => name.replace(/^.*\/[^.]*/, '')),
      ['.ndjson', '.shape.ndjson'],
    );
    const line: unknown = JSON.parse(await readFile(join(folder, names[1] ?? ''), 'utf8'));
    assert.deepEqual(line, { ...ids, submissionId: submission.submissionId, product: shape });
  });
});

describe('CSV for spreadsheets', () => {
  it('guards texts that spreadsheets run as formulas if that is set, and leaves all texts alone otherwise', () => {
    const formulas = ['=1+1', "=cmd|'/c calc'!A0", '+49', '-1', '@x', '\t=x', '\r=x'];
    const row = Object.fromEntries([...formulas, 'a=b', ''].map((text, index) => [`c${index}`, text]));
    assert.deepEqual(parseCsv(formatCsv([row]))[1], Object.values(row));
    assert.deepEqual(parseCsv(formatCsv([row], { spreadsheetSafe: true }))[1], [
      ...formulas.map((text) => `'${text}`),
      'a=b',
      '',
    ]);
    assert.deepEqual(parseCsv(formatCsv([{ '=x': ['=y'] }], { spreadsheetSafe: true })), [["'=x"], ['["=y"]']]);
  });
});
