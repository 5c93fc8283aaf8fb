import type { AccessCode, StateCode, UnknownCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';

const json = (text: string) => JSON.stringify(text);

const forms =
  'Send "Authorization: Bearer <secret or token>", "Authorization: Basic base64(keyId:secret)", or the bare secret as "Authorization: <secret>".';

const cursors = {
  next: 'must be what the page before ends with',
  jobRef: 'must be the jobRef of a job',
  submissionId: 'must be the submissionId of a submission',
  eventId: 'is no eventId that this adapter was ever given',
  connection: 'is no `next` of this connection, which may have been left and joined again: begin without it',
};

export const englishUnknown: Pick<ProblemSentences, UnknownCode> = {
  'unknown-cursor': ({ parameter, expected }) => `${parameter} ${cursors[expected]}.`,
  'cursor-expired': ({ parameter }) =>
    `The changes after this cursor are no longer kept: it is older than 30 days, or the database was restored. Begin again without ${parameter}: the answer lists all products first. Delete the products that you have and that are not listed.`,
  'not-found': {
    address: ({ method, path }) => `There is nothing at ${method} ${path}.`,
    'archive-gone': () => 'This archive is no longer kept; create a new one.',
    'files-gone': () => 'This submission was cancelled, or it ended so long ago that its files are no longer kept.',
    withdrawals: ({ channelId }) => `The channel ${channelId} cannot withdraw products.`,
    thumbnail: () => 'There is no thumbnail of this asset.',
    encoding: () => 'The path holds an invalid percent-encoding.',
    'too-long': () => 'A part of the path is too long.',
  },
  'unknown-feed': ({ feedId }) => `There is no feed ${feedId}; the only one is master.`,
  'unknown-product': {
    catalog: ({ productId }) => `There is no product ${json(productId)}.`,
    channel: ({ productId }) => `There is no product ${json(productId)} on this channel.`,
    submission: ({ productId }) => `The submission holds no product ${json(productId)}.`,
  },
  'unknown-attribute': ({ attribute }) => `There is no attribute "${attribute}".`,
  'unknown-job': {
    import: ({ jobRef }) => `There is no import job ${jobRef}.`,
    deletion: ({ deletionId }) => `There is no deletion ${json(deletionId)}.`,
    'definition-change': ({ changeId }) => `There is no change of definitions ${json(changeId)}.`,
  },
  'unknown-client': {
    missing: ({ clientId }) => `There is no client ${json(clientId)}.`,
    'not-a-member': ({ clientId }) => `You are not a member of a client ${json(clientId)}.`,
  },
  'unknown-person': ({ personId, clientId }) =>
    `No person with the id ${personId} is a member of ${clientId ?? 'this client'}.`,
  'unknown-link': {
    used: () => 'This link was used, replaced or cancelled, or its 24 hours are over. Ask for a new one.',
    cancelled: () => 'There is no such invitation; it may have been accepted or cancelled.',
  },
  'unknown-passkey': ({ passkeyId }) => `You have no passkey ${json(passkeyId)}.`,
  'unknown-provider': ({ providerId }) => `There is no identity provider ${json(providerId)}.`,
  'no-provider': ({ domain }) =>
    `No identity provider answers for e-mail addresses of ${json(domain)}. Sign in with your password.`,
  'unknown-key': ({ keyId }) => `There is no key ${keyId}.`,
  'unknown-asset': {
    missing: ({ assetId }) => `There is no asset ${json(assetId)}.`,
    'not-referenced': ({ assetId }) =>
      `There is no asset ${json(assetId)} that a product refers to. Import the product that names it first.`,
  },
  'unknown-adapter': ({ adapterId }) => `There is no adapter ${json(adapterId)}.`,
  'unknown-channel': ({ channelId }) => `There is no channel ${json(channelId)}.`,
  'unknown-account': ({ accountId }) => `There is no account ${json(accountId)} on this channel.`,
  'unknown-connection': ({ channelId }) => `You are not connected to the channel ${json(channelId)}.`,
  'unknown-event': {
    stream: () => 'There is no such event in the stream of this adapter.',
    account: ({ eventId }) => `This account has no AUTHENTICATION_EVENT ${json(eventId)}.`,
  },
  'unknown-submission': ({ submissionId }) => `There is no submission ${json(submissionId)}.`,
};

export const englishAccess: Pick<ProblemSentences, AccessCode> = {
  'invalid-client': () => 'client_id must be a keyId and client_secret its secret, as form fields or as Basic.',
  'invalid-scope': ({ scope, scopes }) =>
    `Your key does not have the scope "${scope}"; ${scopes.length === 0 ? 'it has no scopes' : `it has: ${scopes.join(', ')}`}.`,
  'unsupported-grant-type': () => 'grant_type must be client_credentials.',
  unauthorized: {
    missing: () => `A credential is needed. ${forms}`,
    unreadable: () => `The Authorization header has no form that is known here. ${forms}`,
    wrong: () => `The credential is wrong, revoked or expired. ${forms}`,
    ended: () => 'The key was revoked, deleted or expired while the request was running.',
    person: () => 'Sign in first: this is for people, and a key does not open it.',
    'person-gone': () => 'This person is gone.',
  },
  'sign-in-failed': {
    wrong: () =>
      'E-mail address or password is wrong. If you forgot the password, ask an owner or operator for a link.',
    'person-gone': () => 'This person is gone.',
    code: () => 'The code is wrong. Codes of the app change every 30 seconds, and a recovery code works once.',
    'code-too-late': () => 'Enter e-mail address and password again: this sign-in took too long or had too many codes.',
    password: () => 'The password is wrong; nothing was changed.',
    'old-password': () => 'The present password is wrong; nothing was changed.',
    'no-password': () => 'You have no password. Protect your sign-in with a passkey instead.',
    passkey: () => 'The passkey was not accepted. Try again.',
    'not-recent': () => 'Sign in again first: a passkey can be added within an hour after signing in.',
    'old-password-often': () => 'The present password was wrong too often; nothing was changed. Sign in again.',
  },
  'single-sign-on-required': ({ provider }) =>
    `People with this e-mail domain sign in with ${provider} only, not with a password or passkey.`,
  'weak-password': {
    guessable: () => 'This password is easy to guess. Use several unrelated words, or let a password manager choose.',
    personal: () => 'This password contains your name or e-mail address and is easy to guess. Choose another one.',
  },
  'second-factor-needed': ({ clientId }) =>
    `${clientId} is open only to people who sign in with a second factor. Set up an authenticator app or a passkey in your profile, or sign in again with it.`,
  'key-in-query': ({ parameter }) =>
    `Query parameter "${parameter}" would put a credential into logs and is refused. ${forms}`,
  forbidden: {
    'key-kind': ({ needed, found }) => `This needs a key of kind ${needed}; yours is of kind ${found}.`,
    scope: ({ scope, scopes }) => `Your key lacks the scope "${scope}"; it has: ${scopes.join(', ')}.`,
    'key-address': ({ address }) => `Your key does not work from the address ${address}.`,
    owner: ({ clientId, role }) => `Only an owner of ${clientId} may do this; you are ${role}.`,
    viewer: ({ clientId }) => `A viewer of ${clientId} may read everything and change nothing; ask an owner for more.`,
    operator: () => 'Only an operator of this installation may do this.',
    'client-header': () => 'Name your client in the header Pimento-Client.',
    'adapter-key': () => 'This needs the key of an adapter.',
    'other-site': () => 'A session cookie writes only from the pages of this service; use a key instead.',
    'other-site-sign-in': () => 'People sign in from the console of this service, not from another site.',
    'password-change': () => 'Change your first password before you continue.',
    'other-person': ({ email }) => `This invitation is for ${email}. Sign in with that e-mail address.`,
    signature: () => 'The signature of this address is wrong.',
    expired: () => 'This address has expired; get the page of products again for a fresh one.',
    'link-expired': () => 'This address has expired; get the archive again for a fresh one.',
  },
};

const quotaNames = {
  products: 'products',
  fileBytes: 'bytes of files',
  bodyBytes: 'bytes of waiting imports',
  keys: 'keys',
};

export const englishState: Pick<ProblemSentences, StateCode> = {
  'malformed-request': () => 'What arrived is not a request of HTTP/1.1.',
  'request-timeout': {
    headers: () => 'The headers of the request did not arrive in time.',
    body: ({ seconds }) => `The body of the request did not arrive within ${seconds} seconds.`,
    'slow-body': ({ bytes, seconds }) =>
      `The body arrived too slowly: at least ${bytes} bytes a second are needed, on average over ${seconds} seconds.`,
  },
  'headers-too-large': () => 'The headers of a request, its path included, take at most 64 kB.',
  'method-not-allowed': ({ path, method, allowed }) => `${path} answers ${allowed.join(', ')}, not ${method}.`,
  'already-exists': {
    client: ({ clientId }) => `There is a client ${clientId} already.`,
    member: ({ email, clientId }) => `${email} is a member of ${clientId} already; change the role instead.`,
    person: ({ email }) => `${email} has a login here already.`,
    adapter: ({ adapterId }) => `There is an adapter ${adapterId} already.`,
    channel: ({ channelId }) => `There is a channel ${channelId} already.`,
    provider: ({ providerId }) => `There is an identity provider ${providerId} already.`,
    'provider-domain': ({ domain }) => `Another identity provider answers for ${domain} already.`,
  },
  'provider-unusable': {
    address: ({ provider, issuer }) =>
      `${provider} is at ${issuer}, which is not allowed: use HTTPS and a public address, or ask the operator to allow the private one with PIMENTO_ISSUER_ALLOW.`,
    unreachable: ({ provider, issuer }) => `${provider} cannot be reached at ${issuer}. Try again later.`,
    answer: ({ provider, issuer }) =>
      `${issuer} does not answer as an OpenID Connect provider of that name. Check the issuer of ${provider}.`,
    secret: ({ provider }) =>
      `The secret of ${provider} was stored under another secret key. An operator must enter it again.`,
  },
  'attribute-in-use': ({ attribute, count }) =>
    `${count === 1 ? '1 product holds' : `${count} products hold`} a value of "${attribute}".`,
  'asset-in-use': ({ count }) => `${count === 1 ? '1 product refers' : `${count} products refer`} to this asset.`,
  'idempotency-in-progress': ({ jobRef }) => `The first request is still being handled as job ${jobRef}.`,
  'idempotency-key-reused': () => 'This Idempotency-Key was used for a request with other parameters or another body.',
  'count-differs': {
    deletion: ({ count, expected }) =>
      `Nothing was deleted: ${count} products match now, not ${expected} as when they were counted.`,
    submission: ({ count, expected }) =>
      `Nothing was submitted: ${count} products match now, not ${expected} as when they were counted.`,
  },
  'not-possible-now': {
    'definitions-locked': () => 'The definitions are held by an import or another change. Try again when it is done.',
    'definition-change-running': () =>
      'The stored values are still being checked; nothing has changed yet. The change goes on in the background: ask for its state, or send the same definitions again later.',
    'definition-change-cancelled': () => 'The change of definitions was cancelled; nothing has changed.',
    'definition-change-state': ({ status }) =>
      `The change of definitions is ${status}; only one that is Checking can be cancelled.`,
    'account-state': ({ account, state }) => `The account ${json(account)} is not Connected but ${state}.`,
    'no-account': () => 'No account on this channel is Connected.',
    'submission-fetched': () => 'The adapter has fetched this submission already; it can no longer be cancelled.',
    'submission-expired': () => 'This submission ended so long ago that its products are no longer kept.',
    'asset-uploaded': () => 'This asset has no address to be downloaded from; upload it again.',
    'asset-downloading': () => 'This asset is being downloaded now.',
    'asset-empty': ({ status }) => `This asset has no content yet: it is ${status}.`,
    composite: () => 'A composite holds rows; convert one of the attributes inside it.',
    'adapter-in-use': () => 'The adapter serves channels; delete them first.',
    'channel-in-use': () => 'Clients are connected to the channel; they must leave it first.',
    'key-ended': ({ keyId }) => `Key ${keyId} is revoked or expired; make a new one instead.`,
    'last-owner': () => 'This is the last owner; make another member an owner first.',
    'last-operator': () => 'This is the last operator who can sign in; make another person an operator first.',
    'known-person': () => 'There is a login for this e-mail address already. Sign in with it, then accept.',
    'person-elsewhere': () => 'You cannot create a password link for this member. An operator of the installation can.',
    'person-disabled': () => 'This person is disabled; enable them first.',
    'no-mail': () => 'This service sends no e-mail. Ask an owner or operator for a link.',
    'second-factor-on': () => 'Your second factor is on already. Turn it off first.',
    'second-factor-off': () => 'Your second factor is not on.',
    'too-many-passkeys': ({ max }) => `You have ${max} passkeys already; delete one first.`,
    'too-many-invitations': ({ max }) => `${max} invitations are open already; cancel some first.`,
    'product-exists': ({ productId }) => `There is a product ${json(productId)}.`,
    'not-defined': ({ attributes }) =>
      `Nothing was restored: ${attributes.map(json).join(', ')} is not defined any more. Define it again first.`,
  },
  'range-not-satisfiable': ({ bytes }) => `The content has ${bytes} bytes; none of them is in the range.`,
  'invalid-definitions': ({ count }) =>
    `Nothing was stored: the definitions have ${count === 1 ? 'a problem' : `${count} problems`}, listed in "errors".`,
  'invalid-values': {
    account: ({ problems }, say) =>
      `The account does not have what the channel asks for: ${problems.map(say).join(' ')}`,
    report: ({ count }) =>
      `Nothing was stored: ${count === 1 ? 'the item was' : `all ${count} items were`} refused, as listed in "errors".`,
  },
  'quota-exceeded': ({ quota, max, used }) =>
    `This client may store ${max} ${quotaNames[quota]} and has ${used}. Delete what is not needed, or ask the operator for more.`,
  'query-too-slow': ({ seconds }) =>
    `The query was ended after ${seconds} seconds. Use fewer or narrower conditions, or count with "countWithin".`,
  'too-many-requests': {
    exports: ({ max }) => `${max} exports are running already. Try again shortly.`,
    codes: () => 'Too many wrong codes. Wait a quarter of an hour, then try again.',
    mails: ({ max }) => `${max} e-mails were sent to this address within a day. Try again tomorrow.`,
    imports: ({ max }) => `${max} imports of this client are waiting already. Try again when they are done.`,
    'sign-ins': () => 'Too many sign-ins failed here. Wait as Retry-After says, then try again.',
    passwords: () => 'Too many people are signing in right now. Try again shortly.',
    credentials: () => 'Too many requests with a wrong credential came from this address. Wait as Retry-After says.',
    waiting: () => 'Too many requests are waiting. Send fewer at once, and try again shortly.',
    key: () => 'Too many requests with this key. Wait as Retry-After says.',
  },
  'internal-error': {
    request: ({ requestId }) => `Something went wrong on our side. Give this request id to your operator: ${requestId}`,
    import: () => 'The import stopped because of a fault on our side.',
  },
  unavailable: {
    starting: () => 'The first start is not complete yet.',
    migrations: ({ missing }) => `Migrations are missing: ${missing.join(', ')}.`,
    database: () => 'The database cannot be reached right now. Try again shortly.',
    store: () => 'The store of files cannot be reached right now. Try again shortly.',
    import: () => 'The database went away during the import. Send the body again.',
    'file-lost': () => 'The file was lost while it was being stored. Send it again.',
    'shutting-down': () => 'The service is shutting down.',
  },
  interrupted: () =>
    'The service stopped during the import. What was handled until then is stored; send the body again to complete it.',
  required: ({ field }) => `${field} is needed.`,
  pattern: ({ field, pattern, explanation }) => explanation ?? `${field} does not match ${pattern}.`,
  'unknown-field': ({ field }) => `The channel has no field ${json(field)}.`,
};
