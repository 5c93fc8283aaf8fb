import { type AnswerOf, type listProductChannels } from '@pimento/contract/wire';
import { createContext } from 'react';
import type { Refusal } from './failed-products.ts';

/** The state of a product on one of its channels. */
export type Standing = AnswerOf<typeof listProductChannels>['channels'][number];

/** Returns true if a channel refused a field and the product has not changed since. Pure. */
export const isOpenRefusal = (refusals: ReadonlyMap<string, readonly Refusal[]>, name: string): boolean =>
  refusals.get(name)?.some(({ changedSince }) => !changedSince) === true;

/** What channels reported about the fields of the shown product, by field. */
export const RefusalsContext: React.Context<ReadonlyMap<string, Refusal[]>> = createContext<
  ReadonlyMap<string, Refusal[]>
>(new Map());
