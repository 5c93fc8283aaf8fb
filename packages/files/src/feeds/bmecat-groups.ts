import { FileError } from '../source/file-error.ts';
import { readXmlItems, textAt, type XmlElement } from '../xml/xml-items.ts';

/**
 * Maximum number of groups and assignments of products to groups, taken together. They are kept in memory and take about 100 bytes each.
 */
const maxAssignments = 1_000_000;
/** Maximum total number of characters in the groups and assignments. */
const maxLength = 64 * 1024 * 1024;

interface Group {
  name: string;
  parent: string;
  isRoot: boolean;
}

/** The groups of a catalogue with their products. BMEcat lists groups and assignments separately from the products. */
export interface CatalogGroups {
  groupsOf(productId: string): readonly string[];
  /**
   * Returns the names of a group and its ancestors without the root, from the top level down, such as `Lamps > LED`. Returns the id of the
   * group if there are no names.
   */
  pathOf(groupId: string): string;
}

const isMap = (name: string): boolean => /^(?:PRODUCT|ARTICLE)_TO_CATALOGGROUP_MAP$/.test(name);

function addGroup(groups: Map<string, Group>, element: XmlElement): void {
  groups.set(textAt(element, 'GROUP_ID'), {
    name: textAt(element, 'GROUP_NAME'),
    parent: textAt(element, 'PARENT_ID'),
    isRoot: element.attributes['type'] === 'root',
  });
}

function pathOf(groups: ReadonlyMap<string, Group>, groupId: string): string {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let id = groupId; !seen.has(id);) {
    seen.add(id);
    const group = groups.get(id);
    if (group === undefined || group.isRoot) break;
    names.unshift(group.name);
    id = group.parent;
  }
  return names.filter((name) => name !== '').join(' > ') || groupId;
}

function requireLimits(count: number, length: number): void {
  if (count > maxAssignments)
    throw new FileError(
      'file-too-large',
      `The catalogue has more than ${maxAssignments} groups and assignments to them. Split it into several files.`,
    );
  if (length > maxLength)
    throw new FileError(
      'file-too-large',
      `The groups of the catalogue and the assignments to them have more than ${maxLength} characters. Split it into several files.`,
    );
}

/** Reads the groups of a catalogue and the assignments of products to them. */
export async function readCatalogGroups(text: AsyncIterable<string>): Promise<CatalogGroups> {
  const groups = new Map<string, Group>();
  const byProduct = new Map<string, string | string[]>();
  let count = 0;
  let length = 0;
  for await (const element of readXmlItems(text, (name) => name === 'CATALOG_STRUCTURE' || isMap(name))) {
    length += element.children.reduce((sum, { text }) => sum + text.length, 0);
    requireLimits(++count, length);
    if (!isMap(element.name)) {
      addGroup(groups, element);
      continue;
    }
    const product = textAt(element, 'PROD_ID') || textAt(element, 'ART_ID');
    const group = textAt(element, 'CATALOG_GROUP_ID');
    const earlier = byProduct.get(product);
    // a single string takes a third of the memory of a list
    byProduct.set(product, earlier === undefined ? group : [...[earlier].flat(), group]);
  }
  return {
    groupsOf: (productId) => [byProduct.get(productId) ?? []].flat(),
    pathOf: (groupId) => pathOf(groups, groupId),
  };
}
