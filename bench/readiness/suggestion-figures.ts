import type { MappingEntry } from '@pimento/contract';
import { AttributeIndex, compileFormula, createLookupTable, reservedAttributes, SlotTable } from '@pimento/formula';
import { createValueMaps } from '../../packages/server/src/readiness/values/value-mapping.ts';
import { prepareCandidates, suggestFor } from '../../packages/server/src/standards/suggestions/suggestion-rules.ts';
import {
  type CatalogueName,
  catalogues,
  isThere,
  loadCatalogue,
  mappingDocument,
  standardDocument,
} from '../../packages/server/test/readiness/real-catalogue.ts';
import { standardOf } from '../../packages/server/test/readiness/ruleset-fixture.ts';

const standards = ['google-merchant', 'agentic-commerce'];
const names = Object.keys(catalogues) as CatalogueName[]; // `catalogues` has exactly these keys

export interface SuggestionFigures {
  /** Targets whose manual formula reads attributes. */
  expected: number;
  /** Of these, targets for which one of the three suggestions is an attribute that the formula reads. */
  amongThree: number;
  /** Targets with suggestions, mapped manually or not. */
  suggested: number;
  /** Of these, targets whose first suggestion is an attribute that the manual formula reads. */
  first: number;
}

/**
 * Compares suggestions with the manual mappings of three real catalogues to both example standards. Hidden and read-only targets, and
 * targets with a default formula, do not count, because they get no suggestions.
 * @returns undefined if the catalogues are not on this machine
 */
export function measureSuggestions(): SuggestionFigures | undefined {
  if (!names.every(isThere)) return undefined;
  const figures: SuggestionFigures = { expected: 0, amongThree: 0, suggested: 0, first: 0 };
  for (const name of names) for (const standard of standards) addFigures(figures, name, standard);
  return figures;
}

function addFigures(figures: SuggestionFigures, name: CatalogueName, document: string): void {
  const { attributes } = loadCatalogue(name);
  const mapping = mappingDocument(`${name}.${document}`);
  const index = new AttributeIndex([...reservedAttributes, ...attributes]);
  const tables = Object.entries(mapping.tables ?? {});
  const scope = {
    attributes: index,
    slots: new SlotTable(),
    maps: createValueMaps(mapping),
    tables: new Map(tables.map(([id, { columns, rows }]) => [id, createLookupTable(columns, rows)])),
  };
  /** Returns the ids of the top-level attributes that an entry reads. Formulas that read rows of the entry do not compile here. */
  const readBy = ({ value, rows, children = [] }: MappingEntry): string[] => {
    const own = [value, rows].flatMap((text) => {
      const { formula } = text === undefined ? {} : compileFormula(text, scope);
      return [...(formula?.dependencies.attributes ?? [])].map((key) => index.pathOf(key)?.[0]?.id ?? key);
    });
    return [...own, ...children.flatMap(readBy)];
  };
  const candidates = prepareCandidates(attributes);
  for (const target of standardOf(standardDocument(document)).topLevel) {
    if (target.isHidden || target.isReadOnly || target.body.defaultFormula !== undefined) continue;
    const entries = (mapping.targets ?? []).filter((entry) => entry.target === target.path);
    const right = new Set(entries.flatMap(readBy));
    const suggested = suggestFor(target, candidates, new Set()).map(({ attribute }) => attribute);
    const [first] = suggested;
    if (right.size > 0) figures.expected += 1;
    if (suggested.some((id) => right.has(id))) figures.amongThree += 1;
    if (first === undefined) continue;
    figures.suggested += 1;
    if (right.has(first)) figures.first += 1;
  }
}
