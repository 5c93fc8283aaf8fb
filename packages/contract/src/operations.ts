import * as access from './access.ts';
import * as datastandards from './datastandards.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import * as members from './members.ts';
import type { Operation } from './operation.ts';
import * as products from './products.ts';
import * as session from './session.ts';

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'permission' in value && 'answers' in value;
}

/** Every operation of the service, in the order of the reference. */
export const operations: readonly Operation[] = [
  imports,
  datastandards,
  products,
  access,
  session,
  members,
  health,
].flatMap((module) => Object.values<unknown>(module).filter(isOperation));
