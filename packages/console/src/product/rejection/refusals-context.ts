import { type AnswerOf, type listProductChannels } from '@pimento/contract/wire';
import { createContext } from 'react';
import type { Refusal } from './failed-products.ts';

/** The state of a product on one of its channels. */
export type Standing = AnswerOf<typeof listProductChannels>['channels'][number];

/** What channels reported about the fields of the shown product, by field. */
export const RefusalsContext: React.Context<ReadonlyMap<string, Refusal[]>> = createContext<
  ReadonlyMap<string, Refusal[]>
>(new Map());
