import { standardFormat } from '@pimento/contract';
import {
  type Attribute,
  type Category,
  type Conversion,
  listOf,
  membersOf,
  textOf,
  type Untranslated,
  type ValueList,
} from './conversion.ts';

/** A parsed file of the taxonomy. */
export interface TaxonomyFile {
  name: string;
  content: unknown;
}

interface SourceAttribute {
  name: string;
  description?: string;
  /** Id of its list. */
  list: string | undefined;
}

/** Attributes are named with "_" and "/" in categories, and with "-" in the list of attributes. */
const handleOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/**
 * Converts files of the Shopify product taxonomy: categories (`data/categories/*.yml`) and attributes with their values
 * (`dist/en/attributes.json`). The source has no levels of requirement, so every link recommends its attribute.
 */
export function convertShopifyTaxonomy(files: readonly TaxonomyFile[]): Conversion {
  const untranslated: Untranslated[] = [];
  const attributes = new Map<string, SourceAttribute>();
  const valueLists: ValueList[] = [];
  const nodes: { file: string; members: Record<string, unknown> }[] = [];
  for (const { name, content } of files) {
    if (Array.isArray(content)) nodes.push(...content.map((one) => ({ file: name, members: membersOf(one) })));
    else
      for (const one of listOf(membersOf(content)['attributes'])) readAttribute(membersOf(one), attributes, valueLists);
  }
  const used = new Set<string>();
  const categories = readCategories(nodes, used, untranslated);
  const targets = [...used].map((id): Attribute => {
    const known = attributes.get(id);
    if (known === undefined) untranslated.push({ position: id, reason: 'no file lists the values of this attribute' });
    return targetOf(id, known);
  });
  const lists = new Set(targets.map(({ restriction }) => restriction?.valueList));
  return {
    standard: {
      format: standardFormat,
      name: 'Shopify product taxonomy',
      language: 'en',
      source: 'https://github.com/Shopify/product-taxonomy',
      license: 'MIT',
      valueLists: valueLists.filter(({ id }) => lists.has(id)),
      attributes: targets,
      categories,
    },
    untranslated,
  };
}

function targetOf(id: string, known: SourceAttribute | undefined): Attribute {
  return {
    id,
    name: known?.name ?? id,
    ...(known?.description !== undefined && { description: known.description }),
    type: { id: 'string', multiValue: true },
    appliesTo: 'linked',
    ...(known?.list !== undefined && { restriction: { valueList: known.list } }),
  };
}

/** Reads an attribute with its values, and the attributes that have the same values under another name. */
function readAttribute(
  members: Record<string, unknown>,
  attributes: Map<string, SourceAttribute>,
  valueLists: ValueList[],
): void {
  const handle = textOf(members['handle']);
  const name = textOf(members['name']);
  if (handle === undefined || name === undefined) return;
  const id = handleOf(handle);
  const values = listOf(members['values']).flatMap((one) => {
    const value = textOf(membersOf(one)['name']);
    return value === undefined ? [] : [value];
  });
  const list = values.length === 0 ? undefined : id;
  if (list !== undefined) valueLists.push({ id, name, values: [...new Set(values)].map((value) => ({ value })) });
  const description = textOf(members['description']);
  attributes.set(id, { name, ...(description !== undefined && { description }), list });
  for (const one of listOf(members['extended_attributes']).map(membersOf)) {
    const other = textOf(one['handle']);
    if (other !== undefined) attributes.set(handleOf(other), { name: textOf(one['name']) ?? other, list });
  }
}

/** Reads categories; a category links only the attributes that none of its ancestors links. */
function readCategories(
  nodes: readonly { file: string; members: Record<string, unknown> }[],
  used: Set<string>,
  untranslated: Untranslated[],
): Category[] {
  const parents = new Map<string, string>();
  const own = new Map<string, { name: string; links: string[] }>();
  for (const { file, members } of nodes) {
    const id = textOf(members['id']);
    const name = textOf(members['name']);
    if (id === undefined || name === undefined) {
      untranslated.push({ position: `${file}: ${id ?? '?'}`, reason: 'a category needs an id and a name' });
      continue;
    }
    const children = listOf(members['children']).filter((one): one is string => typeof one === 'string');
    for (const child of children) parents.set(child, id);
    const links = listOf(members['attributes']).flatMap((one) => textOf(one) ?? []);
    own.set(id, { name, links: [...new Set(links.map(handleOf))] });
  }
  for (const [child, parent] of parents)
    if (!own.has(child))
      untranslated.push({ position: `${parent}/children`, reason: `no file has the category ${child}` });
  return [...own].map(([id, { name, links }]) => {
    const above = new Set(ancestorsOf(id, parents).flatMap((one) => own.get(one)?.links ?? []));
    const added = links.filter((link) => !above.has(link));
    for (const link of links) used.add(link);
    return {
      id,
      name,
      parentId: parents.get(id) ?? null,
      ...(added.length > 0 && {
        attributeLinks: added.map((link) => ({ id: link, requirement: 'recommended' as const })),
      }),
    };
  });
}

/** Returns the ancestors of a category; ends at a category that is its own ancestor, which the service refuses. */
function ancestorsOf(id: string, parents: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  let parent = parents.get(id);
  while (parent !== undefined && parent !== id && !found.includes(parent)) {
    found.push(parent);
    parent = parents.get(parent);
  }
  return found;
}
