import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../src/platform/core.ts';
import { type Certificate, makeCertificate, startTlsProxy, type TlsProxy } from './platform/database/tls-proxy.ts';
import { makeTemporaryFolder } from './platform/temporary-folder.ts';
import { findProgram } from './proxy/example-proxy.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestService } from './test-service.ts';

const open = (connectionString: string) =>
  openDatabase({ connectionString, max: 1, name: 'test', onError: () => undefined });

const skip = findProgram('openssl') === undefined ? 'openssl is not installed' : false;

describe('A database over TLS with sslmode=verify-full', { skip }, () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let own: Certificate;
  let proxy: TlsProxy;
  before(async () => {
    folder = await makeTemporaryFolder();
    database = await createTestDatabase();
    own = await makeCertificate(folder.path, 'localhost');
    proxy = await startTlsProxy(database.connectionString, own);
  });
  after(async () => {
    await proxy[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  function trusting({ connectionString }: TlsProxy, { file }: Certificate): string {
    const url = new URL(connectionString);
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', file);
    return url.href;
  }

  test('the whole service works, and every connection is encrypted', async () => {
    await using service = await startTestService({ connectionString: trusting(proxy, own) });
    const client = await service.client('acme');
    // enough products for an import that uses COPY
    const products = Array.from({ length: 2_000 }, (_, index) => ({ __ID: `p${index}`, __NAME: `Product ${index}` }));
    assert.equal((await client.importProducts(products)).body.created, 2_000);
    const exported = await client.call('GET', '/api/products/v1/products/export');
    assert.equal(exported.text.trim().split('\n').length, 2_000);
    assert.ok(proxy.encrypted() > 2, String(proxy.encrypted()));
    assert.equal(proxy.plain(), 0);
  });

  /** Sends a statement to a database that shows the certificate `shown`, on a connection that trusts only `trusted`. */
  async function ask(shown: Certificate, trusted: Certificate): Promise<void> {
    await using other = await startTlsProxy(database.connectionString, shown);
    await using opened = open(trusting(other, trusted));
    await sql`select 1`.execute(opened.kysely);
  }

  test('a certificate of another authority or for another host is refused', async () => {
    const foreign = await makeCertificate(folder.path, 'other.example');
    await ask(own, own);
    await assert.rejects(ask(own, foreign), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await assert.rejects(ask(foreign, foreign), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('a connection without sslmode is not encrypted', async () => {
    await using opened = open(proxy.connectionString);
    await assert.rejects(sql`select 1`.execute(opened.kysely));
    assert.ok(proxy.plain() > 0);
  });
});
