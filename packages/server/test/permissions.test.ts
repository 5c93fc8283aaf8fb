import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ClientScope, clientScopes, type Operation, operations } from '@pimento/contract';
import { createKey } from '../src/access/index.ts';
import { adapterExists } from '../src/channels/index.ts';
import { systemClock, clientIdOf } from '../src/platform/index.ts';
import { formOf } from './assets/asset-server.ts';
import type { Entry, Objects } from './permission-entry.ts';
import { ask, type GatewayWorld, startGatewayWorld } from './channels/gateway-world.ts';
import type { TestCaller } from './test-service.ts';

const shop = () => ({ channelId: 'shop' });
const pen = () => ({ productId: 'pen' });
const color = () => ({ attributeId: 'color' });
const leaflet = () => ({ assetId: 'leaflet' });
const conversion = () => ({ clientId: 'acme', attributeId: 'file' });
const account = ({ accountId }: Objects) => ({ channelId: 'shop', accountId });
const submission = ({ submissionId }: Objects) => ({ submissionId });
const upload = formOf([{ bytes: new TextEncoder().encode('some text'), name: 'leaflet.txt' }]);
const properties = { shopUrl: 'https://shop.test', apiToken: 'secret' };
const product = { productIds: ['pen'] };

/** Every operation of the contract. Entries that delete use objects that no other entry needs. */
const table: Record<string, Entry> = {
  importProducts: { ok: 200, params: () => ({ feedId: 'master' }), body: () => ({ products: [] }) },
  getImportJob: { ok: 200, foreign: 404, params: ({ jobRef }) => ({ jobRef }) },
  listImportErrors: { ok: 200, foreign: 404, params: ({ jobRef }) => ({ jobRef }) },
  listImportJobs: { ok: 200 },
  putAttributes: { ok: 200, body: () => [] },
  startDefinitionChange: { ok: 202, body: () => [] },
  listDefinitionChanges: { ok: 200 },
  getDefinitionChange: { ok: 404, params: () => ({ changeId: 'nothing' }) },
  cancelDefinitionChange: { ok: 404, params: () => ({ changeId: 'nothing' }) },
  listAttributes: { ok: 200 },
  getAttribute: { ok: 200, foreign: 404, params: color },
  deleteAttribute: { ok: 204, foreign: 404, params: () => ({ attributeId: 'unused' }) },
  listProducts: { ok: 200 },
  exportProducts: { ok: 200 },
  listProductChanges: { ok: 200 },
  getProduct: { ok: 200, foreign: 404, params: pen },
  deleteProduct: { ok: 204, foreign: 404, params: () => ({ productId: 'deleted' }) },
  listDeletedProducts: { ok: 200 },
  restoreProduct: { ok: 409, foreign: 404, params: pen },
  startProductDeletion: { ok: 202, body: () => ({ productIds: ['nothing'] }) },
  getProductDeletion: { ok: 404, params: () => ({ deletionId: 'nothing' }) },
  listProductHistory: { ok: 200, foreign: 404, params: pen },
  getPackaging: { ok: 200, foreign: 404, params: pen },
  uploadAsset: { ok: 200, foreign: 404, query: '?assetId=leaflet', file: true },
  listAssets: { ok: 200 },
  getAsset: { ok: 200, foreign: 404, params: leaflet },
  getAssetContent: { ok: 200, foreign: 404, params: leaflet },
  getAssetThumbnail: { ok: 404, params: leaflet },
  retryAsset: { ok: 409, foreign: 404, params: leaflet },
  deleteAsset: { ok: 409, foreign: 404, params: leaflet },
  previewConversion: { ok: 200, params: conversion },
  getConversionProgress: { ok: 200, params: conversion },
  splitAttribute: { ok: 202, params: conversion },
  convertAttribute: { ok: 202, params: conversion, body: () => ({}) },
  getAssetOverview: { ok: 200 },
  retryFailedAssets: { ok: 200 },
  listAssetUses: { ok: 200, foreign: 404, params: leaflet },
  previewClientConversion: { ok: 200, foreign: 404, params: color },
  convertClientAttribute: { ok: 202, foreign: 404, params: color, body: () => ({ type: 'string' }) },
  getClientConversionProgress: { ok: 200, foreign: 404, params: color },
  splitClientAttribute: { ok: 202, foreign: 404, params: color },
  listConnections: { ok: 200 },
  getConnection: { ok: 200, params: shop },
  deleteConnection: { ok: 204, foreign: 404, params: () => ({ channelId: 'left' }) },
  connectAccount: { ok: 201, params: () => ({ channelId: 'open' }), body: () => ({ name: 'x', properties }) },
  getAccount: { ok: 200, foreign: 404, params: account },
  updateAccount: { ok: 200, foreign: 404, params: account, body: () => ({ name: 'renamed' }) },
  validateAccount: {
    ok: 200,
    foreign: 404,
    params: ({ spareAccountId }) => ({ channelId: 'shop', accountId: spareAccountId }),
  },
  deleteAccount: {
    ok: 204,
    foreign: 404,
    params: ({ deletedAccountId }) => ({ channelId: 'shop', accountId: deletedAccountId }),
  },
  listChannelProducts: { ok: 200, foreign: 404, params: shop },
  addChannelProducts: { ok: 200, foreign: 404, params: shop, body: () => product },
  removeChannelProducts: { ok: 200, foreign: 404, params: shop, body: () => ({ productIds: ['nothing'] }) },
  getProductStatus: { ok: 200, foreign: 404, params: () => ({ channelId: 'shop', productId: 'pen' }) },
  listProductChannels: { ok: 200, foreign: 404, params: pen },
  listChangedStatuses: { ok: 200, foreign: 404, params: shop },
  getAutomaticSubmit: { ok: 200, foreign: 404, params: shop },
  putAutomaticSubmit: { ok: 200, foreign: 404, params: shop, body: () => ({}) },
  submitProducts: { ok: 202, foreign: 404, params: () => ({ channelId: 'second' }), body: () => product },
  withdrawProducts: { ok: 404, params: () => ({ channelId: 'second' }), body: () => product },
  listSubmissions: { ok: 200 },
  getSubmission: { ok: 200, foreign: 404, params: submission },
  listSubmissionProducts: { ok: 200, foreign: 404, params: submission },
  cancelSubmission: {
    ok: 200,
    foreign: 404,
    params: ({ waitingSubmissionId }) => ({ submissionId: waitingSubmissionId }),
  },
  resubmitFailed: { ok: 202, foreign: 404, params: submission, body: () => ({}) },
  pollEvents: { ok: 200, query: '?autoAck=false' },
  acknowledgeEvent: { ok: 200, foreign: 404, params: ({ eventId }) => ({ eventId }) },
  reportAuthentication: {
    ok: 200,
    foreign: 404,
    body: ({ accountId }) => ({ clientId: 'acme', channelId: 'shop', accountId, status: 'SUCCESS' }),
  },
  listAdapterChannels: { ok: 200 },
  declareCapabilities: { ok: 200, foreign: 404, params: shop, body: () => ({ capabilities: [] }) },
  getSubmissionHead: { ok: 200, foreign: 404, params: submission },
  listSubmittedProducts: { ok: 200, foreign: 404, params: submission },
  reportSubmission: { ok: 200, foreign: 404, params: submission, body: () => ({ status: 'Sent' }) },
  getSubmittedContent: {
    ok: 403,
    params: () => ({ name: 'leaflet' }),
    query:
      '?client=acme&submission=00000000-0000-7000-8000-000000000000&asset=leaflet&key=key_1&expires=9999999999&signature=x',
  },
  createAdapter: { ok: 409, body: () => ({ adapterId: 'shop', name: 'x' }) },
  listAdapters: { ok: 200 },
  getAdapter: { ok: 200, params: () => ({ adapterId: 'shop' }) },
  updateAdapter: { ok: 200, params: () => ({ adapterId: 'shop' }), body: () => ({ name: 'x' }) },
  deleteAdapter: { ok: 409, params: () => ({ adapterId: 'shop' }) },
  listAdapterStreams: { ok: 200 },
  listAdapterEvents: { ok: 200, params: () => ({ adapterId: 'shop' }) },
  replayEvent: { ok: 200, params: ({ eventId }) => ({ adapterId: 'shop', eventId }) },
  createChannel: { ok: 409, body: () => ({ channelId: 'shop', adapterId: 'shop', name: 'x' }) },
  listChannels: { ok: 200 },
  getChannel: { ok: 200, params: shop },
  updateChannel: { ok: 200, params: shop, body: () => ({ batchSize: 10 }) },
  deleteChannel: { ok: 409, params: shop },
  createKey: { ok: 201, body: () => ({ kind: 'operator', name: 'x' }) },
  listKeys: { ok: 200 },
  revokeKey: { ok: 200, params: ({ keyId }) => ({ keyId }) },
  rotateKey: { ok: 409, params: ({ keyId }) => ({ keyId }), body: () => ({}) },
  createClient: { ok: 409, body: () => ({ clientId: 'acme', name: 'x' }) },
  listClients: { ok: 200 },
  getClientUsage: { ok: 200, params: () => ({ clientId: 'acme' }) },
  putQuotas: { ok: 200, params: () => ({ clientId: 'acme' }), body: () => ({}) },
  issueToken: { ok: 401, form: 'grant_type=client_credentials&client_id=x&client_secret=y' },
  issueRealmToken: {
    ok: 401,
    params: () => ({ realm: 'any' }),
    form: 'grant_type=client_credentials&client_id=x&client_secret=y',
  },
  listAttributeUsage: { ok: 200 },
  // These operations need a session cookie instead of a key. The tests of sessions and members cover calls with a session.
  signIn: { ok: 400, body: () => ({}) },
  getSession: { ok: 200 },
  signOut: { ok: 204 },
  changePassword: { ok: 204, body: () => ({}) },
  enterCode: { ok: 403, body: () => ({ code: '000000' }) },
  getSecondFactor: { ok: 200 },
  startSecondFactor: { ok: 201, body: () => ({}) },
  confirmSecondFactor: { ok: 204, body: () => ({}) },
  replaceRecoveryCodes: { ok: 201, body: () => ({}) },
  endSecondFactor: { ok: 204, body: () => ({}) },
  removeSecondFactor: { ok: 404, params: () => ({ personId: 'unknown' }) },
  listSessions: { ok: 200 },
  endSession: { ok: 204, params: () => ({ sessionId: 'unknown' }) },
  endAllSessions: { ok: 204 },
  openPasswordLink: { ok: 404, body: () => ({ secret: 'unknown' }) },
  setPassword: { ok: 403, body: () => ({ secret: 'unknown', password: 'velvet-otter-canyon-42' }) },
  requestPasswordLink: { ok: 403, body: () => ({ email: 'x@example.com' }) },
  openInvitation: { ok: 404, body: () => ({ secret: 'unknown' }) },
  acceptInvitation: { ok: 403, body: () => ({ secret: 'unknown', name: 'x', password: 'velvet-otter-canyon-42' }) },
  joinClient: { ok: 200, body: () => ({ secret: 'unknown' }) },
  listInvitations: { ok: 200 },
  inviteMember: { ok: 201, body: () => ({}) },
  cancelInvitation: { ok: 204, params: () => ({ invitationId: 'unknown' }) },
  createMemberPasswordLink: { ok: 201, params: () => ({ personId: 'unknown' }) },
  listPeople: { ok: 200 },
  inviteToClient: {
    ok: 201,
    body: () => ({ clientId: 'acme', email: 'x@example.com', role: 'viewer' }),
  },
  createOperator: { ok: 400, body: () => ({}) },
  changePerson: { ok: 404, params: () => ({ personId: 'unknown' }), body: () => ({}) },
  deletePerson: { ok: 404, params: () => ({ personId: 'unknown' }) },
  endPersonSessions: { ok: 404, params: () => ({ personId: 'unknown' }) },
  createPasswordLink: { ok: 404, params: () => ({ personId: 'unknown' }) },
  listMembers: { ok: 200 },
  changeMember: { ok: 200, params: () => ({ personId: 'unknown' }), body: () => ({}) },
  removeMember: { ok: 204, params: () => ({ personId: 'unknown' }) },
  listClientKeys: { ok: 200 },
  createClientKey: { ok: 201, body: () => ({}) },
  revokeClientKey: { ok: 200, params: ({ keyId }) => ({ keyId }) },
  rotateClientKey: { ok: 201, params: ({ keyId }) => ({ keyId }), body: () => ({}) },
  getTokenMetadata: { ok: 200 },
  getHealth: { ok: 200 },
  getReadiness: { ok: 200 },
  getMetrics: { ok: 200 },
};

