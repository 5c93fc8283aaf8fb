import type { Connection, ClientId } from '../../platform/core.ts';
import { compileStructure } from '../definitions/structure-compiler.ts';
import { findStructureState, listAttributeRows } from './structure-store.ts';
import type { CompiledStructure } from '../values/structure-types.ts';

/**
 * Loads all definitions of a client and compiles them for judging. The state is read first, so that a change to definitions between the two
 * statements is noticed. The structure lock that is taken later then returns a higher version than the loaded one.
 */
export async function loadStructure(connection: Connection, clientId: ClientId): Promise<CompiledStructure> {
  const { judgedVersion } = await findStructureState(connection, clientId);
  return compileStructure(clientId, judgedVersion, await listAttributeRows(connection, clientId));
}
