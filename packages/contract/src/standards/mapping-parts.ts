import { z } from 'zod';
import { integerText } from '../operation/parameters.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { mappingSchema } from './mapping.ts';
import { maxVersion } from './standard-parts.ts';

export const forClient = { tag: 'Mappings', permission: { who: 'client', scope: 'channels' } } as const;

export const params = z.object({ channelId: storableText() });

export const path = '/api/channels/v1/channels/{channelId}/mapping';

export const none = z.object({});

export const revision = z.number().int().min(0).max(maxVersion);

/** A mapping that contains only strings that the database can store. */
export const mappingBody = storable(mappingSchema);

export const storedMappingSchema = z
  .object({
    channelId: z.string(),
    version: z.number().int().describe('0: the draft'),
    revision: revision.describe('Increases with each change to the draft'),
    publishedVersion: z.number().int().nullable().describe('The version that applies'),
    isChanged: z.boolean().describe('The draft differs from the published version'),
    mapping: mappingSchema,
  })
  .meta({ id: 'StoredMapping' });

export type StoredMapping = z.infer<typeof storedMappingSchema>;

export const changed =
  'If the stored revision is another one, nothing is changed and the answer is `changed-meanwhile`, with the stored draft as `stored`';

export const expectedRevision = integerText(0, maxVersion).optional().describe(changed);

export const storedAnswer = { 200: { description: 'The draft', schema: storedMappingSchema } } as const;

export const writeProblems = [
  'unknown-channel',
  'unknown-mapping',
  'invalid-mapping',
  'invalid-body',
  'malformed-json',
  'changed-meanwhile',
] as const;
