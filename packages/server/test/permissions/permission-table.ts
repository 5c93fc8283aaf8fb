import { noticeKinds } from '@pimento/contract';
import { goodPassword } from '../access/person.ts';
import type { Entry, Objects } from './permission-entry.ts';
import { standardOf } from './permission-standard.ts';
import { emailOf } from './secret-words.ts';

const shop = () => ({ channelId: 'shop' });
const secretChannel = () => ({ channelId: 'private' });
const secretStandard = () => ({ datastandardId: 'private' });
/** A mapping that keeps the entries of the value map. */
const mapping = () => ({ format: 'pimento-mapping/1', maps: { colors: { isOmitted: true } } });
const pen = () => ({ productId: 'pen' });
const color = () => ({ attributeId: 'color' });
const leaflet = () => ({ assetId: 'leaflet' });
const conversion = () => ({ clientId: 'acme', attributeId: 'file' });
const adapter = () => ({ adapterId: 'shop' });
const account = ({ accountId }: Objects) => ({ channelId: 'shop', accountId });
const submission = ({ submissionId }: Objects) => ({ submissionId });
const member = ({ memberId }: Objects) => ({ personId: memberId });
const spareMember = ({ spareMemberId }: Objects) => ({ personId: spareMemberId });
const key = ({ keyId }: Objects) => ({ keyId });
const properties = { shopUrl: 'https://shop.test', apiToken: 'secret' };
const product = () => ({ productIds: ['pen'] });
const password = () => ({ password: goodPassword });
const unknownLink = () => ({ secret: 'unknown' });
const newPassword = 'copper-lantern-meadow-19';
const unknownToken = () => 'grant_type=client_credentials&client_id=key_1&client_secret=pimento_client_wrong';
const knownToken = ({ tokenKeyId, tokenSecret }: Objects) =>
  `grant_type=client_credentials&client_id=${tokenKeyId}&client_secret=${tokenSecret}`;

const data: Record<string, Entry> = {
  importProducts: { ok: 200, params: () => ({ feedId: 'master' }), body: () => ({ products: [{ __ID: 'pen' }] }) },
  getImportJob: { ok: 200, params: ({ jobRef }) => ({ jobRef }) },
  listImportErrors: { ok: 200, params: ({ jobRef }) => ({ jobRef }) },
  listImportJobs: { ok: 200 },
  putAttributes: { ok: 200, body: () => [] },
  startDefinitionChange: { ok: 202, body: () => [] },
  listDefinitionChanges: { ok: 200 },
  getDefinitionChange: { ok: 200, params: ({ changeId }) => ({ changeId }) },
  cancelDefinitionChange: { ok: 409, params: ({ changeId }) => ({ changeId }) },
  listAttributes: { ok: 200 },
  getAttribute: { ok: 200, params: color },
  deleteAttribute: { ok: 204, params: () => ({ attributeId: 'unused' }) },
  listProducts: { ok: 200 },
  exportProducts: { ok: 200 },
  listProductChanges: { ok: 200 },
  getProduct: { ok: 200, params: pen },
  deleteProduct: { ok: 204, params: () => ({ productId: 'deleted' }) },
  listDeletedProducts: { ok: 200 },
  restoreProduct: { ok: 200, params: () => ({ productId: 'restored' }) },
  startProductDeletion: { ok: 202, body: () => ({ productIds: ['nothing'] }) },
  getProductDeletion: { ok: 200, params: ({ deletionId }) => ({ deletionId }) },
  listProductHistory: { ok: 200, params: pen },
  getPackaging: { ok: 200, params: pen },
  listAttributeUsage: { ok: 200 },
  uploadAsset: { ok: 200, query: () => '?assetId=leaflet', file: true },
  listAssets: { ok: 200 },
  getAsset: { ok: 200, params: leaflet },
  getAssetContent: { ok: 200, params: leaflet },
  getAssetThumbnail: { ok: 200, params: () => ({ assetId: 'photo' }), isPlain: true },
  retryAsset: { ok: 409, params: leaflet },
  deleteAsset: { ok: 409, params: leaflet },
  previewConversion: { ok: 200, params: conversion },
  getConversionProgress: { ok: 200, params: conversion, isPlain: true },
  splitAttribute: { ok: 202, params: conversion },
  convertAttribute: { ok: 202, params: conversion, body: () => ({}) },
  getAssetOverview: { ok: 200, isPlain: true },
  retryFailedAssets: { ok: 200 },
  listAssetUses: { ok: 200, params: leaflet },
  previewClientConversion: { ok: 200, params: color },
  convertClientAttribute: { ok: 202, params: color, body: () => ({ type: 'string' }) },
  getClientConversionProgress: { ok: 200, params: color, isPlain: true },
  splitClientAttribute: { ok: 202, params: color },
};

