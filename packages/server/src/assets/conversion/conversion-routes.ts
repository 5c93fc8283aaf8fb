import * as contract from '@pimento/contract';
import {
  clientRoute,
  type Connection,
  operatorRoute,
  PimentoError,
  type Route,
  type ClientId,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import type { TypeChange } from '../../structure/index.ts';
import {
  type ConversionDeps,
  convertAttribute,
  getConversionProgress,
  previewConversion,
} from './conversion-service.ts';
import { splitAttribute } from './split-service.ts';

export interface ConversionRouteDeps extends ConversionDeps {
  onTypeChange: TypeChange;
  clientExists: (connection: Connection, clientId: ClientId) => Promise<boolean>;
  /** Called when a conversion has been queued. */
  onQueued(): void;
}

export function conversionRoutes(deps: ConversionRouteDeps): Route[] {
  async function requireClient(clientId: ClientId): Promise<void> {
    if (await deps.clientExists(deps.database, clientId)) return;
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
  }
  return [
    operatorRoute(contract.previewConversion, async ({ params: { clientId, attributeId } }) => {
      await requireClient(clientId);
      return { status: 200, body: await previewConversion(deps, clientId, attributeId) };
    }),
    operatorRoute(contract.getConversionProgress, async ({ params: { clientId, attributeId } }) => {
      await requireClient(clientId);
      return { status: 200, body: await getConversionProgress(deps, clientId, attributeId) };
    }),
    operatorRoute(contract.convertAttribute, async ({ params: { clientId, attributeId }, body, caller }) => {
      await requireClient(clientId);
      const preview = await convertAttribute(deps, { clientId, actor: caller.actor }, attributeId, body.type);
      deps.onQueued();
      return { status: 202, body: preview };
    }),
    operatorRoute(contract.splitAttribute, async ({ params: { clientId, attributeId }, caller }) => {
      await requireClient(clientId);
      await splitAttribute(deps, { clientId, actor: caller.actor }, attributeId);
      deps.onQueued();
      return { status: 202, body: await getConversionProgress(deps, clientId, attributeId) };
    }),
    clientRoute(contract.splitClientAttribute, async ({ caller, params }) => {
      await splitAttribute(deps, caller, params.attributeId);
      deps.onQueued();
      return { status: 202, body: await getConversionProgress(deps, caller.clientId, params.attributeId) };
    }),
    clientRoute(contract.previewClientConversion, async ({ caller, params }) => ({
      status: 200,
      body: await previewConversion(deps, caller.clientId, params.attributeId),
    })),
    clientRoute(contract.convertClientAttribute, async ({ caller, params, body }) => {
      const preview = await convertAttribute(deps, caller, params.attributeId, body.type);
      deps.onQueued();
      return { status: 202, body: preview };
    }),
    clientRoute(contract.getClientConversionProgress, async ({ caller, params }) => ({
      status: 200,
      body: await getConversionProgress(deps, caller.clientId, params.attributeId),
    })),
  ];
}
