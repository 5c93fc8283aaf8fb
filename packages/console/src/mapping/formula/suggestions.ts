import { type AttributeIndex, type FormulaAttribute, type FormulaScope, printName } from '@pimento/formula';
import { isClientAttribute } from './client-attributes.ts';
import { type FunctionFacts, functionFacts } from '@pimento/formula/editor';

/** A name that can be inserted into a formula. */
export interface Suggestion {
  kind: 'attribute' | 'function';
  text: string;
  /** The text that is searched: the id, the name and the labels of an attribute, or the name and spreadsheet names of a function. */
  search: string;
  /** The text next to the suggestion, which is the label of an attribute or the signature of a function. */
  detail: string;
  attribute?: FormulaAttribute;
  facts?: FunctionFacts;
}

/** Suggests attributes and functions. Children of the enclosing rows come first. Omits ambiguous ids. */
export function suggestionsFor({ attributes, rows = [] }: Pick<FormulaScope, 'attributes' | 'rows'>): Suggestion[] {
  const children = rows.toReversed().flatMap(({ children: below = [] }) => below);
  const topLevel = attributes.idsOf().flatMap((id) => foundAt(attributes, id));
  const seen = new Set<string>();
  const named = [...children, ...topLevel].filter(({ id }) => !seen.has(id) && seen.add(id));
  return [...named.map(attributeSuggestion), ...functionFacts.map(functionSuggestion)];
}

function foundAt(attributes: AttributeIndex, id: string): FormulaAttribute[] {
  const found = attributes.find(id);
  return found === undefined || found === 'ambiguous' ? [] : found.slice(-1);
}

function attributeSuggestion(attribute: FormulaAttribute): Suggestion {
  const { id, name = '' } = attribute;
  const { label, searched } = isClientAttribute(attribute)
    ? attribute
    : { label: name, searched: `${id} ${name}`.toLowerCase() };
  return { kind: 'attribute', text: printName(id), search: searched, detail: label, attribute };
}

function functionSuggestion(facts: FunctionFacts): Suggestion {
  const { name, aliases, signature } = facts;
  return {
    kind: 'function',
    text: `${name}(`,
    search: [name, ...aliases].join(' ').toLowerCase(),
    detail: signature,
    facts,
  };
}

const maxSuggestions = 50;

/** Returns the first suggestions for a word. Names that begin with the word come before names that only contain it. */
export function findSuggestions(all: readonly Suggestion[], word: string): Suggestion[] {
  const wanted = word.toLowerCase();
  const found = all.filter(({ search }) => search.includes(wanted));
  const begins = ({ search }: Suggestion) => search.split(' ').some((one) => one.startsWith(wanted));
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, maxSuggestions);
}
