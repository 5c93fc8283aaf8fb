import { functions } from '../functions/function-table.ts';
import type { Parameter } from '../functions/parameters.ts';
import { spreadsheetNames } from '../syntax/spreadsheet-names.ts';
import { englishHelp } from './english-help.ts';
import { germanHelp } from './german-help.ts';

/** The facts about a function that an editor shows. */
export interface FunctionFacts {
  name: string;
  /** For example `truncate(t, n, end = "…", at = "word")`. */
  signature: string;
  parameters: readonly ParameterFacts[];
  /** Names that spreadsheets use for this function. */
  aliases: readonly string[];
  help: { en: string; de: string };
}

export interface ParameterFacts {
  name: string;
  kind: Parameter['kind'];
  isOptional: boolean;
  /** True if the parameter takes any number of arguments. */
  isRest: boolean;
  /** The allowed values. The list is empty if the parameter is not a choice. */
  choices: readonly string[];
}

/** All functions, in the order of the table. */
export const functionFacts: readonly FunctionFacts[] = [...functions.values()].map(({ name, parameters }) => ({
  name,
  signature: `${name}(${parameters.map(printParameter).join(', ')})`,
  parameters: parameters.map(({ name, kind, isOptional = false, isRest = false, choices = [] }) => ({
    name,
    kind,
    isOptional,
    isRest,
    choices,
  })),
  aliases: spreadsheetNames.get(name) ?? [],
  help: { en: englishHelp.get(name) ?? '', de: germanHelp.get(name) ?? '' },
}));

function printParameter({ name, isOptional, isRest, fallback }: Parameter): string {
  if (isRest === true) return `${name}, …`;
  if (isOptional !== true) return name;
  return fallback === undefined ? `${name}?` : `${name} = ${fallback}`;
}