const channels: Record<string, Entry> = {
  listConnections: { ok: 200 },
  getConnection: { ok: 200, params: shop },
  deleteConnection: { ok: 204, params: () => ({ channelId: 'left' }) },
  connectAccount: {
    ok: 201,
    foreign: 404,
    params: () => ({ channelId: 'private' }),
    body: () => ({ name: 'x', properties }),
  },
  getAccount: { ok: 200, params: account },
  updateAccount: { ok: 200, params: account, body: () => ({ name: 'renamed' }) },
  validateAccount: {
    ok: 200,
    params: ({ spareAccountId }) => ({ channelId: 'shop', accountId: spareAccountId }),
  },
  deleteAccount: {
    ok: 204,
    params: ({ deletedAccountId }) => ({ channelId: 'shop', accountId: deletedAccountId }),
  },
  getChannelReadiness: { ok: 200, params: shop },
  listReadinessProducts: { ok: 200, params: shop },
  getProductReadiness: { ok: 409, params: () => ({ channelId: 'shop', productId: 'pen' }) },
  putOverrides: { ok: 409, params: () => ({ channelId: 'shop', productId: 'pen' }), body: () => ({}) },
  listOverrides: { ok: 200, params: shop },
  refreshReadiness: { ok: 409, params: shop },
  listChannelProducts: { ok: 200, params: shop },
  addChannelProducts: { ok: 200, params: shop, body: product },
  removeChannelProducts: { ok: 200, params: shop, body: () => ({ productIds: ['nothing'] }) },
  getProductStatus: { ok: 200, params: () => ({ channelId: 'shop', productId: 'pen' }) },
  listProductChannels: { ok: 200, params: pen },
  listChangedStatuses: { ok: 200, params: shop },
  getAutomaticSubmit: { ok: 200, params: shop, isPlain: true },
  putAutomaticSubmit: { ok: 200, params: shop, body: () => ({}) },
  submitProducts: { ok: 202, params: () => ({ channelId: 'second' }), body: product },
  withdrawProducts: { ok: 202, params: () => ({ channelId: 'second' }), body: product },
  listSubmissions: { ok: 200 },
  getSubmission: { ok: 200, params: submission },
  listSubmissionProducts: { ok: 200, params: submission },
  cancelSubmission: {
    ok: 200,
    params: ({ waitingSubmissionId }) => ({ submissionId: waitingSubmissionId }),
  },
  resubmitFailed: { ok: 202, params: submission, body: () => ({}) },
  pollEvents: { ok: 200, query: () => '?autoAck=false' },
  acknowledgeEvent: { ok: 200, params: ({ eventId }) => ({ eventId }) },
  reportAuthentication: {
    ok: 200,
    foreign: 404,
    body: ({ accountId }) => ({ clientId: 'acme', channelId: 'shop', accountId, status: 'SUCCESS' }),
  },
  listAdapterChannels: { ok: 200 },
  declareCapabilities: { ok: 200, foreign: 404, params: shop, body: () => ({ capabilities: [] }) },
  putAdapterStandard: { ok: 200, foreign: 404, params: shop, body: () => standardOf('plain') },
  getAdapterStandard: { ok: 200, foreign: 404, params: secretChannel },
  listAdapterStandardVersions: { ok: 200, foreign: 404, params: secretChannel },
  withdrawAdapterStandard: { ok: 409, foreign: 404, params: () => ({ channelId: 'shop', version: '1' }) },
  getDataStandard: { ok: 200, foreign: 404, params: secretStandard },
  listStandardAttributes: { ok: 200, foreign: 404, params: secretStandard },
  listStandardCategories: { ok: 200, foreign: 404, params: secretStandard },
  listStandardValues: { ok: 200, foreign: 404, params: () => ({ datastandardId: 'private', listId: 'colors' }) },
  listStandardVersions: { ok: 200, foreign: 404, params: secretStandard },
  listStandardChanges: {
    ok: 200,
    foreign: 404,
    params: secretStandard,
    query: () => '?from=1&to=1',
    isPlain: true,
  },
  getMapping: { ok: 200, params: shop },
  putMapping: { ok: 200, params: shop, body: mapping },
  putTargetMapping: {
    ok: 200,
    params: () => ({ channelId: 'shop', target: 'title' }),
    body: () => ({ entries: [{ target: 'title', value: '__NAME' }] }),
  },
  listMapEntries: { ok: 200, params: () => ({ channelId: 'shop', mapId: 'colors' }) },
  updateMapEntries: {
    ok: 200,
    params: () => ({ channelId: 'shop', mapId: 'colors' }),
    body: () => ({ entries: { blue: 'Blue' } }),
  },
  putMappingTable: {
    ok: 200,
    params: () => ({ channelId: 'shop', tableId: 'brands' }),
    body: () => ({ columns: ['key'], rows: [] }),
  },
  checkMapping: { ok: 200, params: shop, body: () => ({}) },
  publishMapping: { ok: 200, params: shop, body: () => ({}) },
  listMappingVersions: { ok: 200, params: shop },
  restoreMapping: { ok: 200, params: () => ({ channelId: 'shop', version: '1' }) },
  exportMapping: { ok: 200, params: shop },
  importMapping: { ok: 200, params: shop, body: mapping },
  getSubmissionHead: { ok: 200, params: submission },
  listSubmittedProducts: { ok: 200, params: submission },
  reportSubmission: { ok: 200, params: submission, body: () => ({ status: 'Sent' }) },
  getSubmittedContent: {
    ok: 403,
    params: () => ({ name: 'leaflet' }),
    query: ({ submissionId, tokenKeyId }) =>
      `?client=acme&submission=${submissionId}&asset=leaflet&key=${tokenKeyId}&expires=9999999999&signature=x`,
    withSecret: {
      ok: 200,
      params: ({ signedName }) => ({ name: signedName }),
      query: ({ signedQuery }) => signedQuery,
    },
  },
};

