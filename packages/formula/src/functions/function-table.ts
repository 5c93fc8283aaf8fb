import { dateFunctions } from './date-functions.ts';
import type { FunctionDefinition } from './definition.ts';
import { environmentFunctions } from './environment-functions.ts';
import { forms } from './forms.ts';
import { htmlFunctions } from './html-functions.ts';
import { listFunctions } from './list-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { numberTextFunctions } from './number-text.ts';
import { caseFunctions } from './text-case.ts';
import { foldFunctions } from './text-fold.ts';
import { partFunctions } from './text-parts.ts';
import { searchFunctions } from './text-search.ts';
import { spaceFunctions } from './text-space.ts';
import { truncateFunctions } from './text-truncate.ts';
import { tradeFunctions } from './trade-functions.ts';
import { unitFunctions } from './unit-functions.ts';

/** All functions by their canonical name. The meaning of a name never changes. A new meaning gets a new name. */
export const functions: ReadonlyMap<string, FunctionDefinition> = new Map(
  [
    ...listFunctions,
    ...caseFunctions,
    ...spaceFunctions,
    ...searchFunctions,
    ...partFunctions,
    ...truncateFunctions,
    ...htmlFunctions,
    ...foldFunctions,
    ...numberTextFunctions,
    ...numberFunctions,
    ...unitFunctions,
    ...dateFunctions,
    ...forms,
    ...environmentFunctions,
    ...tradeFunctions,
  ].map((definition) => [definition.name, definition]),
);

/** Name in lower case → canonical name of the function. */
export const functionNames: ReadonlyMap<string, string> = new Map(
  [...functions.keys()].map((name) => [name.toLowerCase(), name]),
);
