import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { type AssetServer, assetPath, startAssetServer } from '../asset-server.ts';
import { goodFile, gzipBomb, type HostileOrigin, startHostileOrigin } from '../hostile-origin.ts';

let origin: HostileOrigin;
let server: AssetServer;
/** DNS results by host name. Each lookup uses the next list. The last list is used repeatedly. */
const names: Record<string, string[][]> = {
  'two-faced.test': [['127.0.0.1', '10.0.0.7']],
  'mixed.test': [['93.184.216.34', 'fd00::1']],
  'rebinding.test': [['127.0.0.1'], ['169.254.169.254']],
  'good.test': [['127.0.0.1']],
};
let lookups: string[] = [];

before(async () => {
  origin = await startHostileOrigin();
  server = await startAssetServer({
    maxBytes: 5_000_000,
    limits: { idleMs: 400, totalMs: 1_500, waits: [5] },
    resolve: async (hostname) => {
      lookups.push(hostname);
      const answers = names[hostname];
      const addresses = answers && answers.length > 1 ? answers.shift() : answers?.[0];
      if (!addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
});

interface Outcome {
  status: string;
  statusCode: string | null;
  statusInfo: string | null;
  tries: number;
  name: string;
  contentType: string | null;
  size: number | null;
  sha256: string | null;
  nextTry: string | null;
}

/** Imports products that refer to the URLs. Returns each asset once it is READY, FAILED, or waiting more than 5 s for its next attempt. */
async function download(...urls: string[]): Promise<Outcome[]> {
  await server.name(...urls);
  const outcomes: Outcome[] = [];
  for (const url of urls) {
    for (;;) {
      await server.service.assetRunner.drain();
      const { body } = await server.asset(url);
      const isOver =
        body.status === 'READY' || body.status === 'FAILED' || Date.parse(body.nextTry) > Date.now() + 5_000;
      if (!isOver) continue;
      outcomes.push(body);
      break;
    }
  }
  return outcomes;
}
async function codeOf(url: string): Promise<string> {
  const [outcome] = await download(url);
  return outcome?.status === 'FAILED' ? `${outcome.statusCode} after ${outcome.tries}` : (outcome?.status ?? '');
}
const good = (path: string, headers: Record<string, string> = {}) =>
  origin.on(path, (_request, response) => response.writeHead(200, headers).end(goodFile));
const redirect = (path: string, location: string, status = 302) =>
  origin.on(path, (_request, response) => response.writeHead(status, { location }).end('moved'));

test('one download serves every product that names an address', async () => {
  const url = good('/shared.png');
  await server.name(...Array.from({ length: 300 }, () => url));
  const [outcome] = await download(url);
  assert.equal(outcome?.status, 'READY');
  assert.equal(origin.visits.get('/shared.png'), 1);
});

test('up to five redirects are followed, and a longer chain or a loop ends the download at once', async () => {
  for (let hop = 1; hop <= 6; hop++)
    redirect(`/hop${hop}`, `/hop${hop - 1}`, [301, 302, 303, 307, 308][hop % 5] ?? 302);
  good('/hop0');
  assert.equal(await codeOf(`${origin.url}/hop5`), 'READY');
  assert.equal(await codeOf(`${origin.url}/hop6`), 'too-many-redirects after 1');
  assert.equal(await codeOf(redirect('/loop', '/loop')), 'too-many-redirects after 1');
  assert.equal(
    await codeOf(origin.on('/nowhere', (_request, response) => response.writeHead(302).end())),
    'http-302 after 1',
  );
});

test('nothing private is asked, neither directly nor through a redirect, a name, or a name that changes its mind', async () => {
  const metadata = '169.254.169.254/latest/meta-data';
  const places = [
    `http://${metadata}`,
    'http://[::1]:1/x',
    'http://[::ffff:169.254.169.254]/x',
    'http://[fd00::1]/x',
    'http://10.1.2.3/x',
    'http://100.64.0.1/x',
    'http://0.0.0.0/x',
    'http://0xa9fea9fe/x',
    'http://2852039166/x',
    redirect('/to-metadata', `http://${metadata}`),
    redirect('/to-v6', 'http://[::1]/x'),
  ];
  for (const place of places) assert.equal(await codeOf(place), 'forbidden-address after 1', place);
  const named = [redirect('/to-name', 'http://mixed.test/x'), `http://two-faced.test:${origin.port}/x`];
  for (const place of named) assert.equal(await codeOf(place), 'unknown-host after 5', place);
  assert.equal(await codeOf('http://unknown.test/x'), 'unknown-host after 5');
  assert.equal(origin.visits.get('/x'), undefined);
  good('/first');
  const first = good('/second').replace('127.0.0.1', 'rebinding.test');
  assert.equal(await codeOf(first), 'READY');
  redirect('/rebind', `http://rebinding.test:1/x`);
  assert.equal(await codeOf(`${origin.url}/rebind`), 'unknown-host after 5');
});

test('the address that was judged is the address that is asked: a name is looked up once for a connection', async () => {
  good('/by-name');
  lookups = [];
  assert.equal(await codeOf(`http://good.test:${origin.port}/by-name`), 'READY');
  assert.deepEqual(lookups, ['good.test']);
  assert.equal(origin.headers.get('/by-name')?.host, `good.test:${origin.port}`);
  assert.equal(await codeOf('http://unknown.test/x'), 'unknown-host after 5');
});

test('only http and https are asked, never with a user name, and nothing about the caller goes along', async () => {
  assert.equal(await codeOf(redirect('/to-file', 'file:///etc/passwd')), 'forbidden-scheme after 1');
  assert.equal(await codeOf(redirect('/to-gopher', 'gopher://127.0.0.1/x')), 'forbidden-scheme after 1');
  assert.equal(await codeOf(`http://user:secret@127.0.0.1:${origin.port}/x`), 'credentials-in-url after 1');
  assert.equal(await codeOf('http://'), 'invalid-url after 1');
  assert.equal(await codeOf(good('/plain.png')), 'READY');
  const {
    host,
    connection,
    accept,
    'accept-encoding': encoding,
    'user-agent': agent,
    ...others
  } = origin.headers.get('/plain.png') ?? {};
  assert.deepEqual(others, {});
  assert.deepEqual([accept, encoding, agent], ['*/*', 'identity', 'Pimento']);
  assert.ok(host !== undefined && connection !== undefined);
});

test('a download from a server that is slow, endless or silent is ended in time, and nothing of the file is kept', async () => {
  const drip = origin.on('/drip', (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 100);
    response.on('close', () => clearInterval(timer));
  });
  const silent = origin.on('/silent', () => undefined);
  const stalled = origin.on('/stalled', (_request, response) => response.writeHead(200).write('x'));
  const endless = origin.on('/endless', (_request, response) => {
    const chunk = Buffer.alloc(100_000, 1);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more).writeHead(200);
    more();
  });
  const [a, b, c, d] = await download(drip, silent, stalled, endless);
  assert.deepEqual([a?.statusCode, b?.statusCode, c?.statusCode], ['timeout', 'timeout', 'timeout']);
  assert.deepEqual([d?.statusCode, d?.tries], ['too-large', 1]);
  assert.deepEqual(await readdir(join(server.folder, 'incoming')), []);
});

test('a length that is not kept is no file, and one over the limit is not even begun', async () => {
  const short = origin.on('/short', (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write(goodFile);
    setImmediate(() => response.destroy());
  });
  assert.equal(await codeOf(short), 'connection-lost after 5');
  const noise = origin.on('/noise', (_request, response) => response.socket?.end('HELLO THERE\r\n\r\n'));
  assert.equal(await codeOf(noise), 'invalid-answer after 5');
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  const badChunk = origin.on('/bad-chunk', (_request, response) => response.socket?.end(`${head}zz\r\nabc\r\n`));
  assert.equal(await codeOf(badChunk), 'invalid-answer after 5');
  // Bytes beyond the Content-Length are neither stored nor treated as the next response.
  const long = origin.on('/long', (_request, response) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${goodFile.byteLength}\r\n\r\n`;
    response.socket?.end(Buffer.concat([Buffer.from(head), goodFile, Buffer.from('and more\r\n')]));
  });
  const [exact] = await download(long);
  assert.deepEqual([exact?.status, exact?.size], ['READY', goodFile.byteLength], exact?.statusInfo ?? '');
  const huge = origin.on('/huge', (_request, response) =>
    response.writeHead(200, { 'content-length': '5000001' }).flushHeaders(),
  );
  assert.equal(await codeOf(huge), 'too-large after 1');
  assert.equal(
    await codeOf(origin.on('/empty', (_request, response) => response.writeHead(200).end())),
    'empty after 5',
  );
});

test('the bytes determine the type of a file, and a page is no asset, whatever its label', async () => {
  const [labelled, unlabelled] = await download(good('/a.jpg', { 'content-type': 'text/html' }), good('/b'));
  assert.deepEqual([labelled?.contentType, unlabelled?.contentType], ['image/png', 'image/png']);
  const page = (path: string, type: string | undefined, body: string) =>
    origin.on(path, (_request, response) =>
      response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body),
    );
  for (const [path, type, body] of [
    ['/p1', 'text/html', '<!DOCTYPE html><title>Sign in</title>'],
    ['/p2', 'image/jpeg', '\uFEFF \n<!-- x --><HTML lang=en>'],
    ['/p3', undefined, '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html xmlns="x">'],
    ['/p4', 'text/html; charset=utf-8', 'Please sign in'],
  ] as const) {
    const [outcome] = await download(page(path, type, body));
    assert.deepEqual(
      [outcome?.status, outcome?.statusCode, outcome?.tries, outcome?.sha256],
      ['FAILED', 'not-an-asset', 1, null],
      path,
    );
  }
  const [svg, json] = await download(
    page('/x.svg', 'text/plain', '<svg xmlns="x"/>'),
    page('/x.json', undefined, '{"a":1}'),
  );
  assert.deepEqual([svg?.contentType, json?.contentType], ['image/svg+xml', 'application/json']);
});

test('what will not get better fails at once; what may is tried five times', async () => {
  const answering = (status: number) =>
    origin.on(`/status-${status}`, (_request, response) => response.writeHead(status).end('no'));
  for (const status of [400, 401, 403, 404, 410])
    assert.equal(await codeOf(answering(status)), `http-${status} after 1`);
  for (const status of [408, 429, 500, 502, 503])
    assert.equal(await codeOf(answering(status)), `http-${status} after 5`);
  const recovers = origin.on('/recovers', (_request, response, visit) => {
    if (visit <= 2) response.writeHead(503).end();
    else response.end(goodFile);
  });
  assert.equal(await codeOf(recovers), 'READY');
  assert.equal(origin.visits.get('/recovers'), 3);
  assert.equal(await codeOf('http://127.0.0.1:1/x'), 'unreachable after 5');
});

test('Retry-After is observed, and a manual retry starts again', async () => {
  const url = origin.on('/later', (_request, response, visit) => {
    if (visit === 1) response.writeHead(429, { 'retry-after': '3600' }).end();
    else response.end(goodFile);
  });
  const before = Date.now();
  const [waiting] = await download(url);
  assert.equal(waiting?.status, 'WAITING_FOR_DOWNLOAD');
  assert.equal(waiting?.statusCode, 'http-429');
  const askedAt = Date.parse(waiting?.nextTry ?? '') - 3_600_000;
  assert.ok(askedAt >= before && askedAt <= Date.now());
  const retried = await server.acme.call('POST', assetPath(url, '/retry'));
  assert.deepEqual([retried.status, retried.body.status, retried.body.tries], [200, 'WAITING_FOR_DOWNLOAD', 0]);
  assert.equal((await download(url))[0]?.status, 'READY');
  await server.name('no url');
  assert.equal((await server.acme.call('POST', assetPath('no url', '/retry'))).body.code, 'not-possible-now');
});

/** Compresses the file in two parts and joins the results, such as two gzip members or two zstd frames. */
const inTwo = (encode: (bytes: Uint8Array) => Uint8Array) =>
  Buffer.concat([encode(goodFile.subarray(0, 30)), encode(goodFile.subarray(30))]);

/** A zstd frame with three bytes of content, which decoders skip. Some compressors write one before each frame. */
const skippableFrame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

test('compressed content is stored as it is meant, and a bomb is not', async () => {
  const encoded = (path: string, encoding: string, body: Uint8Array) =>
    origin.on(path, (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
  const [plain] = await download(good('/uncompressed'));
  for (const url of [
    encoded('/gz', 'gzip', gzipSync(goodFile)),
    encoded('/br', 'BR', brotliCompressSync(goodFile)),
    encoded('/id', 'identity', goodFile),
    encoded('/gz2', 'gzip', inTwo(gzipSync)),
    encoded('/zstd2', 'zstd', inTwo(zstdCompressSync)),
    encoded('/skip', 'zstd', Buffer.concat([skippableFrame, zstdCompressSync(goodFile)])),
  ]) {
    const [outcome] = await download(url);
    assert.deepEqual([outcome?.status, outcome?.sha256], ['READY', plain?.sha256], url);
  }
  assert.equal(await codeOf(encoded('/bomb', 'gzip', gzipBomb)), 'too-large after 1');
  assert.equal(await codeOf(encoded('/broken', 'gzip', goodFile)), 'invalid-encoding after 5');
  assert.equal(await codeOf(encoded('/cut', 'gzip', gzipSync(goodFile).subarray(0, 40))), 'invalid-encoding after 5');
  for (const [encoding, encode] of Object.entries({ deflate: deflateSync, br: brotliCompressSync })) {
    assert.equal(await codeOf(encoded(`/two-${encoding}`, encoding, inTwo(encode))), 'invalid-encoding after 5');
  }
  const longer = Buffer.concat([zstdCompressSync(goodFile), Buffer.from('hello')]);
  assert.equal(await codeOf(encoded('/longer', 'zstd', longer)), 'invalid-encoding after 5');
  assert.equal(await codeOf(encoded('/strange', 'compress', goodFile)), 'unsupported-encoding after 1');
});

test('the name comes from Content-Disposition, else from the path, never from the query, and its ending from the bytes', async () => {
  const named = async (path: string, disposition?: string, query = '') => {
    const url = good(path, disposition === undefined ? {} : { 'content-disposition': disposition }) + query;
    return (await download(url))[0]?.name;
  };
  assert.equal(await named('/n1/photo%20one.png', undefined, '?name=evil.exe&x=..%2f'), 'photo one.png');
  assert.equal(await named('/n2', 'attachment; filename="../../etc/passwd"'), 'passwd.png');
  assert.equal(await named('/n3', `attachment; filename="x.jpg"; filename*=UTF-8''%E2%80%AEgpj.exe`), 'gpj.exe.png');
  assert.equal(await named('/n4/%2e%2e%2f%2e%2e%2fshadow', undefined), 'shadow.png');
  assert.equal(await named('/n5', 'inline; filename=plain.png'), 'plain.png');
  assert.equal(await named('/n6', `attachment; filename="${Buffer.from('Grün.png').toString('latin1')}"`), 'Grün.png');
  assert.equal(await named('/n7', `attachment; filename="${'n'.repeat(900)}.png"`), `${'n'.repeat(196)}.png`);
  assert.equal(await named('/n8/', undefined, '?q=1'), 'n8.png');
  assert.equal(await named('/n9/a%3Fb=c', undefined), 'a_b=c.png');
  assert.equal(await named(`/n10/${'l'.repeat(300)}.png`, undefined), `${'l'.repeat(196)}.png`);
  assert.equal(await named('/n11/%E2%80%AEgpj.exe', undefined), 'gpj.exe.png');
  good('/n12/photo.png');
  assert.equal((await download(redirect('/first.png', '/n12/photo.png')))[0]?.name, 'first.png');
  assert.equal((await download(redirect('/n12.php', '/n12/photo.png')))[0]?.name, 'photo.png');
});

test('the query is kept for the request', async () => {
  const asked: string[] = [];
  const url = origin.on('/signed', (request, response) => {
    asked.push(request.url ?? '');
    response.end(goodFile);
  });
  await download(`${url}?X-Amz-Signature=ab%2Fc+d&e=%7Bf%7D#part`);
  assert.deepEqual(asked, ['/signed?X-Amz-Signature=ab%2Fc+d&e=%7Bf%7D']);
});

test('asking for a newer version keeps the content while there is none, takes a new one, and survives a failure', async () => {
  let version: 'old' | 'new' | 'broken' = 'old';
  const url = origin.on('/versioned', (request, response) => {
    const etag = `"${version}"`;
    if (version === 'broken') response.writeHead(404).end();
    else if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else
      response
        .writeHead(200, { etag, 'last-modified': 'Mon, 05 Jan 2026 00:00:00 GMT' })
        .end(version === 'old' ? goodFile : Buffer.concat([goodFile, Buffer.from('x')]));
  });
  const again = async () => {
    await server.acme.call('POST', assetPath(url, '/retry'));
    return (await download(url))[0];
  };
  const [first] = await download(url);
  const same = await again();
  assert.deepEqual([same?.status, same?.sha256], ['READY', first?.sha256]);
  assert.equal(origin.headers.get('/versioned')?.['if-modified-since'], 'Mon, 05 Jan 2026 00:00:00 GMT');
  version = 'new';
  const newer = await again();
  assert.equal(newer?.size, goodFile.byteLength + 1);
  version = 'broken';
  const kept = await again();
  assert.deepEqual([kept?.status, kept?.statusCode, kept?.sha256], ['READY', 'http-404', newer?.sha256]);
});

test('no more downloads are in progress than are allowed', async () => {
  origin.open.most = 0;
  const urls = Array.from({ length: 60 }, (_, place) =>
    origin.on(`/slow-${place}`, (_request, response) => setTimeout(() => response.end(goodFile), 30)),
  );
  const outcomes = await download(...urls);
  assert.ok(outcomes.every(({ status }) => status === 'READY'));
  assert.ok(origin.open.most <= 8 && origin.open.most >= 4, String(origin.open.most));
});

test('however many files wait for one commit, the downloads behind them begin when it is done', async () => {
  // One client can run six of the eight downloads and can claim 24. Downloads that wait for a commit count towards neither limit.
  const [unsettled, active, queued] = [47, 6, 18];
  const asked = new Set<number>();
  const held: (() => void)[] = [];
  const urls = Array.from({ length: unsettled + active + queued }, (_, place) =>
    origin.on(`/behind-${place}`, (_request, response) => {
      const answer = () => void response.end(`Of its own: ${place}`);
      asked.add(place);
      if (asked.size <= unsettled || asked.size > unsettled + active) answer();
      else held.push(answer);
    }),
  );
  const countStored = async () => (await readdir(join(server.folder, 'objects'), { recursive: true })).length;
  const storedBefore = await countStored();
  const { database } = server.service;
  const countTaken = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from asset where asset.status = 'DOWNLOADING'`.execute(database);
    return rows[0]?.count;
  };
  await database.transaction().execute(async (transaction) => {
    await sql`lock table asset_content in exclusive mode`.execute(transaction);
    await server.name(...urls);
    // waits until all downloads are claimed, so that only a commit can start the next download
    while (held.length < active || (await countTaken()) !== urls.length) {
      server.service.assetRunner.wakeDownloads();
      await new Promise(setImmediate);
    }
    for (const answer of held) answer();
    while ((await countStored()) < storedBefore + unsettled + active) await new Promise(setImmediate);
  });
  while (asked.size < urls.length) await new Promise(setImmediate);
  for (const { status } of await download(...urls)) assert.equal(status, 'READY');
});
