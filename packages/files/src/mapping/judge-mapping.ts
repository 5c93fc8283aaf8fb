import { attributeTree, type Attribute, type AttributeNode } from '../columns/attribute-tree.ts';
import { type ColumnTarget, findAttribute } from '../columns/column-name.ts';
import { mappingQuestion } from './column-question.ts';
import type { MappingQuestion, StoredMapping } from './mapping-types.ts';
import { quotedText, shownText } from '../text/shown-text.ts';

type Tree = ReadonlyMap<string, AttributeNode>;

/** Returns the attribute to which a target refers, or undefined if the attribute does not exist yet. */
export function nodeOf(tree: Tree, path: readonly string[]): AttributeNode | undefined {
  const [first = '', ...steps] = path;
  let node = findAttribute(tree, first);
  for (const step of steps) node = node?.children?.get(step);
  return node;
}

const isReserved = (key: string): boolean => key.startsWith('__') || key === 'PRIMARY_ASSET';

/** Checks one target against the definitions. A top-level name without a definition becomes a new attribute. */
function judgeTarget(
  tree: Tree,
  { kind, path }: ColumnTarget,
  at: { header: string; column: number },
): MappingQuestion[] {
  for (let depth = 1; depth < path.length; depth++) {
    const parent = nodeOf(tree, path.slice(0, depth));
    const name = path[depth - 1];
    if (parent?.children === undefined)
      return [
        mappingQuestion(
          'not-composite',
          { ...at, attribute: name },
          `goes into ${quotedText(name)}, which is not a composite`,
        ),
      ];
    const child = path[depth];
    if (child !== undefined && !parent.children.has(child)) {
      const text = `goes to ${quotedText(child)}, which the composite ${quotedText(name)} does not have`;
      return [mappingQuestion('no-child', { ...at, attribute: name, child }, text)];
    }
  }
  const name = path.at(-1);
  const node = nodeOf(tree, path);
  if (kind === 'row' && node?.children === undefined)
    return [
      mappingQuestion(
        'not-composite',
        { ...at, attribute: name },
        `numbers rows of ${quotedText(name)}, which is not a composite`,
      ),
    ];
  if (kind !== 'row' && node?.children !== undefined)
    return [
      mappingQuestion(
        'composite-itself',
        { ...at, attribute: name },
        `goes to the composite ${quotedText(name)} itself. Name one of its attributes`,
      ),
    ];
  if (kind === 'list' && path.length === 1 && isReserved(name ?? ''))
    return [
      mappingQuestion(
        'reserved-list',
        { ...at, attribute: name },
        `is a list, but ${shownText(name ?? '')} has one value`,
      ),
    ];
  return [];
}

function judgeRepeated(columns: StoredMapping['columns']): MappingQuestion[] {
  const headers = new Map<string, number>();
  const targets = new Map<string, number>();
  return columns.flatMap(({ header, target }, column) => {
    if (target === undefined) return [];
    const key = JSON.stringify([target.kind === 'row', target.path]);
    const sameHeader = headers.get(header);
    const sameTarget = targets.get(key);
    headers.set(header, sameHeader ?? column);
    targets.set(key, sameTarget ?? column);
    const at = { header, column };
    if (sameHeader !== undefined)
      return [mappingQuestion('header-repeated', { ...at, other: sameHeader }, 'is mapped twice. Ignore one')];
    // numbered columns are members of one list
    if (sameTarget === undefined || (target.kind === 'list' && columns[sameTarget]?.target?.kind === 'list')) return [];
    const text = `goes to the same attribute as ${quotedText(columns[sameTarget]?.header)}. Ignore one`;
    return [mappingQuestion('target-repeated', { ...at, other: sameTarget }, text)];
  });
}

/**
 * Checks a mapping as a whole against the definitions of the client, without a file.
 * @returns the reasons why it cannot be used. `column` is an index in `columns` of the mapping
 */
export function judgeMapping({ columns }: StoredMapping, attributes: readonly Attribute[]): MappingQuestion[] {
  const tree = attributeTree(attributes);
  const questions: MappingQuestion[] = [];
  for (const [column, { header, target, separator }] of columns.entries()) {
    const at = { header, column };
    if (target === undefined) continue;
    if (header === '')
      questions.push({ code: 'header-missing', column, message: 'A column without a header cannot have a target.' });
    if (separator !== undefined && target.kind !== 'list')
      questions.push(mappingQuestion('separator-unused', at, 'has a separator, but is not a list'));
    questions.push(...judgeTarget(tree, target, at));
  }
  if (!columns.some(({ target }) => isIdTarget(target)))
    questions.push({ code: 'id-column-missing', message: 'No column contains the product ids.' });
  return [...questions, ...judgeRepeated(columns)];
}

/** Returns the top-level attributes that an import with this mapping would create, each once. */
export function newAttributesOf({ columns }: StoredMapping, attributes: readonly Attribute[]): string[] {
  const tree = attributeTree(attributes);
  const names = columns.flatMap(({ target }) => {
    const [name, ...steps] = target?.path ?? [];
    return name === undefined || steps.length > 0 || findAttribute(tree, name) !== undefined ? [] : [name];
  });
  return [...new Set(names)];
}

/** Returns true if a column contains the ids of the products. */
export const isIdTarget = (target: ColumnTarget | undefined): boolean =>
  target?.kind === 'value' && target.path.length === 1 && target.path[0] === '__ID';
