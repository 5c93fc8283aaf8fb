import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAnswer, TestCaller } from '../../test-service.ts';

type Body = TestAnswer['body'];

const json = { 'content-type': 'application/json' };

/** Requests about uploaded files, as the console sends them. */
export function fileCalls(caller: TestCaller) {
  const post = (path: string, body: unknown) =>
    caller.call('POST', path, { headers: json, body: JSON.stringify(body) });

  async function upload(name: string, content: string | Uint8Array): Promise<string> {
    const body = new Uint8Array(Buffer.from(content as Uint8Array));
    const answer = await caller.call('POST', `/api/import/v1/files?name=${encodeURIComponent(name)}`, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.fileId;
  }

  const preview = (fileId: string, options: object = {}, query = '') =>
    post(`/api/import/v1/files/${fileId}/preview${query}`, options);
  const start = (fileId: string, options: object = {}, query = '') =>
    post(`/api/import/v1/files/${fileId}/imports${query}`, options);

  /** Waits until a job has ended, and returns it. */
  async function ended(jobRef: string): Promise<Body> {
    for (;;) {
      const { body } = await caller.call('GET', `/api/import/v1/jobs/${jobRef}`);
      if (body.status !== 'Importing') return body;
      await sleep(10);
    }
  }

  /** Imports a file and waits for its report. */
  async function run(fileId: string, options: object = {}, query = ''): Promise<Body> {
    const answer = await start(fileId, options, query);
    assert.equal(answer.status, 202, answer.text);
    return ended(answer.body.jobRef);
  }

  async function errorFile(baseUrl: string, jobRef: string): Promise<{ name: string; bytes: Buffer }> {
    const answer = await fetch(`${baseUrl}/api/import/v1/jobs/${jobRef}/error-file`, {
      headers: { authorization: `Bearer ${caller.secret}` },
    });
    assert.equal(answer.status, 200);
    const name = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
    return { name, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  const mapping = (method: string, name: string, { query = '', body }: { query?: string; body?: unknown } = {}) =>
    caller.call(method, `/api/import/v1/mappings/${encodeURIComponent(name)}${query}`, {
      headers: json,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return { upload, preview, start, ended, run, errorFile, mapping };
}

export const countsOf = ({ created, updated, unchanged, rejected }: Body): number[] => [
  created,
  updated,
  unchanged,
  rejected,
];
