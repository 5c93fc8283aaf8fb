import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { createFolderTarget } from '../src/targets/folder-target.ts';
import type { FeedTarget } from '../src/targets/target.ts';
import { batch, configuration, context, newFolder, owner, shaped, startFeed, submission } from './feed-world.ts';

const csv = { name: 'products', format: 'csv', deltas: 2 };

const withdrawal = (submissionId: string, ids: string[]) => ({
  key: submissionId,
  submission: submission(submissionId, { operation: 'withdraw' }),
  products: ids.map((__ID) => ({ __ID, externalId: null })),
  isRepeat: false,
});

describe('the feed adapter', () => {
  it('writes the whole feed, the changes, a report and a summary; a withdrawn product leaves the feed', async (test) => {
    const { adapter, read, feeds } = await startFeed(await newFolder(test), configuration([csv]));
    await adapter.deliver(
      batch('s1', [shaped('b', { id: 'b', title: 'B' }), shaped('a', { id: 'a', title: 'A, 1' })]),
      context,
    );
    assert.equal(await read('products.csv'), 'id,title\r\na,"A, 1"\r\nb,B\r\n');
    await adapter.deliver(batch('s2', [shaped('b', { id: 'b', title: 'B', price: '1.50 EUR' })]), context);
    assert.equal(await read('products.csv'), 'id,title,price\r\na,"A, 1",\r\nb,B,1.50 EUR\r\n');
    assert.equal(await read('products.delta/000000002.csv'), 'change,id,title,price\r\nchanged,b,B,1.50 EUR\r\n');
    await adapter.withdraw?.(withdrawal('s3', ['a', 'never']), context);
    assert.equal(await read('products.csv'), 'id,title,price\r\nb,B,1.50 EUR\r\n');
    assert.equal(await read('products.delta/000000003.csv'), 'change,id,title,price\r\ndeleted,a,"A, 1",\r\n');
    const report = (await read('report.ndjson'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(report, [{ ...owner, submissionId: 's2', product: { __ID: 'b' }, change: 'unchanged' }]);
    const { written: _written, ...summary } = JSON.parse(await read('summary.json'));
    assert.deepEqual(summary, {
      write: 3,
      products: 1,
      created: 0,
      changed: 0,
      deleted: 1,
      unchanged: 1,
      files: [
        { name: 'products.csv', bytes: 30, products: 1 },
        { name: 'products.delta/000000003.csv', bytes: 42, products: 1 },
      ],
    });
    await feeds.close();
  });

  it('keeps as many files of changes as configured', async (test) => {
    const { adapter, list, feeds } = await startFeed(await newFolder(test), configuration([csv]));
    for (const id of ['a', 'b', 'c', 'd']) await adapter.deliver(batch(id, [shaped(id, { id })]), context);
    const deltas = (await list()).filter((name) => name.includes('delta/'));
    assert.deepEqual(
      deltas.map((name) => name.slice(-13)),
      ['000000003.csv', '000000004.csv'],
    );
    await feeds.close();
  });

  it('repeats an interrupted write with the same contents, and adds what came since in the next one', async (test) => {
    const folder = await newFolder(test);
    const target = createFolderTarget(join(folder, 'out'));
    const put = mock.fn<FeedTarget['put']>(() => Promise.reject(new Error('no space')));
    const failing = await startFeed(folder, configuration([csv]), { ...target, put });
    await assert.rejects(async () => failing.adapter.deliver(batch('s1', [shaped('a', { id: 'a' })]), context), {
      name: 'RetryLaterError',
    });
    await failing.feeds.close();
    const again = await startFeed(folder, configuration([csv], { writeAfterSeconds: 3600 }));
    await again.adapter.deliver(batch('s1', [shaped('a', { id: 'a' })], { isRepeat: true }), context);
    await again.adapter.deliver(batch('s2', [shaped('b', { id: 'b' })]), context);
    await again.feeds.writeAll();
    assert.equal(await again.read('products.csv'), 'id\r\na\r\n');
    await again.feeds.writeAll();
    assert.equal(await again.read('products.csv'), 'id\r\na\r\nb\r\n');
    assert.equal(await again.read('products.delta/000000001.csv'), 'change,id\r\ncreated,a\r\n');
    assert.equal(await again.read('products.delta/000000002.csv'), 'change,id\r\ncreated,b\r\n');
    await again.feeds.close();
  });
});

describe('the feed adapter: what it reports about accounts', () => {
  const request = { ...owner, accountName: 'Main', properties: {} };
  const connect = async (folder: string, more: object) => {
    const files = [csv, { name: 'all', format: 'json', gzip: true }, { ...csv, name: 'other', channels: ['other'] }];
    const { adapter, feeds } = await startFeed(folder, configuration(files, more));
    const result = await adapter.authenticate(request, context);
    await feeds.close();
    return result;
  };

  it('reports where the files of its channel are, below the address that clients know', async (test) => {
    assert.deepEqual(await connect(await newFolder(test), { address: 'https://feeds.example/' }), {
      isValid: true,
      message: 'https://feeds.example/ada/shop/main/products.csv\nhttps://feeds.example/ada/shop/main/all.json.gz',
    });
  });

  it('reports no local path without such an address', async (test) => {
    assert.deepEqual(await connect(await newFolder(test), {}), { isValid: true });
  });
});

describe('the feed adapter: restarts and changed configurations', () => {
  it('writes what a killed process had kept, after the next start', async (test) => {
    const folder = await newFolder(test);
    const slow = configuration([csv], { writeAfterSeconds: 3600 });
    const killed = await startFeed(folder, slow);
    await killed.adapter.deliver(batch('s1', [shaped('a', { id: 'a' })]), context);
    await killed.feeds.close();
    const { feeds, read } = await startFeed(folder, slow);
    await feeds.writeAll();
    assert.equal(await read('products.csv'), 'id\r\na\r\n');
    await feeds.close();
  });

  it('writes the files again when their configuration has changed, without a new delivery', async (test) => {
    const folder = await newFolder(test);
    const first = await startFeed(folder, configuration([csv]));
    await first.adapter.deliver(batch('s1', [shaped('a', { id: 'a', title: 'A' })]), context);
    await first.feeds.close();
    const same = await startFeed(folder, configuration([csv], { writeAfterSeconds: 3600 }));
    await same.feeds.writeAll();
    assert.equal(JSON.parse(await same.read('summary.json')).write, 1, 'nothing was due');
    await same.feeds.close();
    const changed = await startFeed(
      folder,
      configuration([{ ...csv, columns: ['title'] }], { writeAfterSeconds: 3600 }),
    );
    await changed.feeds.writeAll();
    assert.equal(await changed.read('products.csv'), 'title\r\nA\r\n');
    await changed.feeds.close();
  });

  it('removes the feeds of a disconnected client, and those of no other', async (test) => {
    const { adapter, list, feeds, out } = await startFeed(await newFolder(test), configuration([csv]));
    await adapter.deliver(batch('s1', [shaped('a', { id: 'a' })]), context);
    const other = submission('s2', { channelId: 'shop2', clientId: '../ada' });
    await adapter.deliver(batch('s2', [shaped('a', { id: 'a' })], { submission: other }), context);
    await adapter.disconnect({ clientId: 'ada', channelId: 'shop', accountIds: ['main'] }, context);
    const left = (await list()).filter((name) => name.endsWith('.csv'));
    assert.deepEqual(
      left.map((name) => name.split(/[/\\]/).slice(0, 2).join('/')),
      ['%2E.%2Fada/shop2', '%2E.%2Fada/shop2'],
    );
    await access(join(out, '%2E.%2Fada/shop2/main/products.csv'));
    await adapter.deliver(batch('s3', [shaped('n', { id: 'n' })]), context);
    assert.equal(
      await readFile(join(out, 'ada/shop/main/products.csv'), 'utf8'),
      'id\r\nn\r\n',
      'a new connection begins empty',
    );
    await feeds.close();
  });
});

describe('the feed adapter: files and accounts', () => {
  it('copies files to the target, with addresses that change with their content', async (test) => {
    const folder = await newFolder(test);
    const server = createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    test.after(() => server.close());
    const { port } = server.address() as AddressInfo; // the server listens on TCP
    const link = (path: string) => ({
      url: `http://127.0.0.1:${port}${path}`,
      contentType: 'image/png',
      size: path.length,
      sha256: createHash('sha256').update(path).digest('hex'),
      name: 'a b.png',
    });
    const assets = { targets: ['image', 'media/url'], baseUrl: 'https://cdn.example/feeds/' };
    const { adapter, read, list, feeds } = await startFeed(
      folder,
      configuration([{ name: 'p', format: 'ndjson' }], { assets }),
    );
    const values = { id: 'pic', image: 'pic', media: [{ url: 'pic' }, { url: 'other' }] };
    await adapter.deliver(batch('s1', [shaped('a', values)], { assets: { pic: link('/one') } }), context);
    const row = JSON.parse(await read('p.ndjson'));
    const hash = createHash('sha256').update('/one').digest('hex').slice(0, 32);
    const address = `https://cdn.example/feeds/ada/shop/main/assets/${hash}-a%2520b.png`;
    assert.deepEqual(row, { id: 'pic', image: address, media: [{ url: address }, { url: 'other' }] });
    await adapter.deliver(batch('s2', [shaped('a', values)], { assets: { pic: link('/two') } }), context);
    assert.notEqual(JSON.parse(await read('p.ndjson')).image, address);
    assert.equal((await list()).filter((name) => name.endsWith('.png')).length, 2);
    await feeds.close();
  });

  it('compresses files, writes several, and only those of the channel', async (test) => {
    const files = [
      { name: 'all', format: 'json', gzip: true },
      { name: 'others', format: 'tsv', channels: ['elsewhere'] },
    ];
    const { adapter, list, out, feeds } = await startFeed(await newFolder(test), configuration(files));
    await adapter.deliver(batch('s1', [{ __ID: 'a', color: 'blue' }]), context);
    const bytes = await readFile(join(out, 'ada/shop/main/all.json.gz'));
    assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), [{ __ID: 'a', color: 'blue' }]);
    assert.ok((await list()).every((name) => !name.includes('others')));
    await feeds.close();
  });

  it('reports for an account that its folder is not writable', async (test) => {
    const folder = await newFolder(test);
    const file = join(folder, 'file');
    await mkdir(join(folder, 'state'));
    const { adapter, feeds } = await startFeed(folder, configuration([csv]), {
      ...createFolderTarget(file),
      check: () => Promise.reject(new Error('no permission')),
    });
    const request = { ...owner, accountName: 'Main', properties: {} };
    assert.deepEqual(await adapter.authenticate(request, context), {
      isValid: false,
      message: 'The feed cannot be written: no permission',
    });
    await feeds.close();
  });
});
