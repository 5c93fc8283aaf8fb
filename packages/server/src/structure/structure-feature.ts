import type { Route, WorkerDeps } from '../platform/index.ts';
import { changeRoutes } from './changes/change-routes.ts';
import { startDefinitionChanges } from './changes/change-runner.ts';
import type { ChangeDeps } from './changes/change-lock-service.ts';
import { structureRoutes } from './definition-routes.ts';

export interface StructureFeature extends AsyncDisposable {
  routes: Route[];
}

/** Creates the routes for definitions and starts their background work. Disposal stops the work after the current slice. */
export function openStructure(deps: ChangeDeps & WorkerDeps): StructureFeature {
  const changes = startDefinitionChanges(deps);
  return {
    routes: [...structureRoutes(deps), ...changeRoutes({ ...deps, onQueued: changes.wake })],
    [Symbol.asyncDispose]: () => changes[Symbol.asyncDispose](),
  };
}
