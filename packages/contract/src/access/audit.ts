import { z } from 'zod';
import { auditObjects } from '../operation/audit-statement.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none, timeText } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

export const auditEventSchema = z
  .object({
    auditId: z.string(),
    at: z.string(),
    actor: z.string().describe('`key:<keyId>`, `user:<personId>`, `system:<name>`, or `anonymous`'),
    actorName: z.string().nullable().describe('The current name; null if there is none, or no longer'),
    address: z.string().nullable().describe('IP address'),
    userAgent: z.string().nullable(),
    operation: z.string().describe('The id of the operation in the API reference'),
    objectKind: z.enum(auditObjects),
    object: z.string().nullable().describe('The id of the object'),
    clientId: z.string().nullable().describe('Null for what concerns the whole installation'),
    failed: z.boolean().describe('True for a refused sign-in'),
    details: z
      .record(z.string(), z.unknown())
      .describe('`after`: new settings, `before`: the settings that they replaced; never a secret'),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEventSchema>;

const filters = {
  actor: storableText(100).optional(),
  operation: storableText(100).optional(),
  objectKind: z.enum(auditObjects).optional(),
  object: storableText().optional(),
  address: storableText(100).optional(),
  failed: booleanText().optional(),
  from: timeText().optional(),
  until: timeText().optional().describe('Exclusive'),
};
const clientFilter = {
  clientId: storableText().optional(),
  installation: booleanText().optional().describe('True for only what concerns the whole installation'),
};
const page = {
  startingAfter: z.string().optional().describe('The `next` of the previous page'),
  limit: integerText(1, 100).default(50),
};
const answers = {
  200: {
    description: 'One page',
    schema: z.object({ events: z.array(auditEventSchema), next: z.string().nullable() }).meta({ id: 'AuditPage' }),
  },
};
const lines = {
  200: { description: 'NDJSON, one event per line', schema: z.string(), contentType: 'application/x-ndjson' },
};
const common = { tag: 'Audit log', params: none } as const;

export const listAuditEvents = operation({
  ...common,
  id: 'listAuditEvents',
  method: 'GET',
  path: '/console/audit',
  summary: 'List the audit log of the installation, newest first',
  permission: { who: 'operator' },
  query: z.object({ ...clientFilter, ...filters, ...page }),
  answers,
  problems: ['invalid-parameter', 'unknown-cursor', 'query-too-slow'],
});

export const listClientAuditEvents = operation({
  ...common,
  id: 'listClientAuditEvents',
  method: 'GET',
  path: '/console/client-audit',
  summary: 'List the audit log of this client, newest first',
  permission: { who: 'owner' },
  query: z.object({ ...filters, ...page }),
  answers,
  problems: ['invalid-parameter', 'unknown-cursor', 'query-too-slow'],
});

export const exportAuditEvents = operation({
  ...common,
  id: 'exportAuditEvents',
  audit: { object: 'audit-log' },
  method: 'GET',
  path: '/console/audit/export',
  summary: 'Export the audit log of the installation, newest first',
  permission: { who: 'operator' },
  query: z.object({ ...clientFilter, ...filters }),
  answers: lines,
  problems: ['invalid-parameter', 'query-too-slow'],
});

export const exportClientAuditEvents = operation({
  ...common,
  id: 'exportClientAuditEvents',
  audit: { object: 'audit-log' },
  method: 'GET',
  path: '/console/client-audit/export',
  summary: 'Export the audit log of this client, newest first',
  permission: { who: 'owner' },
  query: z.object(filters),
  answers: lines,
  problems: ['invalid-parameter', 'query-too-slow'],
});
