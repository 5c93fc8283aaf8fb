import type { ClientId, ProductId } from '../../platform/index.ts';
import type { ProductRow } from '../views/product-views.ts';
import type { ProductChange } from './change-types.ts';

export interface ChangePage {
  changes: ProductChange[];
  /** The current states of the changed products. Deleted products are missing. Empty if the request did not ask for products. */
  products: ReadonlyMap<ProductId, ProductRow>;
  next: string;
  hasMore: boolean;
}

export interface ChangeQuery {
  clientId: ClientId;
  limit: number;
  withProducts: boolean;
}

export const noProducts: ReadonlyMap<ProductId, ProductRow> = new Map();

export const byId = (rows: readonly ProductRow[]) => new Map(rows.map((row) => [row.productId, row]));
