import { standardFormat } from '@pimento/contract/wire';
import { type Attribute, type Conversion, listOf, membersOf, type Untranslated, type ValueList } from './conversion.ts';
import { readAttribute, type SourceAttribute } from './taxonomy-attributes.ts';
import { readCategories } from './taxonomy-categories.ts';

export interface TaxonomyFile {
  name: string;
  content: unknown;
}

/**
 * Converts files of the Shopify product taxonomy, which are categories (`data/categories/*.yml`) and attributes with their values
 * (`dist/en/attributes.json`). The source has no levels of requirement, so all attributes of a category are recommended.
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
