import type { Clock, Route } from '../platform/index.ts';
import { type EvaluationDeps, type Evaluations, startEvaluations } from './evaluations/evaluation-runner.ts';
import { gateRoutes } from './gate-routes.ts';
import { readinessRoutes } from './readiness-routes.ts';

export interface ReadinessFeature extends AsyncDisposable {
  routes: Route[];
  /** Keeps evaluations up to date. */
  evaluations: Evaluations;
}

/** Starts the background work and creates the routes. */
export function openReadiness(deps: EvaluationDeps & { clock: Clock }): ReadinessFeature {
  const evaluations = startEvaluations(deps);
  return {
    evaluations,
    routes: [...readinessRoutes({ ...deps, evaluations }), ...gateRoutes({ ...deps, evaluations })],
    [Symbol.asyncDispose]: () => evaluations[Symbol.asyncDispose](),
  };
}
