import type { Route, Worker, WorkerDeps } from '../platform/index.ts';
import { startAutomaticSubmits } from './automatic/automatic-runner.ts';
import { automaticSubmitRoutes } from './automatic-submit-routes.ts';
import { channelProductRoutes } from './channel-product-routes.ts';
import { submitPreviewRoute } from './submit-preview-routes.ts';
import { contentLinkRoutes } from './content-link-routes.ts';
import { createChannelPages } from './delivery/channel-page-runner.ts';
import { startEndedStates } from './ended-state-runner.ts';
import { type DeliveryDeps, deliveryRoutes } from './delivery-routes.ts';
import { startContentRetention } from './snapshot/content-retention-runner.ts';
import type { GatedSubmitDeps } from './submit/gated-submit-service.ts';
import { startChannelChanges } from './submit/channel-change-runner.ts';
import { startSubmissionRetention, type SubmissionRetentionDeps } from './submission-retention-runner.ts';
import { submissionRoutes } from './submission-routes.ts';

export interface SubmissionFeature extends AsyncDisposable {
  routes: Route[];
  /** Deletes old submissions. */
  retention: Worker;
}

export interface SubmissionOptions {
  /** Days for which the content of a submission is kept after its end; 0 keeps it forever. */
  snapshotDays: number;
  /** Days for which a submission is kept after its end; 0 keeps it forever. */
  submissionDays: number;
  onDeleted: SubmissionRetentionDeps['onDeleted'];
}

/** Starts the background work and creates the routes. */
export function openSubmissions(
  deps: DeliveryDeps & WorkerDeps & GatedSubmitDeps & { connectionString: string },
  { snapshotDays, submissionDays, onDeleted }: SubmissionOptions,
): SubmissionFeature {
  const opened = new AsyncDisposableStack();
  opened.use(startContentRetention({ ...deps, days: snapshotDays }));
  const retention = opened.use(startSubmissionRetention({ ...deps, days: submissionDays, onDeleted }));
  opened.use(startAutomaticSubmits(deps));
  opened.use(startChannelChanges(deps));
  opened.use(startEndedStates(deps));
  const channelPages = opened.use(createChannelPages(deps));
  return {
    retention,
    routes: [
      ...submissionRoutes({ ...deps, submissionDays }),
      ...channelProductRoutes(deps),
      submitPreviewRoute(deps),
      ...automaticSubmitRoutes(deps),
      ...deliveryRoutes({ ...deps, channelPages }),
      ...contentLinkRoutes(deps),
    ],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
