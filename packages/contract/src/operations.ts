import * as access from './access.ts';
import * as assets from './assets.ts';
import * as datastandards from './datastandards.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import type { Operation } from './operation.ts';
import * as products from './products.ts';

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'permission' in value && 'answers' in value;
}

/** Every operation of the service, in the order of the reference. */
export const operations: readonly Operation[] = [imports, datastandards, products, assets, access, health].flatMap(
  (module) => Object.values<unknown>(module).filter(isOperation),
);