const operation: Record<string, Entry> = {
  createAdapter: { ok: 409, body: () => ({ adapterId: 'shop', name: 'x' }) },
  listAdapters: { ok: 200, isPlain: true },
  getAdapter: { ok: 200, params: adapter, isPlain: true },
  updateAdapter: { ok: 200, params: adapter, body: () => ({ name: 'x' }) },
  deleteAdapter: { ok: 409, params: adapter },
  listAdapterStreams: { ok: 200, isPlain: true },
  listAdapterEvents: { ok: 200, params: adapter },
  replayEvent: { ok: 200, params: ({ eventId }) => ({ adapterId: 'shop', eventId }) },
  createChannel: { ok: 409, body: () => ({ channelId: 'shop', adapterId: 'shop', name: 'x' }) },
  listChannels: { ok: 200 },
  getChannel: { ok: 200, params: () => ({ channelId: 'private' }) },
  updateChannel: { ok: 200, params: shop, body: () => ({ batchSize: 10 }) },
  deleteChannel: { ok: 409, params: shop },
  putChannelStandard: { ok: 200, params: shop, body: () => standardOf('plain') },
  getChannelStandard: { ok: 200, params: secretChannel },
  listChannelStandardVersions: { ok: 200, params: secretChannel },
  withdrawChannelStandard: { ok: 409, params: () => ({ channelId: 'shop', version: '1' }) },
  createKey: { ok: 201, body: () => ({ kind: 'operator', name: 'x' }) },
  listKeys: { ok: 200 },
  revokeKey: { ok: 200, params: key },
  rotateKey: { ok: 409, params: key, body: () => ({}) },
  createClient: { ok: 409, body: () => ({ clientId: 'acme', name: 'x' }) },
  listClients: { ok: 200 },
  getClientUsage: { ok: 200, params: () => ({ clientId: 'acme' }), isPlain: true },
  getOwnUsage: { ok: 200, isPlain: true },
  putQuotas: { ok: 200, params: () => ({ clientId: 'acme' }), body: () => ({}) },
  startClientDeletion: { ok: 400, params: () => ({ clientId: 'acme' }), body: () => ({ clientId: 'not acme' }) },
  getClientDeletion: { ok: 404, params: () => ({ clientId: 'acme' }), isPlain: true },
  listClientDeletions: { ok: 200, isPlain: true },
  createClientArchive: { ok: 202, params: () => ({ clientId: 'acme' }) },
  listClientArchives: { ok: 200, params: () => ({ clientId: 'acme' }), isPlain: true },
  getArchiveFile: {
    ok: 403,
    params: () => ({ name: 'acme.tar.gz' }),
    query: () => '?client=acme&archive=00000000-0000-7000-8000-000000000000&expires=9999999999&signature=x',
  },
  removeSecondFactor: { ok: 204, params: member },
  listAuditEvents: { ok: 200 },
  listClientAuditEvents: { ok: 200 },
  exportAuditEvents: { ok: 200 },
  exportClientAuditEvents: { ok: 200 },
  putClientSecondFactorDemand: { ok: 200, params: () => ({ clientId: 'acme' }), body: () => ({ needed: false }) },
  listIdentityProviders: { ok: 200, isPlain: true },
  createIdentityProvider: { ok: 400, body: () => ({}) },
  changeIdentityProvider: { ok: 400, params: () => ({ providerId: 'unknown' }), body: () => ({}) },
  deleteIdentityProvider: { ok: 404, params: () => ({ providerId: 'unknown' }) },
  testIdentityProvider: { ok: 404, params: () => ({ providerId: 'unknown' }) },
  verifyAuditLog: { ok: 200, isPlain: true },
  listAuditChains: { ok: 200, isPlain: true },
  listPeople: { ok: 200 },
  inviteToClient: { ok: 201, body: () => ({ clientId: 'acme', email: 'x@example.com', role: 'viewer' }) },
  createOperator: { ok: 201, body: () => ({ email: 'new-operator@example.com', name: 'New' }) },
  changePerson: { ok: 200, params: spareMember, body: () => ({ name: 'Renamed' }) },
  deletePerson: { ok: 204, params: ({ deletedPersonId }) => ({ personId: deletedPersonId }) },
  endPersonSessions: { ok: 204, params: spareMember },
  createPasswordLink: { ok: 201, params: spareMember },
  getMetrics: { ok: 200, isPlain: true },
};

