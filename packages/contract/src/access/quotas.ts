import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';

const limit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();

/** The limit of a client for each kind of data, or null for no limit. */
export const quotasSchema = z
  .object({
    products: limit.describe(
      'Products. Imports reject new products beyond the quota one by one, and still change existing products',
    ),
    fileBytes: limit.describe('Bytes of files'),
    bodyBytes: limit.describe(
      'Bytes of stored bodies of imports (`Prefer: respond-async`) that are not complete, and of uploaded files',
    ),
    keys: limit.describe('Keys that are neither revoked nor expired'),
    events: limit.describe('Events that no adapter has acknowledged yet'),
  })
  .meta({ id: 'Quotas' });
export type Quotas = z.infer<typeof quotasSchema>;
export type QuotaName = keyof Quotas;

const used = z.number().int();
export const clientUsageSchema = z
  .object({
    quotas: quotasSchema,
    used: z.object({ products: used, fileBytes: used, bodyBytes: used, keys: used, events: used }),
  })
  .meta({ id: 'ClientUsage' });
export type ClientUsage = z.infer<typeof clientUsageSchema>;

const common = {
  tag: 'Clients',
  path: '/console/clients/{clientId}/quotas',
  permission: { who: 'operator' },
  params: z.object({ clientId: z.string() }),
  query: none,
} as const;

export const getClientUsage = operation({
  ...common,
  id: 'getClientUsage',
  method: 'GET',
  summary: 'Get the quotas of a client, and what it uses',
  answers: { 200: { description: 'Quotas and usage', schema: clientUsageSchema } },
  problems: ['unknown-client'],
});

export const getOwnUsage = operation({
  id: 'getOwnUsage',
  tag: 'Clients',
  method: 'GET',
  path: '/console/client-usage',
  permission: { who: 'client', scope: 'products' },
  summary: 'Get the quotas of this client, and what it uses',
  params: none,
  query: none,
  answers: { 200: { description: 'Quotas and usage', schema: clientUsageSchema } },
  problems: [],
});

export const putQuotas = operation({
  ...common,
  id: 'putQuotas',
  audit: { object: 'client', id: 'clientId', settings: ['products', 'fileBytes', 'bodyBytes', 'keys', 'events'] },
  method: 'PUT',
  summary: 'Set the quotas of a client',
  description:
    'Quotas that are left out have no limit. What is stored already is kept. New products beyond the quota are rejected one by one with `quota-exceeded`; other requests beyond a quota are refused before anything is done. The bytes of files are counted again every half minute. Beyond the quota of events, submits, withdrawals and checks of accounts are refused; other events are still stored.',
  body: z
    .strictObject({
      products: limit.optional(),
      fileBytes: limit.optional(),
      bodyBytes: limit.optional(),
      keys: limit.optional(),
      events: limit.optional(),
    })
    .meta({ id: 'PutQuotas' }),
  answers: { 200: { description: 'Quotas and usage', schema: clientUsageSchema } },
  problems: ['unknown-client', 'invalid-body', 'malformed-json'],
});
