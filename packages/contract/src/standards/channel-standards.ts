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

const forOperator = { tag: 'Channels', permission: { who: 'operator' } } as const;

const ofOperator = '/console/channels/{channelId}/standard';

export const putChannelStandard = operation({
  ...forOperator,
  id: 'putChannelStandard',
  audit: { object: 'data-standard', id: 'channelId' },
  method: 'PUT',
  path: ofOperator,
  summary: 'Publish the data standard of a channel in place of its adapter',
  description: putDescription,
  params,
  query: putQuery,
  stream,
  answers: { 200: { description: 'What was stored', schema: putStandardAnswerSchema } },
  problems: putProblems,
});

export const getChannelStandard = operation({
  ...forOperator,
  id: 'getChannelStandard',
  method: 'GET',
  path: ofOperator,
  summary: 'The data standard of a channel',
  params,
  query: standardQuery,
  answers: standardAnswer,
  problems: ['unknown-channel', 'unknown-standard', 'too-many-requests'],
});

export const listChannelStandardVersions = operation({
  ...forOperator,
  id: 'listChannelStandardVersions',
  method: 'GET',
  path: `${ofOperator}/versions`,
  summary: 'List the versions of a data standard',
  params,
  query: versionPage,
  answers: versionList,
  problems: ['unknown-channel'],
});

export const withdrawChannelStandard = operation({
  ...forOperator,
  id: 'withdrawChannelStandard',
  audit: { object: 'data-standard', id: 'channelId' },
  method: 'POST',
  path: `${ofOperator}/versions/{version}/withdraw`,
  summary: 'Withdraw the current version of a data standard',
  description: withdrawDescription,
  params: versionParams,
  query: z.object({}),
  answers: { 200: { description: 'The new version', schema: standardVersionSchema } },
  problems: ['unknown-channel', 'unknown-standard', 'not-possible-now'],
});
