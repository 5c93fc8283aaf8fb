import { request } from 'node:http';

const boundary = 'bench-boundary';
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bench.bin"\r\ncontent-type: application/x-bench\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

export interface Receiver {
  baseUrl: string;
  clientSecret: string;
}

/** Sends `times` copies of a chunk as one file. */
export function uploadFile(server: Receiver, assetId: string, chunk: Buffer, times: number): Promise<void> {
  return new Promise((done, failed) => {
    const sending = request(
      `${server.baseUrl}/api/asset/v1/assets/upload?assetId=${assetId}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.clientSecret}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': head.byteLength + chunk.byteLength * times + tail.byteLength,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => (answer.statusCode === 200 ? done() : failed(new Error(text))));
      },
    );
    sending.on('error', failed);
    sending.write(head);
    let left = times;
    const more = () => {
      while (left > 0) {
        left--;
        if (!sending.write(chunk)) return;
      }
      sending.end(tail);
    };
    sending.on('drain', () => {
      if (left >= 0 && !sending.writableEnded) more();
    });
    more();
  });
}
