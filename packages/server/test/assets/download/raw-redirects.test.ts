import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAssetServer } from '../asset-server.ts';
import { goodFile, startHostileOrigin } from '../hostile-origin.ts';

const origin = await startHostileOrigin();
const server = await startAssetServer({ maxBytes: 5_000_000 });
after(async () => {
  await server[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
});

/** Encodes a header value so that Node.js, which writes headers in Latin-1, sends the UTF-8 bytes of the text. */
const sent = (text: string) => Buffer.from(text).toString('latin1');

test('a redirect to letters other than ASCII is followed by its bytes, relative, absolute or in the query', async () => {
  for (const path of ['/bilder/gr%C3%B6%C3%9Fe-%E5%AE%89.jpg', '/gr%F6sse.jpg', '/query'])
    origin.on(path, (_request, response) => response.writeHead(200).end(goodFile));
  for (const [at, location] of [
    sent('/bilder/größe-安.jpg'),
    sent(`${origin.url}/bilder/größe-安.jpg`),
    'gr\xf6sse.jpg',
    sent('/query?name=größe'),
  ].entries()) {
    const url = origin.on(`/raw${at}`, (_request, response) => response.writeHead(302, { location }).end());
    await server.name(url);
    await server.service.assetRunner.drain();
    assert.equal((await server.asset(url)).body.status, 'READY', location);
  }
});
