import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

const common = { tag: 'Audit log', params: none } as const;

/** The kinds of faults that a verification of the audit log can find. */
export const auditFaults = ['changed', 'removed', 'inserted', 'shortened'] as const;

export const verifyAuditLog = operation({
  ...common,
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/console/audit/verification',
  summary: 'Check one page of the seals of the audit log',
  description:
    'Events are sealed in commit order, separately for each client and for the installation: each seal is a signature over the event and the previous seal. Pass `next` until it is null.',
  permission: { who: 'operator' },
  query: z.object({
    clientId: storableText().optional().describe('Default: what concerns the whole installation'),
    after: integerText(0, Number.MAX_SAFE_INTEGER).default(0).describe('The `next` of the previous page'),
    limit: integerText(1, 10_000).default(5_000),
  }),
  answers: {
    200: {
      description: 'What was found',
      schema: z
        .object({
          checked: z.number().int(),
          purged: z.number().int().describe('Number of the oldest seals that were purged with their events'),
          faults: z.array(
            z.object({ fault: z.enum(auditFaults), number: z.number().nullable(), auditId: z.string().nullable() }),
          ),
          last: z.object({ number: z.number().int(), seal: z.string() }).nullable().describe('The newest seal'),
          next: z.number().nullable(),
        })
        .meta({ id: 'AuditVerification' }),
    },
  },
  problems: ['invalid-parameter', 'query-too-slow'],
});

export const listAuditChains = operation({
  ...common,
  id: 'listAuditChains',
  method: 'GET',
  path: '/console/audit/chains',
  summary: 'List the clients that have an audit log; null for the installation',
  permission: { who: 'operator' },
  query: none,
  answers: {
    200: {
      description: 'By client',
      schema: z.object({ clientIds: z.array(z.string().nullable()) }).meta({ id: 'AuditChains' }),
    },
  },
  problems: [],
});
