import type { AttributeDefinition, BulkChange } from '@pimento/contract';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import type { Structure } from '../../session/structure.ts';

export type ChangeKind = BulkChange['kind'];

/** The input of the form for a bulk edit. */
export interface ChangeDraft {
  /** The path of an attribute or the name of a field, or null until the user has chosen one. */
  path: string | null;
  kind: ChangeKind;
  /** A text, or a list of texts for an attribute with several values. */
  value: unknown;
  find: string;
  replacement: string;
  ignoreCase: boolean;
  from: string | null;
}

export const emptyDraft: ChangeDraft = {
  path: null,
  kind: 'set',
  value: '',
  find: '',
  replacement: '',
  ignoreCase: false,
  from: null,
};

export const findDefinition = (structure: Structure, path: string | null): AttributeDefinition | undefined =>
  structure.all.find((one) => one.path === path);

const isComposite = (definition: AttributeDefinition | undefined): boolean =>
  definition?.type.id.toLowerCase() === 'composite';

/** Returns the kinds of changes that are possible for an attribute. */
export function kindsFor(definition: AttributeDefinition | undefined): ChangeKind[] {
  if (isComposite(definition)) return ['clear'];
  const general: ChangeKind[] = ['set', 'clear', 'replace', 'copy'];
  return definition?.type.multiValue === true ? ['add', 'remove', ...general] : general;
}

/** Returns the initial draft for an attribute. A list of values begins with one empty text field. */
export function draftFor(structure: Structure, path: string | null): ChangeDraft {
  const definition = findDefinition(structure, path);
  const [kind = 'set'] = kindsFor(definition);
  return { ...emptyDraft, path, kind, value: definition?.type.multiValue === true ? [''] : '' };
}

/** Returns the attributes whose values can be copied. These are all top-level attributes except composites. */
export const sourcesIn = (structure: Structure): AttributeDefinition[] =>
  structure.topLevel.filter((definition) => !isComposite(definition));

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(String).filter((text) => text !== '');

/** Returns the change of a complete draft, or undefined if something is missing. */
export function changeOf(structure: Structure, draft: ChangeDraft): BulkChange | undefined {
  const { path, kind, value, find, replacement, ignoreCase, from } = draft;
  if (path === null) return undefined;
  const attribute = pathOf(structure, path);
  const texts = textsOf(value);
  switch (kind) {
    case 'clear':
      return { kind, attribute };
    case 'set':
      return texts.length === 0 ? undefined : { kind, attribute, value: Array.isArray(value) ? texts : texts.join('') };
    case 'add':
    case 'remove':
      return texts.length === 0 ? undefined : { kind, attribute, values: texts };
    case 'replace':
      return find === '' ? undefined : { kind, attribute, find, replacement, ignoreCase };
    case 'copy':
      return from === null ? undefined : { kind, attribute, from: pathOf(structure, from) };
  }
}
