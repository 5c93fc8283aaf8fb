import { z } from 'zod';
import { operation } from './operation/operation.ts';
import { none } from './operation/parameters.ts';

const open = { permission: { who: 'anyone' }, params: none, query: none, tag: 'Health', method: 'GET' } as const;

export const getHealth = operation({
  ...open,
  id: 'getHealth',
  path: '/healthz',
  summary: 'Check that the process answers',
  answers: {
    200: {
      description: 'Alive',
      schema: z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' }),
    },
  },
  problems: [],
});

export const getReadiness = operation({
  ...open,
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Check that the database is reachable and its migrations are complete',
  answers: {
    200: {
      description: 'Ready for requests',
      schema: z
        .object({ status: z.literal('ready'), database: z.literal('ok'), migrations: z.literal('ok') })
        .meta({ id: 'Readiness' }),
    },
  },
  problems: ['unavailable'],
});

export const getSecurityContact = operation({
  ...open,
  id: 'getSecurityContact',
  path: '/.well-known/security.txt',
  summary: 'Find out where to report a vulnerability in this installation (RFC 9116)',
  description: 'Returns 404 unless the setting PIMENTO_SECURITY_CONTACT names a contact.',
  answers: {
    200: { description: 'The contact', contentType: 'text/plain; charset=utf-8', schema: z.string() },
  },
  problems: ['not-found'],
});

export const getMetrics = operation({
  ...open,
  permission: { who: 'operator' },
  id: 'getMetrics',
  path: '/metrics',
  summary: 'Prometheus metrics',
  description: 'Returns 404 if the setting PIMENTO_METRICS turns it off or gives it a port of its own.',
  answers: {
    200: {
      description: 'Text exposition format',
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      schema: z.string(),
    },
  },
  problems: ['not-found'],
});
