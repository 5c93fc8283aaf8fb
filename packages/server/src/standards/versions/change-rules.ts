import { isDeepStrictEqual } from 'node:util';
import type {
  ChangeClass,
  StandardAttribute,
  StandardCategory,
  StandardChange,
  StandardHead,
  StandardRule,
} from '@pimento/contract';
import type { ItemDifference, ValueDifference } from './change-views.ts';
import { classOfAddedTarget, classOfChangedTarget, classOfLinks, worstClass } from './target-change-rules.ts';

type Side = Record<string, unknown> | null;

/** Classifies the difference of one item between two versions. */
export function judgeItemChange({ kind, itemId, before, after }: ItemDifference): StandardChange {
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const members = before !== null && after !== null ? changedMembers(before, after) : undefined;
  return { kind, id: itemId, change, class: classOf(kind, before, after), ...(members && { members }) };
}

export function judgeValueChange({ listId, value, change, isMoved }: ValueDifference): StandardChange {
  const isBreaking = change === 'removed' || (change === 'changed' && isMoved);
  return { kind: 'value', id: value, listId, change, class: isBreaking ? 'breaking' : 'harmless' };
}

/** Classifies changes to the head. @returns undefined if it did not change */
export function judgeHeadChange(before: StandardHead, after: StandardHead): StandardChange | undefined {
  const members = changedMembers(before, after);
  if (members.length === 0) return undefined;
  const kept = new Set((after.purposes ?? []).map(({ id }) => id));
  const isBreaking =
    (before.purposes ?? []).some(({ id }) => !kept.has(id)) ||
    (after.enforcement !== 'advisory' && before.enforcement === 'advisory') ||
    (after.deliver ?? 'import') !== (before.deliver ?? 'import') ||
    members.includes('unitsOfMeasure');
  return { kind: 'head', id: '', change: 'changed', class: isBreaking ? 'breaking' : 'harmless', members };
}

function changedMembers(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function classOf(kind: ItemDifference['kind'], before: Side, after: Side): ChangeClass {
  switch (kind) {
    case 'attribute':
      return classOfTarget(before, after);
    case 'category':
      return classOfCategory(before, after);
    case 'rule':
      return classOfRule(before, after);
    case 'value-list':
      return after === null ? 'breaking' : 'harmless';
  }
}

/* Stored items matched the schemas of the contract when they were published, so the types below are correct. */

function classOfTarget(before: Side, after: Side): ChangeClass {
  if (after === null) return 'idle';
  if (before === null) return classOfAddedTarget(after as StandardAttribute); // the document matched its schema when it was published
  // both documents matched their schemas when they were published
  return classOfChangedTarget(before as StandardAttribute, after as StandardAttribute);
}

function classOfCategory(before: Side, after: Side): ChangeClass {
  if (before === null) return 'harmless';
  if (after === null) return 'breaking';
  const [old, now] = [before as StandardCategory, after as StandardCategory]; // both documents matched their schemas when they were published
  const isMoved = (old.parentId ?? null) !== (now.parentId ?? null) || (old.leaf ?? false) !== (now.leaf ?? false);
  return worstClass([isMoved ? 'breaking' : 'harmless', classOfLinks(old.attributeLinks, now.attributeLinks)]);
}

function classOfRule(before: Side, after: Side): ChangeClass {
  if (after === null) return 'harmless';
  const { level } = after as StandardRule; // the document matched its schema when it was published
  const isText = before !== null && changedMembers(before, after).every((member) => member === 'message');
  if (isText) return 'harmless';
  return level === 'warning' ? 'warning' : 'breaking';
}
