import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, clientRoute, type Database, PimentoError, type Route, type Worker } from '../platform/index.ts';
import { type OutlineCache, requireLimits } from '../standards/index.ts';
import type { Evaluations } from './thread/evaluation-runner.ts';
import type { ConnectionKey } from './rulesets/ruleset-types.ts';
import { choosePreviewed } from './reports/preview-choice-service.ts';
import { requireConnection } from './reports/readiness-service.ts';
import { getTrial, startTrial } from './reports/trial-report-service.ts';
import { suggestValues } from './reports/value-suggestion-service.ts';

export interface PreviewDeps {
  database: Database;
  clock: Clock;
  evaluations: Pick<Evaluations, 'run'>;
  trials: Pick<Worker, 'wake'>;
  outlines: OutlineCache;
}

const noStandard = ({ channelId }: ConnectionKey) =>
  new PimentoError(problem('unknown-standard', { kind: 'none', channelId }));

/** Creates the routes for previews and trials of mappings, and for product values that a value map lacks. */
export function previewRoutes(deps: PreviewDeps): Route[] {
  const { trials } = deps;
  return [
    clientRoute(contract.previewMapping, async ({ caller, params, body }) => {
      const key = { clientId: caller.clientId, channelId: params.channelId };
      await requireConnection(deps.database, key);
      const { mapping, target, entries, category, withTargets, productIds, filter, limit } = body;
      if (mapping !== undefined) requireLimits(mapping);
      if (category !== undefined) requireLimits({ format: contract.mappingFormat, category });
      const chosen = await choosePreviewed(deps, key, { target, productIds, filter, limit });
      const change = { mapping, target, entries, category };
      const preview = await deps.evaluations.run('preview', { ...key, change, productIds: chosen, withTargets });
      if (preview === undefined) throw noStandard(key);
      return { status: 200, body: preview, headers: { 'content-type': 'application/json; charset=utf-8' } };
    }),
    clientRoute(contract.getMappingCoverage, async ({ caller, params }) => {
      const key = { clientId: caller.clientId, channelId: params.channelId };
      await requireConnection(deps.database, key);
      const coverage = await deps.evaluations.run('coverage', key);
      if (coverage === undefined) throw noStandard(key);
      return { status: 200, body: coverage };
    }),
    clientRoute(contract.listValueSuggestions, async ({ caller, params }) => {
      const key = { clientId: caller.clientId, channelId: params.channelId };
      return { status: 200, body: await suggestValues(deps, key, params.mapId) };
    }),
    clientRoute(contract.startMappingTrial, async ({ caller, params }) => {
      const key = { clientId: caller.clientId, channelId: params.channelId };
      const trial = await startTrial(deps, key, caller.actor);
      trials.wake();
      return { status: 202, body: trial };
    }),
    clientRoute(contract.getMappingTrial, async ({ caller, params }) => {
      const key = { clientId: caller.clientId, channelId: params.channelId };
      return { status: 200, body: await getTrial(deps.database, key, params.trialId) };
    }),
  ];
}