let world: GatewayWorld;
let objects: Objects;
/** Authorization header by kind of credential. */
let credentials: Record<string, string | undefined>;

before(async () => {
  world = await startGatewayWorld();
  const { operator, service } = world;
  const adapter = await world.adapter('shop');
  const otherAdapter = await world.adapter('elsewhere');
  for (const channelId of ['left', 'open', 'second']) {
    const accountFields = [
      { id: 'shopUrl', name: 'u', type: 'string' },
      { id: 'apiToken', name: 't', type: 'password' },
    ];
    await ask(
      operator,
      'POST',
      '/console/channels',
      { channelId, adapterId: 'shop', name: channelId, accountFields },
      201,
    );
  }
  const acme = await service.client('acme');
  const other = await service.client('other');
  objects = await makeObjects(acme, adapter);

  const deps = { database: service.database, clock: systemClock, adapterExists };
  const revoked = await createKey(deps, service.database, {
    kind: 'client',
    name: 'revoked',
    clientId: clientIdOf('acme'),
  });
  await ask(operator, 'POST', `/console/keys/${revoked.keyId}/revoke`);
  const token = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${acme.keyId}&client_secret=${acme.secret}`,
  });
  const issued = (await token.json()) as { access_token: string };
  const bearer = (secret: string) => `Bearer ${secret}`;
  credentials = {
    none: undefined,
    wrong: bearer('pimento_client_wrong'),
    revoked: bearer(revoked.secret),
    client: bearer(acme.secret),
    'client token': bearer(issued.access_token),
    'foreign client': bearer(other.secret),
    adapter: bearer(adapter.secret),
    'foreign adapter': bearer(otherAdapter.secret),
    operator: bearer(operator.secret),
  };
  for (const scope of clientScopes) {
    const others = clientScopes.filter((one) => one !== scope);
    credentials[`client without ${scope}`] = bearer((await service.key('acme', others)).secret);
  }
});
after(() => world[Symbol.asyncDispose]());

async function makeObjects(acme: TestCaller, adapter: TestCaller): Promise<Objects> {
  const definition = (id: string) => ({
    id,
    name: id,
    compositeAttribute: null,
    type: { id: 'string', multiValue: false },
  });
  await acme.define([definition('color'), definition('file'), definition('unused')]);
  const imported = await acme.importProducts([
    { __ID: 'pen', color: 'red', PRIMARY_ASSET: 'leaflet' },
    { __ID: 'deleted' },
  ]);
  await acme.call('POST', '/api/asset/v1/assets/upload?assetId=leaflet', {
    headers: { 'content-type': upload.type },
    body: upload.body,
  });
  const accountId = await world.connect(acme, adapter, 'shop');
  await world.connect(acme, adapter, 'left');
  await world.connect(acme, adapter, 'second');
  const addAccount = () =>
    ask(acme, 'POST', '/api/channels/v1/channels/shop/accounts', { name: 'more', properties }, 201);
  const deleted = await addAccount();
  const spare = await addAccount();
  const submit = async () =>
    (await ask(acme, 'POST', '/api/submit/v1/channels/shop/products', ['pen'], 202)).submissionId;
  const submissionId = await submit();
  const waitingSubmissionId = await submit();
  await ask(adapter, 'GET', `/external/submissions/${submissionId}`);
  const { events } = await ask(adapter, 'GET', '/external/events?autoAck=false');
  const key = await ask(world.operator, 'POST', '/console/keys', { kind: 'client', clientId: 'other', name: 'k' }, 201);
  return {
    jobRef: imported.body.jobRef,
    keyId: key.keyId,
    accountId,
    deletedAccountId: deleted.accountId,
    spareAccountId: spare.accountId,
    submissionId,
    waitingSubmissionId,
    eventId: events[0].eventId,
  };
}

/** Returns the expected status for a kind of credential. */
function expected(operation: Operation, entry: Entry, kind: string): number {
  const { permission } = operation;
  if (permission.who === 'anyone') return entry.ok;
  if (kind === 'none' || kind === 'wrong' || kind === 'revoked') return 401;
  // these operations require a person, and keys do not belong to people
  if (permission.who === 'person' || permission.who === 'owner') return 401;
  const foreign = entry.foreign ?? entry.ok;
  if (permission.who !== 'client') {
    if (kind === permission.who) return entry.ok;
    return permission.who === 'adapter' && kind === 'foreign adapter' ? foreign : 403;
  }
  if (kind === 'client' || kind === 'client token') return entry.ok;
  if (kind === 'foreign client') return foreign;
  const missing = clientScopes.find((scope: ClientScope) => kind === `client without ${scope}`);
  if (missing === undefined || missing === permission.scope) return 403;
  return entry.ok;
}

/** Returns the kinds of credentials to test; permitted ones are last, because a permitted request may delete the object. */
function kindsInOrder(operation: Operation): string[] {
  const { permission } = operation;
  const [good = 'none'] = permission.who === 'client' ? ['client'] : [permission.who];
  const others = Object.keys(credentials).filter((kind) => {
    if (kind === good) return false;
    // one permitted call is enough
    return (
      kind !== 'client token' &&
      !(
        permission.who === 'client' &&
        kind.startsWith('client without') &&
        kind !== `client without ${permission.scope}`
      )
    );
  });
  const isRepeatable = operation.method === 'GET';
  return [...others, ...(isRepeatable ? ['client token'] : []), ...(good in credentials ? [good] : [])];
}

function bodyOf(entry: Entry): { body?: string | Uint8Array<ArrayBuffer>; type: string } {
  if (entry.file === true) return upload;
  if (entry.form !== undefined) return { body: entry.form, type: 'application/x-www-form-urlencoded' };
  return { ...(entry.body ? { body: JSON.stringify(entry.body(objects)) } : {}), type: 'application/json' };
}

async function call(
  operation: Operation,
  entry: Entry,
  authorization: string | undefined,
): Promise<{ status: number; text: string }> {
  const params = entry.params?.(objects) ?? {};
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const { body, type } = bodyOf(entry);
  const response = await fetch(`${world.service.baseUrl}${path}${entry.query ?? ''}`, {
    method: operation.method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

test('every operation of the contract has an entry in the table, and every entry an operation', () => {
  assert.deepEqual(Object.keys(table).toSorted(), operations.map((operation) => operation.id).toSorted());
});

for (const operation of operations) {
  test(`${operation.id} is permitted to its callers only, and objects of others are not visible`, async () => {
    const entry = table[operation.id];
    assert.ok(entry, `${operation.id} has no entry in the table`);
    for (const kind of kindsInOrder(operation)) {
      const { status, text } = await call(operation, entry, credentials[kind]);
      assert.equal(
        status,
        expected(operation, entry, kind),
        `${operation.method} ${operation.path} with ${kind}: ${text.slice(0, 300)}`,
      );
    }
  });
}
