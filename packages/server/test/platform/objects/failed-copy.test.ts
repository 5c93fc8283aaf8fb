import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { S3Client } from '@aws-sdk/client-s3';
import { copyObject } from '../../../src/platform/objects/s3-copy.ts';

/** Starts an S3 service that refuses to copy the first part, and copies the other parts more slowly. `acts` is what it did, in order. */
async function startRefusingS3Server() {
  const acts: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const part = /partNumber=(\d+)/.exec(request.url ?? '')?.[1];
    response.setHeader('content-type', 'application/xml');
    if (request.method === 'POST')
      response.end('<InitiateMultipartUploadResult><UploadId>upload</UploadId></InitiateMultipartUploadResult>');
    else if (request.method === 'DELETE') {
      acts.push('abort');
      response.writeHead(204).end();
    } else if (part === '1') response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    else
      setTimeout(() => {
        acts.push('part');
        response.end('<CopyPartResult><ETag>etag</ETag></CopyPartResult>');
      }, 300);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  return {
    endpoint: `http://127.0.0.1:${port}`,
    acts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('the name of a copied object may have characters that are special in addresses', async () => {
  const sources: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    sources.push(request.headers['x-amz-copy-source']?.toString());
    response.setHeader('content-type', 'application/xml');
    request.resume().once('end', () => response.end('<CopyObjectResult><ETag>etag</ETag></CopyObjectResult>'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  await copyObject(client, { Bucket: 'files', Key: 'a+b?c#d/e f' }, { Bucket: 'files', Key: 'to' }, 8);
  client.destroy();
  server.closeAllConnections();
  server.close();
  assert.deepEqual(sources, ['files/a%2Bb%3Fc%23d/e%20f']);
});

test('a copy that fails requests no further parts, and is aborted after the parts in progress', async () => {
  await using server = await startRefusingS3Server();
  const client = new S3Client({
    endpoint: server.endpoint,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const [from, to] = [
    { Bucket: 'files', Key: 'from' },
    { Bucket: 'files', Key: 'to' },
  ];
  await assert.rejects(copyObject(client, from, to, 80, { wholeBytes: 10, partBytes: 10 }), { name: 'AccessDenied' });
  client.destroy();
  assert.deepEqual(server.acts, ['part', 'part', 'part', 'abort']);
});
