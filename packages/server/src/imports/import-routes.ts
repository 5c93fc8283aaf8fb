import {
  cancelImport as cancelImportOperation,
  getImportJob,
  importProducts,
  listImportErrors,
  listImportJobs,
  restoreProduct,
} from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  clientRoute,
  pageOf,
  parseUuidCursor,
  PimentoError,
  type Route,
  unknownCursor,
  untilAborted,
} from '../platform/index.ts';
import { findReport, getReport, listReports } from './jobs/import-job-views.ts';
import { listErrors } from './jobs/job-error-views.ts';
import { cancelImport } from './cancel-service.ts';
import { createProductEditor } from './edit-service.ts';
import { importBody, type ImportServiceDeps } from './import-service.ts';
import { readRequestFacts } from './request-rules.ts';
import { restoreDeleted } from './restore-service.ts';

/** @param options `jobDays`: days for which reports are kept after the end of the job; 0 keeps them forever */
export function importRoutes({ jobDays, ...options }: Omit<ImportServiceDeps, 'edit'> & { jobDays: number }): Route[] {
  const deps: ImportServiceDeps = { ...options, edit: createProductEditor(options) };
  return [
    clientRoute(importProducts, async ({ params, query, caller, request, pace }) => {
      if (params.feedId !== 'master') throw new PimentoError(problem('unknown-feed', { feedId: params.feedId }));
      // If an import ends early, part of the body may remain unread, but the HTTP connection must stay open for the response. The socket
      // timeout is disabled, because a socket can be idle for a long time. A waiting import does not read its body, and a large atomic
      // import sends nothing until it has committed. `pace` ends a request whose body does not arrive.
      request.raw.socket.setTimeout(0);
      const body = untilAborted(request.raw.iterator({ destroyOnReturn: false }), pace);
      return importBody(deps, caller, readRequestFacts(request.headers, deps.limits.bodyBytes), query, body);
    }),
    clientRoute(restoreProduct, async ({ params, caller }) => ({
      status: 200,
      body: await restoreDeleted(deps, caller, params.productId),
    })),
    clientRoute(getImportJob, async ({ params, caller }) => ({
      status: 200,
      body: await getReport(deps.database, caller.clientId, params.jobRef),
    })),
    clientRoute(cancelImportOperation, async ({ params, caller }) => ({
      status: 200,
      body: await cancelImport(deps.database, caller.clientId, params.jobRef),
    })),
    clientRoute(listImportJobs, async ({ query, caller }) => {
      const after = parseUuidCursor(query.startingAfter, 'jobRef') ?? undefined;
      const found = await listReports(deps.database, caller.clientId, {
        after,
        limit: query.limit + 1,
        status: query.status,
        origin: query.origin,
        withErrors: query.withErrors,
      });
      if (after !== undefined && found.length === 0 && !(await findReport(deps.database, caller.clientId, after)))
        throw unknownCursor('jobRef');
      const { rows: jobs, hasMore } = pageOf(found, query.limit);
      const next = hasMore ? (jobs.at(-1)?.jobRef ?? null) : null;
      return { status: 200, body: { jobs, hasMore, next, keptDays: jobDays || null } };
    }),
    clientRoute(listImportErrors, async ({ params, query, caller }) => {
      await getReport(deps.database, caller.clientId, params.jobRef);
      const page = await listErrors(deps.database, caller.clientId, params.jobRef, {
        after: query.startingAfter ?? 0,
        limit: query.limit,
        code: query.code,
      });
      return { status: 200, body: { ...page, hasMore: page.next !== null } };
    }),
  ];
}
