import * as contract from '@pimento/contract';
import { type Database, operatorRoute, ownerRoute, type Route } from '../platform/index.ts';
import { exportEvents, pageOfEvents } from './audit-page-service.ts';
import type { Signer } from './audit-seal-rules.ts';
import { verifyChain } from './audit-verification-service.ts';
import { listChains } from './audit-chain-views.ts';
import type { AuditFilter } from './audit-views.ts';

/** Converts the query of an operator to a filter. With `installation`, only events that concern no client match. */
const wholeFilter = ({ installation, ...filter }: AuditFilter & { installation?: boolean | undefined }): AuditFilter =>
  installation === true ? { ...filter, clientId: '' } : filter;

/** Creates the routes of the audit log. Owners read the events of their client. Operators read all events and verify chains. */
export function auditRoutes({ database, secretBox }: { database: Database; secretBox: Signer }): Route[] {
  return [
    operatorRoute(contract.listAuditEvents, async ({ query, signal }) => {
      const { startingAfter, limit, ...filter } = query;
      return { status: 200, body: await pageOfEvents(database, wholeFilter(filter), { startingAfter, limit, signal }) };
    }),
    ownerRoute(contract.listClientAuditEvents, async ({ caller, query, signal }) => {
      const { startingAfter, limit, ...asked } = query;
      const filter = { ...asked, clientId: caller.clientId };
      return { status: 200, body: await pageOfEvents(database, filter, { startingAfter, limit, signal }) };
    }),
    operatorRoute(contract.exportAuditEvents, ({ query }) => ({
      status: 200,
      body: exportEvents(database, wholeFilter(query)),
    })),
    ownerRoute(contract.exportClientAuditEvents, ({ caller, query }) => ({
      status: 200,
      body: exportEvents(database, { ...query, clientId: caller.clientId }),
    })),
    operatorRoute(contract.verifyAuditLog, async ({ query }) => ({
      status: 200,
      body: await verifyChain(database, secretBox, { ...query, clientId: query.clientId ?? '' }),
    })),
    operatorRoute(contract.listAuditChains, async () => ({
      status: 200,
      body: { clientIds: (await listChains(database)).map((clientId) => (clientId === '' ? null : clientId)) },
    })),
  ];
}
