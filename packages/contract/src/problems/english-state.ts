import type { StateCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { json } from '../text/short-text.ts';

const quotaNames = {
  products: 'products',
  fileBytes: 'bytes of files',
  bodyBytes: 'bytes of waiting imports',
  keys: 'keys',
  events: 'unacknowledged events',
};

export const englishState: Pick<ProblemSentences, StateCode> = {
  'malformed-request': () => 'What arrived is not an HTTP/1.1 request.',
  'request-timeout': {
    headers: () => 'The headers of the request did not arrive in time.',
    body: ({ seconds }) => `The body of the request did not arrive within ${seconds} seconds.`,
    'slow-body': ({ bytes, seconds }) =>
      `The body arrived too slowly: at least ${bytes} bytes per second are required, on average over ${seconds} seconds.`,
  },
  'headers-too-large': () => 'The headers of a request, including its path, may have at most 64 kB.',
  'method-not-allowed': ({ path, method, allowed }) => `${path} supports ${allowed.join(', ')}, not ${method}.`,
  'already-exists': {
    client: ({ clientId }) => `The client ${clientId} already exists.`,
    member: ({ email, clientId }) => `${email} is already a member of ${clientId}; change the role instead.`,
    person: ({ email }) => `${email} already has a login here.`,
    adapter: ({ adapterId }) => `The adapter ${adapterId} already exists.`,
    channel: ({ channelId }) => `The channel ${channelId} already exists.`,
    asset: ({ assetId }) => `The asset ${json(assetId)} already exists.`,
    provider: ({ providerId }) => `The identity provider ${providerId} already exists.`,
    'provider-domain': ({ domain }) => `Another identity provider is already responsible for ${domain}.`,
  },
  'provider-unusable': {
    address: ({ provider, issuer }) =>
      `${provider} is at ${issuer}, which is not allowed: use HTTPS and a public address, or ask the operator to allow the private one with PIMENTO_ISSUER_ALLOW.`,
    unreachable: ({ provider, issuer }) => `${provider} cannot be reached at ${issuer}. Try again later.`,
    answer: ({ provider, issuer }) =>
      `${issuer} does not respond as an OpenID Connect provider of that name. Check the issuer of ${provider}.`,
    secret: ({ provider }) =>
      `The secret of ${provider} was stored under another secret key. An operator must enter it again.`,
  },
  'attribute-in-use': ({ attribute, count }) =>
    `${count === 1 ? '1 product has' : `${count} products have`} a value for "${attribute}".`,
  'asset-in-use': ({ count }) => `${count === 1 ? '1 product refers' : `${count} products refer`} to this asset.`,
  'idempotency-in-progress': ({ jobRef }) => `The first request is still being handled as job ${jobRef}.`,
  'idempotency-key-reused': () => 'This Idempotency-Key was used for a request with other parameters or another body.',
  'count-differs': {
    deletion: ({ count, expected }) =>
      `Nothing was deleted: ${count} products match now, but ${expected} matched when they were counted.`,
    'bulk-edit': ({ count, expected }) =>
      `Nothing was changed: ${count} products match now, but ${expected} matched when they were counted.`,
    submission: ({ count, expected }) =>
      `Nothing was submitted: ${count} products match now, but ${expected} matched when they were counted.`,
    marking: ({ count, expected }) =>
      `No product was marked: ${count} products match now, but ${expected} matched when they were counted.`,
  },
  'not-possible-now': {
    'definitions-locked': () => 'The definitions are locked by an import or another change. Try again when it is done.',
    'standard-version': ({ version }) =>
      `Version ${version} cannot be withdrawn: only the current version can, and only if there is an earlier one with different content.`,
    'definition-change-running': () =>
      'The stored values are still being checked; nothing has changed yet. The change continues in the background: request its state, or send the same definitions again later.',
    'definition-change-cancelled': () => 'The definition change was cancelled; nothing has changed.',
    'definition-change-state': ({ status }) =>
      `The definition change is ${status}; only one that is Checking can be cancelled.`,
    'account-state': ({ account, state }) => `The account ${json(account)} is not Connected but ${state}.`,
    'no-account': () => 'No account on this channel is Connected.',
    'invalid-not-allowed': ({ channelId }) =>
      `The channel ${json(channelId)} does not allow products that do not fulfil its data standard.`,
    'submission-fetched': () => 'The adapter has already fetched this submission; it can no longer be cancelled.',
    'submission-expired': () => 'This submission ended so long ago that its products are no longer kept.',
    'no-channel-shape': () =>
      'This submission has no channel shape, because no mapping was published when it was made. Request the import shape.',
    'asset-uploaded': () => 'This asset has no address to download from; upload it again.',
    'asset-downloading': () => 'This asset is being downloaded now.',
    'asset-empty': ({ status }) => `This asset has no content yet: it is ${status}.`,
    composite: () => 'A composite contains rows; convert one of the attributes inside it.',
    'adapter-in-use': () => 'The adapter serves channels; delete them first.',
    'channel-in-use': () => 'Clients are connected to the channel; they must disconnect first.',
    'key-ended': ({ keyId }) => `Key ${keyId} is revoked or expired; create a new one instead.`,
    'last-owner': () => 'This is the last owner; make another member an owner first.',
    'last-operator': () => 'This is the last operator who can sign in; make another person an operator first.',
    'known-person': () => 'There is already a login for this e-mail address. Sign in with it, then accept.',
    'person-elsewhere': () => 'You cannot create a password link for this member. An operator of the installation can.',
    'person-disabled': () => 'This person is disabled; enable them first.',
    'no-mail': () => 'This service sends no e-mail. Ask an owner or operator for a link.',
    'second-factor-on': () => 'Your second factor is already on. Turn it off first.',
    'second-factor-off': () => 'Your second factor is not on.',
    'too-many-passkeys': ({ max }) => `You already have ${max} passkeys; delete one first.`,
    'too-many-invitations': ({ max }) => `${max} invitations are already open; cancel some first.`,
    'product-exists': ({ productId }) => `There is a product ${json(productId)}.`,
    'not-defined': ({ attributes }) =>
      `Nothing was restored: ${attributes.map(json).join(', ')} ${attributes.length === 1 ? 'is no longer defined. Define it' : 'are no longer defined. Define them'} again first.`,
    'too-many-comments': ({ max }) => `There are already ${max} comments, which is the maximum. Delete some first.`,
    'too-many-views': ({ max }) => `There are already ${max} views, which is the maximum. Delete some first.`,
    'order-being-built': ({ field, percent }) =>
      `The index for ${json(field)} is being built for the first time: ${percent}%. Try again in a few seconds.`,
    'too-many-orders': ({ max }) =>
      `${max} fields are indexed for sorting and filtering, which is the maximum. Use one of them, or try again in ten minutes.`,
    'too-many-mappings': ({ max }) => `A client can have at most ${max} file mappings. Delete some first.`,
    'too-many-sources': ({ max }) => `A client can have at most ${max} file sources. Delete some first.`,
    'mapping-in-use': ({ name, sources }) =>
      `The mapping ${json(name)} is used by the file sources ${sources.map(json).join(', ')}. Change or delete them first.`,
    'mapping-exists': ({ name }) => `There is already a mapping ${json(name)}. Choose another name.`,
    'import-ended': () => 'The import has already ended.',
    'import-not-cancellable': () =>
      'This import cannot be cancelled now: an atomic import is storing its products, or the body of the import is still arriving.',
    'too-many-files': ({ max }) => `A client can have at most ${max} uploaded files. Delete some first.`,
    'file-in-use': () => 'An import of the file is running. Wait until it has ended.',
    'import-running': () => 'The import is still running. Wait until it has ended.',
    'bulk-edit-running': () => 'The bulk edit is still running. Wait until it has ended, or cancel it.',
    'deletion-running': () => 'The deletion is still running. Wait until it has ended.',
    'restored-by-undo': () => 'The undo of a deletion cannot be undone. Delete the products again instead.',
    'nothing-to-undo': () => 'No product was changed, so there is nothing to undo.',
    undone: ({ editId }) => `It has already been undone by ${editId}.`,
    'created-deleted': ({ deletionId }) =>
      `The deletion ${deletionId} has already deleted the products that the import created.`,
    'only-created': () => 'The import only created products. To delete them, set "deleteCreated" to true.',
    'undo-too-late': ({ days }) => `A bulk edit can be undone for ${days} days after its end.`,
    'no-error-file': () => 'There is no error file: only imports of uploaded tables with rejected rows have one.',
  },
  'range-not-satisfiable': ({ bytes }) => `The content has ${bytes} bytes; none of them is in the range.`,
  'invalid-definitions': ({ count }) =>
    `Nothing was stored: the definitions have ${count === 1 ? 'a problem' : `${count} problems`}, listed in "errors".`,
  'invalid-values': {
    account: ({ problems }, say) =>
      `The account does not have what the channel asks for: ${problems.map(say).join(' ')}`,
    report: ({ count }) =>
      `Nothing was stored: ${count === 1 ? 'the item was' : `all ${count} items were`} refused, as listed in "errors".`,
    overrides: ({ count }) =>
      `Nothing was stored: the data standard does not have ${count === 1 ? 'a name' : `${count} names`} in the request, listed in "errors".`,
  },
  'quota-exceeded': ({ quota, max, used }) =>
    `This client may store ${max} ${quotaNames[quota]} and has ${used}. Delete what is not needed, or ask the operator for more.`,
  'query-too-slow': ({ seconds }) =>
    `The query was stopped after ${seconds} seconds. Use fewer or narrower conditions, or count with "countWithin".`,
  'too-many-requests': {
    exports: ({ max }) => `${max} exports are already running. Try again shortly.`,
    codes: () => 'Too many wrong codes. Wait 15 minutes, then try again.',
    mails: ({ max }) => `${max} e-mails were sent to this address within a day. Try again tomorrow.`,
    imports: ({ max }) => `${max} imports of this client are already waiting. Try again when they are done.`,
    'bulk-edits': ({ max }) => `${max} bulk edits of this client are already running. Try again when one has ended.`,
    'sign-ins': () => 'Too many sign-ins have failed here. Wait as long as Retry-After states, then try again.',
    passwords: () => 'Too many people are signing in right now. Try again shortly.',
    credentials: () =>
      'Too many requests with a wrong credential came from this address. Wait as long as Retry-After states.',
    waiting: () => 'Too many requests are waiting. Send fewer at once, and try again shortly.',
    key: () => 'Too many requests with this key. Wait as long as Retry-After states.',
  },
  'internal-error': {
    request: ({ requestId }) => `Something went wrong on our side. Give this request id to your operator: ${requestId}`,
    import: () => 'The import stopped because of a fault on our side.',
    export: () => 'The export stopped because of a fault on our side. Try again.',
    'automatic-submit': () => 'The run failed with an internal error and will be tried again.',
  },
  unavailable: {
    starting: () => 'The first start is not complete yet.',
    migrations: ({ missing }) => `Migrations are missing: ${missing.join(', ')}.`,
    database: () => 'The database cannot be reached right now. Try again shortly.',
    connections: () => 'The database accepts no more connections right now. Try again shortly.',
    locked: () => 'Another transaction holds a lock that this request needs. Try again shortly.',
    store: () => 'The file store cannot be reached right now. Try again shortly.',
    import: () => 'The connection to the database was lost during the import. Send the body again.',
    'file-lost': () => 'The file was lost while it was being stored. Send it again.',
    'shutting-down': () => 'The service is shutting down.',
  },
  'storage-full': {
    database: () => 'The disk of the database is full. Nothing was stored; try again when there is space.',
    files: () => 'The disk for files is full. Nothing was stored; try again when there is space.',
    import: () =>
      'The disk of the database became full during the import. What was processed by then is stored; send the body again when there is space.',
  },
  interrupted: () =>
    'The service stopped during the import. What was processed by then is stored; send the body again to complete it.',
  cancelled: () => 'It was cancelled. Products that were changed before remain changed.',
  required: ({ field }) => `${field} is required.`,
  pattern: ({ field, pattern, explanation }) => explanation ?? `${field} does not match ${pattern}.`,
  'unknown-field': ({ field }) => `The channel has no field ${json(field)}.`,
};
