import type { StateCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';

const json = (text: string) => JSON.stringify(text);

const quotaNames = {
  products: 'products',
  fileBytes: 'bytes of files',
  bodyBytes: 'bytes of waiting imports',
  keys: 'keys',
  events: 'unacknowledged events',
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
    asset: ({ assetId }) => `There is an asset ${json(assetId)} already.`,
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
    'bulk-edit': ({ count, expected }) =>
      `Nothing was changed: ${count} products match now, not ${expected} as when they were counted.`,
    submission: ({ count, expected }) =>
      `Nothing was submitted: ${count} products match now, not ${expected} as when they were counted.`,
  },
  'not-possible-now': {
    'definitions-locked': () => 'The definitions are held by an import or another change. Try again when it is done.',
    'standard-version': ({ version }) =>
      `Version ${version} cannot be withdrawn: only the current version can be, if there is an earlier one with other content.`,
    'definition-change-running': () =>
      'The stored values are still being checked; nothing has changed yet. The change goes on in the background: ask for its state, or send the same definitions again later.',
    'definition-change-cancelled': () => 'The change of definitions was cancelled; nothing has changed.',
    'definition-change-state': ({ status }) =>
      `The change of definitions is ${status}; only one that is Checking can be cancelled.`,
    'account-state': ({ account, state }) => `The account ${json(account)} is not Connected but ${state}.`,
    'no-account': () => 'No account on this channel is Connected.',
    'invalid-not-allowed': ({ channelId }) =>
      `The channel ${json(channelId)} does not allow products that do not fulfil its data standard.`,
    'submission-fetched': () => 'The adapter has fetched this submission already; it can no longer be cancelled.',
    'submission-expired': () => 'This submission ended so long ago that its products are no longer kept.',
    'no-channel-shape': () =>
      'This submission has no channel shape, because no mapping was published when it was made. Request the import shape.',
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
    'too-many-comments': ({ max }) => `There are already ${max} comments, which is the maximum. Delete some first.`,
    'too-many-views': ({ max }) => `There are already ${max} views, which is the maximum. Delete some first.`,
    'order-being-built': ({ field, percent }) =>
      `The index for ${json(field)} is being built for the first time: ${percent} %. Try again in a few seconds.`,
    'too-many-orders': ({ max }) =>
      `${max} fields are indexed for sorting and filtering, which is the maximum. Use one of them, or try again in ten minutes.`,
    'too-many-mappings': ({ max }) => `A client has at most ${max} mappings of files. Delete some first.`,
    'too-many-sources': ({ max }) => `A client has at most ${max} sources of files. Delete some first.`,
    'mapping-in-use': ({ name, sources }) =>
      `The mapping ${json(name)} is used by the sources of files ${sources.map(json).join(', ')}. Change or delete them first.`,
    'mapping-exists': ({ name }) => `There is a mapping ${json(name)} already. Choose another name.`,
    'import-ended': () => 'The import has ended already.',
    'import-not-cancellable': () =>
      'This import cannot be cancelled now: an atomic import is storing its products, or the body of the import is still arriving.',
    'too-many-files': ({ max }) => `A client keeps at most ${max} uploaded files. Delete some first.`,
    'file-in-use': () => 'An import of the file is running. Wait until it has ended.',
    'import-running': () => 'The import is still running. Wait until it has ended.',
    'bulk-edit-running': () => 'The bulk edit is still running. Wait until it has ended, or cancel it.',
    'nothing-to-undo': () => 'No product was changed, so there is nothing to undo.',
    undone: ({ editId }) => `It was undone by ${editId} already.`,
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
      `Nothing was stored: the data standard does not have ${count === 1 ? 'a name' : `${count} names`} of the request, listed in "errors".`,
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
    'bulk-edits': ({ max }) => `${max} bulk edits of this client are running already. Try again when one has ended.`,
    'sign-ins': () => 'Too many sign-ins failed here. Wait as Retry-After says, then try again.',
    passwords: () => 'Too many people are signing in right now. Try again shortly.',
    credentials: () => 'Too many requests with a wrong credential came from this address. Wait as Retry-After says.',
    waiting: () => 'Too many requests are waiting. Send fewer at once, and try again shortly.',
    key: () => 'Too many requests with this key. Wait as Retry-After says.',
  },
  'internal-error': {
    request: ({ requestId }) => `Something went wrong on our side. Give this request id to your operator: ${requestId}`,
    import: () => 'The import stopped because of a fault on our side.',
    export: () => 'The export stopped because of a fault on our side. Try again.',
  },
  unavailable: {
    starting: () => 'The first start is not complete yet.',
    migrations: ({ missing }) => `Migrations are missing: ${missing.join(', ')}.`,
    database: () => 'The database cannot be reached right now. Try again shortly.',
    connections: () => 'The database accepts no more connections right now. Try again shortly.',
    locked: () => 'Another transaction holds a lock that this request needs. Try again shortly.',
    store: () => 'The store of files cannot be reached right now. Try again shortly.',
    import: () => 'The database went away during the import. Send the body again.',
    'file-lost': () => 'The file was lost while it was being stored. Send it again.',
    'shutting-down': () => 'The service is shutting down.',
  },
  'storage-full': {
    database: () => 'The disk of the database is full. Nothing was stored; try again when there is room.',
    files: () => 'The disk for files is full. Nothing was stored; try again when there is room.',
    import: () =>
      'The disk of the database became full during the import. What was handled until then is stored; send the body again when there is room.',
  },
  interrupted: () =>
    'The service stopped during the import. What was handled until then is stored; send the body again to complete it.',
  cancelled: () => 'It was cancelled. Products that were changed before remain changed.',
  required: ({ field }) => `${field} is needed.`,
  pattern: ({ field, pattern, explanation }) => explanation ?? `${field} does not match ${pattern}.`,
  'unknown-field': ({ field }) => `The channel has no field ${json(field)}.`,
};
