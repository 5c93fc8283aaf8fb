import type { AttributeNode } from '../columns/attribute-tree.ts';
import { type ColumnTarget, findAttribute, parseColumnName } from '../columns/column-name.ts';
import { findOwnUnit } from './quantity-text.ts';

type Tree = ReadonlyMap<string, AttributeNode>;

/** What a header names. `node` is undefined if no attribute has this name. */
export interface GuessedTarget extends ColumnTarget {
  node: AttributeNode | undefined;
  reason: string;
  /** Separator of list items, if the header determines it. */
  separator?: string;
}

/**
 * Maximum number of characters of a header that is matched against the patterns below, which are slow for long headers. A longer header is
 * only looked up as a column name of an export.
 */
const maxLength = 300;
const withUnit = /^(.*\S)\s*(?:\(([^()]+)\)|\[([^[\]]+)\]|\s[Ii]n (\S+))$/;
const numbered = /^(.*[^\s\d_.-])[\s_.-]*\d{1,3}$/;

/** Splits `Weight (kg)`, `Weight [kg]` or `Weight in kg` into name and unit. Both are empty for other headers. */
function splitHeader(header: string): { name: string; unit: string } {
  const [, name = '', ...units] = (header.length > maxLength ? null : withUnit.exec(header)) ?? [];
  return { name, unit: units.find((one) => one !== undefined) ?? '' };
}

/** Returns the unit in a header such as `Weight (kg)`, or undefined if it is not one of the given units. */
export const unitInHeader = (header: string, units: readonly string[] | undefined): string | undefined =>
  findOwnUnit(units, splitHeader(header).unit);

/** Reads `Weight (kg)`, `Weight [kg]` or `Weight in kg` as the attribute `Weight`, if kg is a unit of the attribute. */
function unitTarget(header: string, tree: Tree): GuessedTarget | undefined {
  const { name, unit } = splitHeader(header);
  const { node, kind, path } = parseColumnName(name, tree);
  const isOwnUnit = findOwnUnit(node?.units, unit) !== undefined;
  return isOwnUnit ? { node, kind, path, reason: `same name, unit ${unit.trim()}` } : undefined;
}

/** Reads `price.amount` as a child of the composite `price`. */
function dottedTarget(header: string, tree: Tree): GuessedTarget | undefined {
  if (!header.includes('.')) return undefined;
  const { node, kind, path } = parseColumnName(header.replaceAll('.', '/'), tree);
  return node !== undefined && path.length > 1 ? { node, kind, path, reason: 'same name' } : undefined;
}

/** Reads `Image 1`, `Image 2` … as items of the list `Image`. Each line of a cell is an item. */
function numberedTarget(header: string, tree: Tree): GuessedTarget | undefined {
  const [, name = ''] = numbered.exec(header) ?? [];
  const node = findAttribute(tree, name);
  if (node?.multiValue !== true || node.children !== undefined) return undefined;
  return { node, kind: 'list', path: [node.key], separator: '\n', reason: 'numbered column of a list' };
}

/** Reads a header that is the label of exactly one top-level attribute, in any language. */
function labelTarget(header: string, tree: Tree): GuessedTarget | undefined {
  const [node, ...others] = [...tree.values()].filter(({ labels }) => labels?.includes(header));
  if (node === undefined || others.length > 0 || node.children !== undefined) return undefined;
  return { node, kind: node.multiValue ? 'list' : 'value', path: [node.key], reason: 'same label' };
}

/** Parses the header of an export. Such a header must name its attribute exactly. */
export function ownTarget(header: string, tree: Tree): GuessedTarget {
  const target = parseColumnName(header, tree);
  return { ...target, reason: target.node === undefined ? 'new attribute' : 'same name' };
}

/** Finds the attribute that a header names by its id or name. */
function nameTarget(header: string, tree: Tree): GuessedTarget {
  const exact = ownTarget(header, tree);
  if (exact.node !== undefined || header.length > maxLength) return exact;
  return unitTarget(header, tree) ?? dottedTarget(header, tree) ?? numberedTarget(header, tree) ?? exact;
}

/**
 * Finds the attributes that the headers of a foreign table name. A header that names none becomes a new attribute. A header that is a label
 * also becomes a new attribute if another header names the same attribute, so that adding a label cannot make a table ambiguous.
 */
export function guessTargets(headers: readonly string[], tree: Tree): ReadonlyMap<string, GuessedTarget> {
  const targets = new Map(headers.map((header) => [header, nameTarget(header, tree)]));
  const byLabel = [...targets].flatMap(([header, { node }]) => {
    const target = node === undefined && header.length <= maxLength ? labelTarget(header, tree) : undefined;
    return target ? [{ header, target }] : [];
  });
  const uses = new Map<AttributeNode, number>();
  for (const { node } of [...targets.values(), ...byLabel.map(({ target }) => target)])
    if (node) uses.set(node, (uses.get(node) ?? 0) + 1);
  for (const { header, target } of byLabel) if (target.node && uses.get(target.node) === 1) targets.set(header, target);
  return targets;
}
