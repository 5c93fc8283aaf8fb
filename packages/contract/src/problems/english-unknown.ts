import type { UnknownCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { json } from '../text/short-text.ts';

const cursors = {
  next: 'must be the cursor that the previous page ended with',
  jobRef: 'must be the jobRef of a job',
  submissionId: 'must be the submissionId of a submission',
  commentId: 'must be the commentId of a comment',
  eventId: 'is not an eventId that this adapter has ever received',
  connection: 'is not a `next` of this connection, which may have been deleted and created again: start without it',
};

export const englishUnknown: Pick<ProblemSentences, UnknownCode> = {
  'unknown-cursor': ({ parameter, expected }) => `${parameter} ${cursors[expected]}.`,
  'cursor-expired': ({ parameter }) =>
    `The changes after this cursor are no longer kept: it is older than 30 days, or the database was restored. Start again without ${parameter}: the answer lists all products first. Delete the products on your side that are not listed.`,
  'not-found': {
    address: ({ method, path }) => `There is nothing at ${method} ${path}.`,
    'archive-gone': () => 'This archive is no longer kept; create a new one.',
    'files-gone': () =>
      'This submission was cancelled, its client has disconnected from the channel, or it ended so long ago that its files are no longer kept.',
    withdrawals: ({ channelId }) => `The channel ${channelId} cannot withdraw products.`,
    thumbnail: () => 'There is no thumbnail of this asset.',
    content: () => 'The file of this asset is missing from storage; upload it again.',
    encoding: () => 'The path contains an invalid percent-encoding.',
    'too-long': () => 'A part of the path is too long.',
  },
  'unknown-feed': ({ feedId }) => `There is no feed ${feedId}; the only one is master.`,
  'unknown-comment': ({ commentId }) => `There is no comment ${json(commentId)}; it may have been deleted.`,
  'unknown-view': ({ viewId }) => `There is no view ${json(viewId)} that you can see.`,
  'unknown-product': {
    catalog: ({ productId }) => `There is no product ${json(productId)}.`,
    channel: ({ productId }) => `There is no product ${json(productId)} on this channel.`,
    submission: ({ productId }) => `The submission does not contain the product ${json(productId)}.`,
  },
  'unknown-attribute': ({ attribute }) => `There is no attribute "${attribute}".`,
  'unknown-job': {
    import: ({ jobRef }) => `There is no import job ${jobRef}.`,
    deletion: ({ deletionId }) => `There is no deletion ${json(deletionId)}.`,
    'mapping-trial': ({ trialId }) =>
      `There is no trial ${json(trialId)} of this mapping, or a later one has replaced it.`,
    'bulk-edit': ({ editId }) => `There is no bulk edit ${json(editId)}.`,
    'definition-change': ({ changeId }) => `There is no definition change ${json(changeId)}.`,
  },
  'unknown-client': {
    missing: ({ clientId }) => `There is no client ${json(clientId)}.`,
    'not-deleted': ({ clientId }) => `Client ${json(clientId)} has not been deleted.`,
    'not-a-member': ({ clientId }) => `You are not a member of a client ${json(clientId)}.`,
  },
  'unknown-person': ({ personId, clientId }) =>
    `No person with the id ${personId} is a member of ${clientId ?? 'this client'}.`,
  'unknown-link': {
    used: () => 'This link has been used, replaced or cancelled, or its 24 hours are over. Ask for a new one.',
    cancelled: () => 'There is no such invitation; it may have been accepted or cancelled.',
  },
  'unknown-passkey': ({ passkeyId }) => `You have no passkey ${json(passkeyId)}.`,
  'unknown-provider': ({ providerId }) => `There is no identity provider ${json(providerId)}.`,
  'no-provider': ({ domain }) =>
    `No identity provider is responsible for e-mail addresses of ${json(domain)}. Sign in with your password.`,
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
