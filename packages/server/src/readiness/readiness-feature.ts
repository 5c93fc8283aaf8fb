import type { Clock, Route } from '../platform/index.ts';
import type { OutlineCache } from '../standards/index.ts';
import { hasTrials } from './drafts/trial-views.ts';
import type { EditedProduct } from './evaluations/outcome-reading-service.ts';
import { gateRoutes } from './gate-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { readinessRoutes } from './readiness-routes.ts';
import { readEditedOutcomes } from './reports/edited-outcome-service.ts';
import { type EvaluationDeps, type Evaluations, startEvaluations } from './thread/evaluation-runner.ts';
import { startEndedConnections } from './thread/ended-connection-runner.ts';
import { startTrend } from './thread/trend-runner.ts';
import { startTrials } from './thread/trial-runner.ts';

export interface ReadinessFeature extends AsyncDisposable {
  routes: Route[];
  /** Keeps evaluations up to date. `drain` also completes trials, the deletion of ended connections and the counts of the day. */
  evaluations: Evaluations;
  evaluateEdited: (edited: EditedProduct) => ReturnType<typeof readEditedOutcomes>;
}

interface ReadinessDeps extends EvaluationDeps {
  clock: Clock;
  outlines: OutlineCache;
}

/** Starts the background work and creates the routes. */
export function openReadiness(deps: ReadinessDeps): ReadinessFeature {
  const opened = new AsyncDisposableStack();
  const evaluations = opened.use(startEvaluations(deps));
  const trials = opened.use(startTrials({ ...deps, evaluations, hasTrials: () => hasTrials(deps.database) }));
  const ended = opened.use(startEndedConnections(deps));
  const trend = opened.use(startTrend(deps));
  async function drain(): Promise<void> {
    await evaluations.drain();
    await trials.drain();
    await ended.drain();
    await trend.drain();
  }
  return {
    evaluations: { ...evaluations, drain },
    evaluateEdited: (edited) => readEditedOutcomes({ ...deps, evaluations }, edited),
    routes: [
      ...readinessRoutes({ ...deps, evaluations }),
      ...previewRoutes({ ...deps, evaluations, trials }),
      ...gateRoutes({ ...deps, evaluations }),
    ],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
