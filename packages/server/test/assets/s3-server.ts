import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';

/** Starts an S3-compatible server with a bucket `files`. `address` is in the format of PIMENTO_ASSETS_URL. */
export async function startS3Server(): Promise<AsyncDisposable & { address: string; endpoint: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { store } = server;
  // Replaces the original `putObject`, which responds before the object is written to its file. A real service responds afterwards.
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const path = store.getResourcePath(bucket, key, 'object');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    const md5 = createHash('md5').update(bytes).digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.byteLength, md5 };
  };
  const { port } = (await server.run()) as AddressInfo; // a listening server has a port
  // The AWS SDK reads credentials from these environment variables. This server needs exactly these credentials.
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    address: `s3://files/some/prefix?endpoint=${encodeURIComponent(endpoint)}&region=eu-central-1`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