const access: Record<string, Entry> = {
  issueToken: { ok: 401, form: unknownToken, withSecret: { ok: 200, form: knownToken } },
  issueRealmToken: {
    ok: 401,
    params: () => ({ realm: 'any' }),
    form: unknownToken,
    withSecret: { ok: 200, params: () => ({ realm: 'any' }), form: knownToken },
  },
  getTokenMetadata: { ok: 200, isPlain: true },
  getHealth: { ok: 200, isPlain: true },
  getSecurityContact: { ok: 404 },
  getReadiness: { ok: 200, isPlain: true },
  signIn: {
    ok: 400,
    body: () => ({}),
    withSecret: { ok: 200, body: () => ({ email: emailOf('owner'), password: goodPassword }) },
  },
  enterCode: { ok: 400, body: () => ({ code: '' }) },
  startPasskeySignIn: { ok: 200 },
  signInWithPasskey: { ok: 401, body: () => ({ response: {} }) },
  listSignInProviders: { ok: 200, isPlain: true },
  startProviderSignIn: { ok: 404, body: () => ({ providerId: 'unknown' }) },
  endProviderSignIn: { ok: 303 },
  openPasswordLink: {
    ok: 404,
    body: unknownLink,
    withSecret: { ok: 200, body: ({ passwordSecret }) => ({ secret: passwordSecret }) },
  },
  setPassword: {
    ok: 404,
    body: () => ({ secret: 'unknown', password: newPassword }),
    withSecret: { ok: 204, body: ({ passwordSecret }) => ({ secret: passwordSecret, password: newPassword }) },
  },
  // e-mail is not configured here, so the request is refused
  requestPasswordLink: { ok: 409, body: () => ({ email: emailOf('owner') }) },
  openInvitation: {
    ok: 404,
    body: unknownLink,
    withSecret: { ok: 200, body: ({ invitationSecret }) => ({ secret: invitationSecret }) },
  },
  acceptInvitation: {
    ok: 404,
    body: () => ({ secret: 'unknown', name: 'x', password: newPassword }),
    withSecret: {
      ok: 200,
      body: ({ acceptedSecret }) => ({ secret: acceptedSecret, name: 'x', password: newPassword }),
    },
  },
  getSession: { ok: 200 },
  signOut: { ok: 204, endsSessionOf: 'a viewer' },
  changePassword: {
    ok: 204,
    body: () => ({ currentPassword: goodPassword, newPassword }),
    endsSessionOf: 'an owner who names no client',
  },
  getSecondFactor: { ok: 200, isPlain: true },
  listPasskeys: { ok: 200, isPlain: true },
  startPasskey: { ok: 200 },
  createPasskey: { ok: 400, body: () => ({}) },
  renamePasskey: { ok: 404, params: () => ({ passkeyId: 'unknown' }), body: () => ({ name: 'x' }) },
  deletePasskey: { ok: 404, params: () => ({ passkeyId: 'unknown' }) },
  getSecondFactorDemand: { ok: 200, isPlain: true },
  putSecondFactorDemand: { ok: 200, body: () => ({ needed: false }) },
  startSecondFactor: { ok: 201, body: password },
  confirmSecondFactor: { ok: 400, body: () => ({ code: '' }) },
  replaceRecoveryCodes: { ok: 409, body: password },
  endSecondFactor: { ok: 204, body: password, endsSessionOf: 'a spare owner' },
  listSessions: { ok: 200, isPlain: true },
  endSession: { ok: 204, foreign: 204, params: ({ sessionId }) => ({ sessionId }) },
  endAllSessions: { ok: 204, endsSessionOf: 'an editor' },
  joinClient: { ok: 404, body: unknownLink },
  listInvitations: { ok: 200 },
  inviteMember: { ok: 201, body: () => ({ email: 'new@example.com', role: 'viewer' }) },
  cancelInvitation: { ok: 204, params: ({ invitationId }) => ({ invitationId }) },
  createMemberPasswordLink: { ok: 201, params: member },
  listMembers: { ok: 200 },
  listNotices: { ok: 200, isPlain: true },
  countUnreadNotices: { ok: 200, isPlain: true },
  markNoticesRead: {
    ok: 204,
    body: () => ({ notices: [{ noticeId: '00000000-0000-4000-8000-000000000000', count: 1 }] }),
  },
  getNoticeSettings: { ok: 200 },
  putNoticeSettings: {
    ok: 200,
    body: () => ({
      ways: Object.fromEntries(noticeKinds.map((kind) => [kind, 'inbox'])),
      silentMinutes: 60,
      language: 'en',
      timeZone: 'UTC',
      digestHour: 7,
    }),
  },
  changeMember: { ok: 200, params: spareMember, body: () => ({ role: 'viewer' }) },
  removeMember: { ok: 204, params: spareMember },
  createArchive: { ok: 202 },
  listArchives: { ok: 200, isPlain: true },
  listClientKeys: { ok: 200 },
  createClientKey: { ok: 201, body: () => ({ name: 'x', scopes: ['import'] }) },
  revokeClientKey: { ok: 200, params: key },
  rotateClientKey: { ok: 409, params: key, body: () => ({}) },
};

/** A request for every operation of the contract. Deletions are requested for objects that no other operation needs. */
export const permissionTable: Readonly<Record<string, Entry>> = { ...data, ...channels, ...operation, ...access };
