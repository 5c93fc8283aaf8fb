import type { Connection, ClientId } from '../../platform/core.ts';
import { compileStructure } from '../definitions/structure-compiler.ts';
import { getDefinitions } from './attribute-row-store.ts';
import type { CompiledStructure } from '../values/structure-types.ts';

/** Loads all definitions of a client and compiles them for judging. */
export async function loadStructure(connection: Connection, clientId: ClientId): Promise<CompiledStructure> {
  const { judgedVersion, attributes } = await getDefinitions(connection, clientId);
  return compileStructure(clientId, judgedVersion, attributes);
}
