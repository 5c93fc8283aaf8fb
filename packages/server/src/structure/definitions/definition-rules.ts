import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { foldLook } from '@pimento/contract/text';
import { judgeAttribute } from './attribute-rules.ts';
import { parseDefinition } from './definition-input.ts';
import { changesJudgement, isComplete, judgeChange, mergeDefinition } from './definition-merge.ts';
import type { DefinitionDraft, DefinitionVerdict, JudgedDefinition } from './definition-types.ts';
import { type ResolvedParents, resolveParents } from './parent-resolver.ts';
import { shown } from '../values/quoted-text.ts';
import { assignStorageNames, judgeSiblings } from './sibling-rules.ts';
import type { Attribute } from '../values/structure-types.ts';

/**
 * Judges a payload of attribute definitions against all stored definitions of the client, and merges them by identity, all or nothing.
 * Returns either all problems, with JSON Pointers into the payload, or the definitions to store. The order of the payload affects only
 * `position`. A new element at index n gets `nextPosition` + n.
 */
export function judgeDefinitions(
  stored: readonly Attribute[],
  payload: readonly unknown[],
  nextPosition: number = positionAfter(stored),
): DefinitionVerdict {
  const storedIds = new Set(stored.map(({ id }) => id));
  const read = payload.map((raw, index) => parseDefinition(raw, index, storedIds));
  const drafts = read.map(({ draft }) => draft);
  const resolved = resolveParents(stored, drafts);
  const merge = mergeAll(stored, drafts, resolved.identities, nextPosition);
  const judged = judgeMerged(stored, merge.definitions);
  const problems = [
    ...read.flatMap((one) => one.problems),
    ...resolved.problems,
    ...merge.problems,
    ...judged.problems,
  ];
  if (problems.length > 0) return { problems: problems.toSorted(byPath) };
  return {
    definitions: merge.definitions,
    raisesJudgedVersion: merge.definitions.some(changesJudgement),
    warnings: [...onePerName(read.flatMap((one) => one.warnings)), ...judged.warnings],
  };
}

/** If the same text was cleaned several times, keeps only the first warning about it. */
const onePerName = (warnings: readonly ItemProblem[]): ItemProblem[] =>
  [...Map.groupBy(warnings, ({ params }) => params?.['sent']).values()].flatMap(([first]) => first ?? []);

/** Returns warnings about new definitions whose id looks like the id of a sibling. */
function warningsOfLooks(children: readonly Attribute[], changed: readonly JudgedDefinition[]): ItemProblem[] {
  const created = changed.filter(({ outcome }) => outcome === 'created');
  if (created.length === 0) return [];
  const looks = Map.groupBy(children, ({ id }) => foldLook(id));
  return created.flatMap(({ attribute: { id }, index }) => {
    const other = looks.get(foldLook(id))?.find((sibling) => sibling.id !== id);
    if (other === undefined) return [];
    return [{ ...problem('similar-name', { name: shown(id), existing: shown(other.id) }), path: `/${index}/id` }];
  });
}

function mergeAll(
  stored: readonly Attribute[],
  drafts: readonly DefinitionDraft[],
  identities: ResolvedParents['identities'],
  nextPosition: number,
): { definitions: JudgedDefinition[]; problems: ItemProblem[] } {
  const previousByKey = new Map(stored.map((attribute) => [attribute.key, attribute]));
  const indexByKey = new Map<string, number>();
  const definitions: JudgedDefinition[] = [];
  const problems: ItemProblem[] = [];
  for (const draft of drafts) {
    const identity = identities.get(draft.index);
    if (identity === undefined) continue;
    const first = indexByKey.get(identity.key);
    if (first !== undefined) {
      const { index } = draft;
      const duplicate = problem('duplicate-attribute', { attribute: shown(draft.id ?? ''), firstIndex: first, index });
      problems.push({ ...duplicate, path: `/${index}/id` });
      continue;
    }
    indexByKey.set(identity.key, draft.index);
    if (!isComplete(draft)) continue;
    const previous = previousByKey.get(identity.key);
    const attribute = mergeDefinition(draft, identity, previous, nextPosition + draft.index);
    definitions.push(judgeChange(draft.index, attribute, previous));
  }
  return { definitions, problems };
}

/** Judges the definitions in their state after the merge, and gives new children their storage names. */
function judgeMerged(
  stored: readonly Attribute[],
  definitions: readonly JudgedDefinition[],
): { problems: ItemProblem[]; warnings: ItemProblem[] } {
  const finalByKey = new Map(stored.map((attribute) => [attribute.key, attribute]));
  const definitionByKey = new Map<string, JudgedDefinition>();
  for (const definition of definitions) {
    finalByKey.set(definition.attribute.key, definition.attribute);
    definitionByKey.set(definition.attribute.key, definition);
  }
  const childrenByParent = Map.groupBy(finalByKey.values(), ({ parentKey }) => parentKey);
  const problems: ItemProblem[] = [];
  const warnings: ItemProblem[] = [];
  for (const { attribute, index } of definitions) {
    const childCount = childrenByParent.get(attribute.key)?.length ?? 0;
    const judged = judgeAttribute(attribute, `/${index}`, childCount);
    problems.push(...judged.problems);
    warnings.push(...judged.warnings);
  }
  for (const [parentKey, children] of childrenByParent) {
    const changed = children.flatMap(({ key }) => definitionByKey.get(key) ?? []);
    const parent = parentKey === null ? undefined : finalByKey.get(parentKey);
    if (parent === undefined || changed.length === 0) continue;
    const clashes = judgeSiblings(parent.id, children, (key) => definitionByKey.get(key)?.index);
    problems.push(...clashes);
    if (clashes.length === 0) nameStorage(children, changed);
  }
  for (const children of childrenByParent.values()) {
    const changed = children.flatMap(({ key }) => definitionByKey.get(key) ?? []);
    if (changed.length > 0) warnings.push(...warningsOfLooks(children, changed));
  }
  return { problems, warnings };
}

function nameStorage(children: readonly Attribute[], changed: readonly JudgedDefinition[]): void {
  const created = changed.filter(({ outcome }) => outcome === 'created').map(({ attribute }) => attribute);
  const isCreated = new Set(created);
  const names = assignStorageNames(
    children.filter((child) => !isCreated.has(child)),
    created,
  );
  for (const attribute of created) attribute.storageName = names.get(attribute.key) ?? attribute.storageName;
}

function positionAfter(stored: readonly Attribute[]): number {
  return stored.reduce((next, { position }) => Math.max(next, position + 1), 1);
}

function byPath(a: ItemProblem, b: ItemProblem): number {
  const indexes = Number(a.path.split('/')[1]) - Number(b.path.split('/')[1]);
  return indexes === 0 ? a.path.localeCompare(b.path, 'en') : indexes;
}
