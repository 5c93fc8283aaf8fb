import { z } from 'zod';
import { count, innerProblem, nothing, text, variant } from './param-schemas.ts';

/** Problems of requests for something that does not exist. */
export const unknownParams = {
  'unknown-cursor': z.object({
    parameter: text,
    expected: z.enum(['next', 'jobRef', 'submissionId', 'eventId', 'connection']),
  }),
  'cursor-expired': z.object({ parameter: text }),
  'not-found': z.discriminatedUnion('kind', [
    variant('address', { method: text, path: text }),
    variant('files-gone'),
    variant('thumbnail'),
    variant('encoding'),
    variant('too-long'),
  ]),
  'unknown-feed': z.object({ feedId: text }),
  'unknown-product': z.discriminatedUnion('kind', [
    variant('catalog', { productId: text }),
    variant('channel', { productId: text }),
    variant('submission', { productId: text }),
  ]),
  'unknown-attribute': z.object({ attribute: text }),
  'unknown-job': z.discriminatedUnion('kind', [
    variant('import', { jobRef: text }),
    variant('deletion', { deletionId: text }),
    variant('definition-change', { changeId: text }),
  ]),
  'unknown-client': z.discriminatedUnion('kind', [
    variant('missing', { clientId: text }),
    variant('not-a-member', { clientId: text }),
  ]),
  'unknown-person': z.object({ personId: text, clientId: text.nullable() }),
  'unknown-key': z.object({ keyId: text }),
  'unknown-asset': z.discriminatedUnion('kind', [
    variant('missing', { assetId: text }),
    variant('not-referenced', { assetId: text }),
  ]),
  'unknown-adapter': z.object({ adapterId: text }),
  'unknown-channel': z.object({ channelId: text }),
  'unknown-account': z.object({ accountId: text }),
  'unknown-connection': z.object({ channelId: text }),
  'unknown-event': z.discriminatedUnion('kind', [variant('stream'), variant('account', { eventId: text })]),
  'unknown-submission': z.object({ submissionId: text }),
};

/** Problems of requests that lack a permission. */
export const accessParams = {
  'invalid-client': nothing,
  'unsupported-grant-type': nothing,
  unauthorized: z.discriminatedUnion('kind', [
    variant('missing'),
    variant('unreadable'),
    variant('wrong'),
    variant('ended'),
    variant('person'),
    variant('person-gone'),
  ]),
  'sign-in-failed': z.discriminatedUnion('kind', [variant('wrong'), variant('person-gone'), variant('old-password')]),
  'key-in-query': z.object({ parameter: text }),
  forbidden: z.discriminatedUnion('kind', [
    variant('key-kind', { needed: text, found: text }),
    variant('scope', { scope: text, scopes: z.array(text) }),
    variant('owner', { clientId: text, role: text }),
    variant('viewer', { clientId: text }),
    variant('operator'),
    variant('client-header'),
    variant('adapter-key'),
    variant('other-site'),
    variant('other-site-sign-in'),
    variant('signature'),
    variant('expired'),
  ]),
};

/** Problems of requests that conflict with the current state, and internal problems of the service. */
export const stateParams = {
  'malformed-request': nothing,
  'request-timeout': nothing,
  'headers-too-large': nothing,
  'method-not-allowed': z.object({ path: text, method: text, allowed: z.array(text) }),
  'already-exists': z.discriminatedUnion('kind', [
    variant('client', { clientId: text }),
    variant('member', { email: text, clientId: text }),
    variant('adapter', { adapterId: text }),
    variant('channel', { channelId: text }),
  ]),
  'attribute-in-use': z.object({ attribute: text, count }),
  'asset-in-use': z.object({ count }),
  'idempotency-in-progress': z.object({ jobRef: text }),
  'idempotency-key-reused': nothing,
  'count-differs': z.discriminatedUnion('kind', [
    variant('deletion', { count, expected: count }),
    variant('submission', { count, expected: count }),
  ]),
  'not-possible-now': z.discriminatedUnion('kind', [
    variant('definitions-locked'),
    variant('definition-change-running'),
    variant('definition-change-cancelled'),
    variant('definition-change-state', { status: text }),
    variant('account-state', { account: text, state: text }),
    variant('no-account'),
    variant('submission-fetched'),
    variant('submission-expired'),
    variant('asset-uploaded'),
    variant('asset-downloading'),
    variant('asset-empty', { status: text }),
    variant('composite'),
    variant('adapter-in-use'),
    variant('channel-in-use'),
    variant('key-ended', { keyId: text }),
    variant('last-owner'),
    variant('product-exists', { productId: text }),
    variant('not-defined', { attributes: z.array(text) }),
  ]),
  'range-not-satisfiable': z.object({ bytes: count }),
  'invalid-definitions': z.object({ count }),
  'invalid-values': z.discriminatedUnion('kind', [
    variant('account', { problems: z.array(innerProblem) }),
    variant('report', { count }),
  ]),
  'too-many-requests': z.discriminatedUnion('kind', [
    variant('exports', { max: count }),
    variant('sign-ins'),
    variant('key'),
  ]),
  'internal-error': z.discriminatedUnion('kind', [variant('request', { requestId: text }), variant('import')]),
  unavailable: z.discriminatedUnion('kind', [
    variant('starting'),
    variant('migrations', { missing: z.array(text) }),
    variant('database'),
    variant('store'),
    variant('import'),
    variant('file-lost'),
    variant('shutting-down'),
  ]),
  interrupted: nothing,
  required: z.object({ field: text }),
  pattern: z.object({ field: text, pattern: text, explanation: text.nullable() }),
  'unknown-field': z.object({ field: text }),
};
