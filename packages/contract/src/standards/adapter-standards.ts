import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { putStandardAnswerSchema, standardVersionSchema } from './standard-version.ts';
import {
  standardQuery,
  standardAnswer,
  params,
  versionParams,
  versionPage,
  putQuery,
  putProblems,
  stream,
  putDescription,
  versionList,
  withdrawDescription,
} from './standard-parts.ts';

const forAdapter = { tag: 'Adapter gateway', permission: { who: 'adapter' } } as const;

const ofAdapter = '/external/channels/{channelId}/standard';

export const putAdapterStandard = operation({
  ...forAdapter,
  id: 'putAdapterStandard',
  audit: { object: 'data-standard', id: 'channelId' },
  method: 'PUT',
  path: ofAdapter,
  summary: 'Publish the data standard of a channel',
  description: `${putDescription} Without \`expectedVersion\`, a version that an operator published is not replaced.`,
  params,
  query: putQuery,
  stream,
  answers: { 200: { description: 'What was stored', schema: putStandardAnswerSchema } },
  problems: putProblems,
});

export const getAdapterStandard = operation({
  ...forAdapter,
  id: 'getAdapterStandard',
  method: 'GET',
  path: ofAdapter,
  summary: 'The data standard of a channel',
  params,
  query: standardQuery,
  answers: standardAnswer,
  problems: ['unknown-channel', 'unknown-standard', 'too-many-requests'],
});

export const listAdapterStandardVersions = operation({
  ...forAdapter,
  id: 'listAdapterStandardVersions',
  method: 'GET',
  path: `${ofAdapter}/versions`,
  summary: 'List the versions of a data standard',
  params,
  query: versionPage,
  answers: versionList,
  problems: ['unknown-channel'],
});

export const withdrawAdapterStandard = operation({
  ...forAdapter,
  id: 'withdrawAdapterStandard',
  audit: { object: 'data-standard', id: 'channelId' },
  method: 'POST',
  path: `${ofAdapter}/versions/{version}/withdraw`,
  summary: 'Withdraw the current version of a data standard',
  description: withdrawDescription,
  params: versionParams,
  query: z.object({}),
  answers: { 200: { description: 'The new version', schema: standardVersionSchema } },
  problems: ['unknown-channel', 'unknown-standard', 'not-possible-now'],
});
