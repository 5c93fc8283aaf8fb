import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface CopyingS3Server extends AsyncDisposable {
  endpoint: string;
  /** Byte ranges that were copied as parts, in the order of the requests. */
  ranges: string[];
}

/** Starts a proxy for an S3 service that cannot copy parts of objects. The proxy reads each part and uploads it. */
export async function startCopyingS3Server(behind: string): Promise<CopyingS3Server> {
  const ranges: string[] = [];
  const server = createServer((asked, answer) => {
    void (async () => {
      const source = asked.headers['x-amz-copy-source'];
      const isPart = asked.url?.includes('partNumber=') === true && typeof source === 'string';
      if (!isPart) {
        const passed = request(behind + asked.url, { method: asked.method, headers: asked.headers }, (given) => {
          answer.writeHead(given.statusCode ?? 500, given.headers);
          given.pipe(answer);
        });
        asked.pipe(passed);
        return;
      }
      await buffer(asked);
      const range = String(asked.headers['x-amz-copy-source-range']);
      ranges.push(range);
      // The server behind this proxy requires a signature but does not verify it.
      const names = ['authorization', 'x-amz-date', 'x-amz-content-sha256'];
      const signed = Object.fromEntries(names.map((name) => [name, String(asked.headers[name])]));
      const part = await fetch(`${behind}/${source}`, { headers: { ...signed, range } });
      const body = Buffer.from(await part.arrayBuffer());
      const headers = { ...signed, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
      const stored = await fetch(behind + asked.url, { method: 'PUT', headers, body });
      const etag = stored.headers.get('etag') ?? '';
      answer.writeHead(stored.status, { 'content-type': 'application/xml' });
      answer.end(`<CopyPartResult><ETag>${etag}</ETag></CopyPartResult>`);
    })().catch((error: unknown) => answer.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening server has a port
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ranges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
