import assert from 'node:assert/strict';
import sharp from 'sharp';
import { formOf } from '../assets/asset-server.ts';
import { ask } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';

const properties = (word: string) => ({ shopUrl: `https://${word}.test`, apiToken: `${word} token` });

async function upload(
  caller: TestCaller,
  assetId: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { body, type } = formOf([{ bytes, name }]);
  const path = `/api/asset/v1/assets/upload?assetId=${assetId}`;
  const { status, text } = await caller.call('POST', path, { headers: { 'content-type': type }, body });
  assert.equal(status, 200, text);
}

async function fillCatalog(caller: TestCaller, word: string): Promise<string> {
  const definition = (id: string) => ({
    id,
    name: `${word} ${id}`,
    compositeAttribute: null,
    type: { id: 'string', multiValue: false },
    description: `${word} ${id}`,
  });
  const short = {
    ...definition('short'),
    type: { id: 'string', multiValue: false, restriction: { parameters: { maxLength: 3 } } },
  };
  await caller.define(['color', 'file', 'unused'].map(definition));
  await caller.define([short]);
  await caller.importProducts([{ __ID: 'pen', __Name: 'first', color: 'red' }]);
  const imported = await caller.importProducts([
    {
      __ID: 'pen',
      __Name: `${word} pen`,
      color: word,
      file: `${word}.txt`,
      PRIMARY_ASSET: 'leaflet',
      PACKAGING: [`${word}-box`],
    },
    { __ID: `${word}-box`, __CATEGORY: word, __FAMILY: word, [`${word}-note`]: 'x', PRIMARY_ASSET: 'leaflet' },
    { __ID: 'photographed', PRIMARY_ASSET: 'photo' },
    { __ID: 'missing', PRIMARY_ASSET: `${word}-missing` },
    { __ID: 'deleted', __Name: word },
    { __ID: 'restored', __Name: `${word} restored` },
    { __ID: `${word}-faulty`, [`${word}-list`]: { wrong: word } },
  ]);
  assert.equal(imported.body.rejected, 1, imported.text);
  await upload(caller, 'leaflet', `${word}.txt`, new TextEncoder().encode(`the text of ${word}`));
  const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await upload(caller, 'photo', 'photo.png', new Uint8Array(image));
  await ask(caller, 'DELETE', '/api/products/v1/products/restored', undefined, 204);
  return imported.body.jobRef;
}

/** Stores import sources and mappings, and uploads a file. @returns the id of the file */
async function uploadFile(caller: TestCaller, word: string): Promise<string> {
  const columns = [
    { header: '__ID', target: { kind: 'value', path: ['__ID'] } },
    { header: word, target: null },
  ];
  const from = { kind: 'address', url: `https://192.0.2.1/${word}.csv` };
  for (const name of ['prices', 'old-prices'])
    await ask(caller, 'PUT', `/api/import/v1/sources/${name}`, { from, schedule: { kind: 'request' } });
  await ask(caller, 'PUT', '/api/import/v1/mappings/sheet', { columns });
  await ask(caller, 'PUT', '/api/import/v1/mappings/spare', { columns });
  const path = `/api/import/v1/files?name=${word}.csv`;
  const { status, body, text } = await caller.call('POST', path, { body: `__ID,${word}\n,${word}\n` });
  assert.equal(status, 201, text);
  return body.fileId;
}

/** Imports a file whose only row is rejected. @returns the id of the job */
async function importFile(caller: TestCaller, fileId: string): Promise<string> {
  const { jobRef } = await ask(caller, 'POST', `/api/import/v1/files/${fileId}/imports`, {}, 202);
  for (;;) {
    const job = await ask(caller, 'GET', `/api/import/v1/jobs/${jobRef}`);
    if (job.status !== 'Importing') return jobRef;
  }
}

/** Ids of the objects that were created for a client. */
export interface Twin {
  jobRef: string;
  fileId: string;
  spareFileId: string;
  fileJobRef: string;
  changeId: string;
  deletionId: string;
  editId: string;
  accountId: string;
  deletedAccountId: string;
  spareAccountId: string;
  submissionId: string;
  waitingSubmissionId: string;
}

/** Publishes a mapping whose entries, comment and formula contain the given word. */
async function createMapping(caller: TestCaller, word: string): Promise<void> {
  const path = '/api/channels/v1/channels/shop/mapping';
  const mapping = {
    format: 'pimento-mapping/1',
    targets: [{ target: 'title', value: `"${word}" & __NAME` }],
    maps: { colors: { entries: { [word]: word } } },
    tables: { brands: { columns: ['key'], rows: [[word]] } },
  };
  await ask(caller, 'PUT', path, mapping);
  await ask(caller, 'POST', `${path}/publish`, { comment: `${word} comment` });
}

/**
 * Gives a client a catalogue, files, connections and submissions. Most ids are the same for all clients, so that a statement without a
 * condition on the client finds objects of a different client.
 * @param word part of nearly all texts of this client
 * @param connect connects an account to a channel and returns the id of the account
 */
export async function createTwin(
  caller: TestCaller,
  word: string,
  connect: (channelId: string) => Promise<string>,
): Promise<Twin> {
  const jobRef = await fillCatalog(caller, word);
  const accountId = await connect('shop');
  await connect('left');
  await connect('second');
  const accounts = '/api/channels/v1/channels/shop/accounts';
  const addAccount = () => ask(caller, 'POST', accounts, { name: `${word} more`, properties: properties(word) }, 201);
  const deleted = await addAccount();
  const spare = await addAccount();
  await ask(caller, 'PATCH', `${accounts}/${accountId}`, { name: `${word} shop` });
  const submit = async (channelId: string) => {
    const body = { productIds: ['pen', `${word}-box`], comment: `${word} comment` };
    return (await ask(caller, 'POST', `/api/submit/v1/channels/${channelId}/products`, body, 202)).submissionId;
  };
  const submissionId = await submit('shop');
  await submit('second');
  const changes = '/api/datastandards/v1/datastandards/changes';
  const changed = [
    { id: 'color', name: `${word} color`, compositeAttribute: null, type: { id: 'string', multiValue: true } },
  ];
  const { changeId } = await ask(caller, 'POST', `${changes}?dryRun=true`, changed, 202);
  await createMapping(caller, word);
  const chosen = { productIds: [`${word}-nothing`] };
  const { deletionId } = await ask(caller, 'POST', '/api/products/v1/deletions', chosen, 202);
  const edit = { ...chosen, changes: [{ kind: 'clear', attribute: ['__FAMILY'] }] };
  const { editId } = await ask(caller, 'POST', '/api/products/v1/bulk-edits', edit, 202);
  const fileId = await uploadFile(caller, word);
  return {
    jobRef,
    fileId,
    fileJobRef: await importFile(caller, fileId),
    spareFileId: await uploadFile(caller, word),
    changeId,
    deletionId,
    editId,
    accountId,
    deletedAccountId: deleted.accountId,
    spareAccountId: spare.accountId,
    submissionId,
    waitingSubmissionId: await submit('shop'),
  };
}
