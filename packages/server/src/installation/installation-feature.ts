import type { Replica, Route, Worker } from '../platform/index.ts';
import { startArchiveWatch } from './archive-runner.ts';
import { installationRoutes } from './installation-routes.ts';
import { type NodeDeps, startNode } from './node-runner.ts';
import type { FigureReader } from './operator-figure-service.ts';
import type { Retention } from './stored-data-rules.ts';
import { startStorageMeasurement } from './storage-runner.ts';

export interface InstallationFeature extends AsyncDisposable {
  routes: Route[];
  /** Measures what each client stores. */
  storage: Worker;
}

export interface InstallationDeps extends NodeDeps {
  readFigures: FigureReader;
  replica: Replica | undefined;
  /** True if this process runs an embedded database whose write-ahead log is archived. */
  isLogArchived: boolean;
  /** How long each kind of data is kept. */
  dataRetention: Retention;
}

/** Lists this process among those of the installation, and creates the routes of the operators' page. */
export async function openInstallation(deps: InstallationDeps): Promise<InstallationFeature> {
  await using opened = new AsyncDisposableStack();
  opened.use(await startNode(deps));
  if (deps.isLogArchived) opened.use(startArchiveWatch(deps));
  const storage = opened.use(startStorageMeasurement(deps));
  const resources = opened.move();
  return {
    routes: installationRoutes(deps),
    storage,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
