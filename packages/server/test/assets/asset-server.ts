import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createKey } from '../../src/access/index.ts';
import type { AssetOptions } from '../../src/assets/index.ts';
import { readAllowedRanges } from '../../src/platform/index.ts';
import { systemClock } from '../../src/platform/index.ts';
import {
  createTestCaller,
  startTestService,
  type TestAnswer,
  type TestCaller,
  type TestService,
} from '../test-service.ts';

export interface FormPart {
  bytes: Uint8Array<ArrayBuffer>;
  field?: string;
  name?: string;
  type?: string;
}

export interface AssetServer extends AsyncDisposable {
  service: TestService;
  /** Path of the folder store. It is unused if the options select a different store. */
  folder: string;
  acme: TestCaller;
  other: TestCaller;
  operator: TestCaller;
  /** Imports one product for each value, with this value in the asset attribute `picture`. */
  name(...values: string[]): Promise<void>;
  upload(
    assetId: string,
    parts: FormPart[],
    options?: { caller?: TestCaller; contentType?: string; create?: boolean },
  ): Promise<TestAnswer>;
  asset(assetId: string): Promise<TestAnswer>;
}

export const assetPath = (assetId: string, rest = '') => `/api/asset/v1/assets/${encodeURIComponent(assetId)}${rest}`;

/**
 * Starts the whole service with short retry delays, and with the clients `acme` and `other`, which both have the asset attribute `picture`.
 */
export async function startAssetServer(assets: Partial<AssetOptions> = {}): Promise<AssetServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-assets-'));
  const service = await startTestService({
    assets: {
      address: pathToFileURL(folder).href,
      maxBytes: 8_000_000,
      graceMs: 0,
      concurrency: 8,
      perHost: 8,
      allowed: readAllowedRanges('127.0.0.0/8') ?? [],
      ...assets,
      limits: { connectMs: 2_000, idleMs: 1_000, totalMs: 4_000, waits: [20], ...assets.limits },
    },
  });
  const picture = [
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ];
  const [acme, other] = await Promise.all([service.client('acme'), service.client('other')]);
  await Promise.all([acme.define(picture), other.define(picture)]);
  const keyDeps = { database: service.database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
  const operatorKey = await createKey(keyDeps, service.database, { kind: 'operator', name: 'test' });
  const operator = createTestCaller(service.baseUrl, {
    clientId: null,
    keyId: operatorKey.keyId,
    secret: operatorKey.secret,
  });
  return {
    service,
    folder,
    acme,
    other,
    operator,
    async name(...values) {
      const products = values.map((value, place) => ({ __ID: `${randomUUID()}-${place}`, picture: value }));
      const { status, text } = await acme.importProducts(products);
      if (status !== 200) throw new Error(text);
    },
    upload(assetId, parts, { caller = acme, contentType, create } = {}) {
      const { body, type } = formOf(parts);
      const query = new URLSearchParams({
        assetId,
        ...(contentType === undefined ? {} : { contentType }),
        ...(create === undefined ? {} : { create: String(create) }),
      });
      return caller.call('POST', `/api/asset/v1/assets/upload?${query.toString()}`, {
        headers: { 'content-type': type },
        body,
      });
    },
    asset: (assetId) => acme.call('GET', assetPath(assetId)),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Encodes a multipart form as the raw bytes of a request body. */
export function formOf(parts: FormPart[]): { body: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = 'a-boundary-of-the-tests';
  const pieces = parts.flatMap(({ bytes, field = 'file', name, type }) => {
    const disposition = `form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}`;
    const head = `--${boundary}\r\ncontent-disposition: ${disposition}\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`;
    return [Buffer.from(head), bytes, Buffer.from('\r\n')];
  });
  const body = new Uint8Array(Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]));
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
