import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';

const demand = z
  .strictObject({ needed: z.boolean().describe('True: people open the client only with a second factor') })
  .meta({ id: 'SecondFactorDemand' });
const demandText =
  'A passkey and single sign-on count as a second factor. Sessions without one are refused immediately. Keys are not affected.';

export const getSecondFactorDemand = operation({
  id: 'getSecondFactorDemand',
  method: 'GET',
  path: '/console/second-factor-demand',
  tag: 'Members',
  summary: 'Whether the people of this client need a second factor',
  permission: { who: 'owner' },
  params: none,
  query: none,
  answers: { 200: { description: 'The setting', schema: demand } },
  problems: [],
});

export const putSecondFactorDemand = operation({
  id: 'putSecondFactorDemand',
  audit: { object: 'second-factor', settings: ['needed'] },
  method: 'PUT',
  path: '/console/second-factor-demand',
  tag: 'Members',
  summary: 'Require a second factor from the people of this client, or stop requiring it',
  description: `${demandText} An owner can require it only in a session that began with one.`,
  permission: { who: 'owner' },
  params: none,
  query: none,
  body: demand,
  answers: { 200: { description: 'The setting', schema: demand } },
  problems: ['second-factor-needed', 'invalid-body', 'malformed-json'],
});

export const putClientSecondFactorDemand = operation({
  id: 'putClientSecondFactorDemand',
  audit: { object: 'second-factor', id: 'clientId', settings: ['needed'] },
  method: 'PUT',
  path: '/console/clients/{clientId}/second-factor-demand',
  tag: 'Clients',
  summary: 'Require a second factor from the people of a client, or stop requiring it',
  description: demandText,
  permission: { who: 'operator' },
  params: z.object({ clientId: z.string() }),
  query: none,
  body: demand,
  answers: { 200: { description: 'The setting', schema: demand } },
  problems: ['unknown-client', 'invalid-body', 'malformed-json'],
});
