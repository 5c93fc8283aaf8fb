import { z } from 'zod';
import { keyName, slug } from '../access/access.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

export const adapterSchema = z
  .object({
    adapterId: z.string(),
    name: z.string(),
    created: z.string(),
    channelIds: z.array(z.string()),
  })
  .meta({ id: 'Adapter' });
export type Adapter = z.infer<typeof adapterSchema>;

const adapterParams = z.object({ adapterId: storableText() });
const operatorOnly = { tag: 'Adapters', permission: { who: 'operator' }, query: none } as const;

export const createAdapter = operation({
  ...operatorOnly,
  id: 'createAdapter',
  audit: { object: 'adapter', id: 'adapterId', settings: ['name'] },
  method: 'POST',
  path: '/console/adapters',
  summary: 'Create an adapter with its own event stream',
  description: 'Create its key with `POST /console/keys` and `{"kind": "adapter", …}`.',
  params: none,
  body: z.strictObject({ adapterId: slug, name: keyName }).meta({ id: 'CreateAdapter' }),
  answers: { 201: { description: 'The adapter', schema: adapterSchema } },
  problems: ['invalid-body', 'malformed-json', 'already-exists'],
});

export const listAdapters = operation({
  ...operatorOnly,
  id: 'listAdapters',
  method: 'GET',
  path: '/console/adapters',
  summary: 'List all adapters of this installation',
  params: none,
  answers: {
    200: {
      description: 'The adapters, by id',
      schema: z.object({ adapters: z.array(adapterSchema) }).meta({ id: 'AdapterList' }),
    },
  },
  problems: [],
});

export const getAdapter = operation({
  ...operatorOnly,
  id: 'getAdapter',
  method: 'GET',
  path: '/console/adapters/{adapterId}',
  summary: 'One adapter',
  params: adapterParams,
  answers: { 200: { description: 'The adapter', schema: adapterSchema } },
  problems: ['unknown-adapter'],
});

export const updateAdapter = operation({
  ...operatorOnly,
  id: 'updateAdapter',
  audit: { object: 'adapter', id: 'adapterId', settings: ['name'] },
  method: 'PATCH',
  path: '/console/adapters/{adapterId}',
  summary: 'Rename an adapter',
  params: adapterParams,
  body: z.strictObject({ name: keyName }).meta({ id: 'UpdateAdapter' }),
  answers: { 200: { description: 'The adapter', schema: adapterSchema } },
  problems: ['unknown-adapter', 'invalid-body', 'malformed-json'],
});

export const deleteAdapter = operation({
  ...operatorOnly,
  id: 'deleteAdapter',
  audit: { object: 'adapter', id: 'adapterId' },
  method: 'DELETE',
  path: '/console/adapters/{adapterId}',
  summary: 'Delete an adapter without channels and revoke its keys',
  params: adapterParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-adapter', 'not-possible-now'],
});
