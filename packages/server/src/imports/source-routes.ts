import {
  deleteImportSource,
  getImportSource,
  listImportSourceRuns,
  listImportSources,
  pauseImportSource,
  putImportSource,
  resumeImportSource,
  runImportSource,
} from '@pimento/contract';
import { clientRoute, type Route } from '../platform/index.ts';
import { getSource, putSource, removeSource, runNow, setPaused, type SourceServiceDeps } from './source-service.ts';
import { listRuns, listSources } from './sources/source-views.ts';

export function sourceRoutes(deps: SourceServiceDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(listImportSources, async ({ caller }) => ({
      status: 200,
      body: { sources: await listSources(database, caller.clientId) },
    })),
    clientRoute(getImportSource, async ({ params, caller: { clientId } }) => ({
      status: 200,
      body: await getSource(database, { clientId, name: params.name }),
    })),
    clientRoute(putImportSource, async ({ params, query, body, caller }) => ({
      status: 200,
      body: await putSource(deps, caller, params.name, { input: body, expectedVersion: query.expectedVersion }),
    })),
    clientRoute(deleteImportSource, async ({ params, query, caller: { clientId } }) => {
      await removeSource(deps, { clientId, name: params.name }, query.expectedVersion);
      return { status: 204 };
    }),
    clientRoute(pauseImportSource, async ({ params, caller: { clientId } }) => ({
      status: 200,
      body: await setPaused(deps, { clientId, name: params.name }, true),
    })),
    clientRoute(resumeImportSource, async ({ params, caller: { clientId } }) => ({
      status: 200,
      body: await setPaused(deps, { clientId, name: params.name }, false),
    })),
    clientRoute(runImportSource, async ({ params, query, caller }) => ({
      status: 202,
      body: await runNow(deps, caller, params.name, query.force),
    })),
    clientRoute(listImportSourceRuns, async ({ params, caller: { clientId } }) => {
      const key = { clientId, name: params.name };
      await getSource(database, key);
      return { status: 200, body: { runs: await listRuns(database, key) } };
    }),
  ];
}
