import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { FormulaAttribute } from '@pimento/formula';
import { prepareCandidates, suggestFor } from '../../src/standards/suggestions/suggestion-rules.ts';
import { meaningsOf } from '../../src/standards/suggestions/synonyms-rules.ts';
import synonyms from '../../src/standards/suggestions/synonyms.json' with { type: 'json' };

const repository = join(import.meta.dirname, '../../../..');
const catalogues = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');
const skip = existsSync(catalogues) ? false : `no real catalogues at ${catalogues}; set PIMENTO_SHARED to their folder`;

/** Names of the targets of a channel. The id of a target is its name in lower case, with "_" instead of spaces. */
const targets = [
  'Title, Description, Brand, GTIN, MPN, Price, Sale price, Color, Size, Material, Pattern, Gender, Weight',
  'Height, Category, Item group, Quantity, Link, Tax class, Country, Model, Ingredients list, Allergens, Traces',
  'Additives, Serving size, Labels, Packaging, Language, Country of origin, Release date, Number of pieces',
  'Screen size, Resolution, Frame rate, Activity, Optical zoom, Sensor, Power, Connectivity, Airflow, Comment',
  'Vegan, Vegetarian, Organic, Minimum order quantity, Visibility, Climate, Carbon footprint, Packaging level',
  'Stores',
].flatMap((line) => line.split(', '));
const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '_');

const targetOf = (name: string) => {
  const body = { id: idOf(name), name, type: { id: 'string' } } as const;
  return { id: body.id, name, typeId: 'string', body } as const;
};

const everywhere = { Title: ['__NAME'], Category: ['__CATEGORY', 'categories'], 'Item group': ['__FAMILY'] };
/** The attributes of each catalogue that a person would choose, by target. */
const chosen: Record<string, Record<string, string[]>> = {
  'electronics-icecat-html': {
    Brand: ['vendor'],
    Description: ['description-en_US-print', 'description-en_US-mobile', 'description-de_DE-print'],
    Weight: ['weight'],
    'Release date': ['release_date'],
    'Screen size': ['display_diagonal'],
    Resolution: ['total_megapixels', 'maximum_video_resolution'],
    'Frame rate': ['maximum_frame_rate'],
    'Optical zoom': ['optical_zoom'],
    Sensor: ['sensor_type'],
    Power: ['power_requirements'],
    Connectivity: ['headphone_connectivity'],
  },
  'electronics-network-devices': {
    Brand: ['manufacturer'],
    Model: ['model'],
    MPN: ['part_number'],
    Weight: ['weight'],
    Height: ['u_height'],
    Airflow: ['airflow'],
    Comment: ['comments'],
  },
  'fashion-magento': {
    Description: ['description'],
    Price: ['price'],
    'Sale price': ['special_price'],
    Quantity: ['qty'],
    'Tax class': ['tax_class_name'],
    Size: ['size'],
    Color: ['color'],
    Link: ['url_key'],
    Weight: ['weight'],
    Material: ['material'],
    Pattern: ['pattern'],
    Climate: ['climate'],
    Activity: ['activity'],
    Gender: ['gender'],
    'Minimum order quantity': ['min_cart_qty'],
    Visibility: ['visibility'],
    Category: ['__CATEGORY', 'categories', 'product_type'],
  },
  'food-openfoodfacts': {
    Title: ['__NAME', 'product_name'],
    Brand: ['brands', 'brands_tags'],
    'Ingredients list': ['ingredients_text', 'ingredients_tags'],
    Allergens: ['allergens_tags'],
    Traces: ['traces_tags'],
    Additives: ['additives_tags'],
    'Serving size': ['serving_size'],
    Labels: ['labels', 'labels_tags'],
    Packaging: ['packaging', 'packaging_tags'],
    Language: ['lang'],
    Country: ['countries_tags'],
    'Country of origin': ['origins', 'origins_tags'],
    Quantity: ['quantity', 'product_quantity'],
    Link: ['link'],
    Stores: ['stores', 'stores_tags'],
  },
  'packaging-gs1-gdsn': { 'Packaging level': ['unit_descriptor'] },
  'packaging-hierarchy-sealed': {
    'Release date': ['release_date'],
    'Number of pieces': ['card_count'],
    Language: ['language'],
  },
  'unicode-ingredients': {
    Description: ['description'],
    Vegan: ['vegan'],
    Vegetarian: ['vegetarian'],
    Organic: ['organic_eu'],
    Allergens: ['allergens', 'likely_allergens'],
    'Country of origin': ['origins'],
    'Carbon footprint': ['carbon_footprint_fr_foodges_value'],
    Comment: ['comment'],
  },
};

const plain = (id: string): FormulaAttribute => ({
  key: id,
  id,
  storageName: id,
  type: 'string',
  isMultiValue: false,
});

/** Returns the attributes of a catalogue without composites and reserved fields. */
function attributesOf(catalogue: string): FormulaAttribute[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(catalogues, catalogue, file), 'utf8'));
  const definitions = read('attributes.json') as {
    name: string;
    compositeAttribute: string | null;
    type: { id: string };
  }[]; // the files contain these types
  const { products } = read('import.json') as { products: object[] }; // the files contain these types
  const composites = new Set(
    definitions.filter((one) => one.compositeAttribute === null && one.type.id === 'composite').map(({ name }) => name),
  );
  const ids = new Set(products.flatMap((product) => Object.keys(product)));
  return [...ids].filter((id) => !composites.has(id) && !/^(?:__|PRIMARY_ASSET|PACKAGING)/.test(id)).map(plain);
}

interface Figures {
  /** Number of targets for which a person would choose an attribute. The other figures count targets as well. */
  expected: number;
  first: number;
  amongThree: number;
  clear: number;
  clearAndRight: number;
}

function measure(catalogue: string): Figures {
  const candidates = prepareCandidates(attributesOf(catalogue));
  const right: Record<string, string[]> = { ...everywhere, ...chosen[catalogue] };
  const figures: Figures = { expected: Object.keys(right).length, first: 0, amongThree: 0, clear: 0, clearAndRight: 0 };
  for (const name of targets) {
    const target = {
      id: idOf(name),
      name,
      typeId: 'string',
      body: { id: '', name: '', type: { id: 'string' } },
    } as const;
    const suggestions = suggestFor(target, candidates, new Set());
    const isRight = suggestions.map(({ attribute }) => right[name]?.includes(attribute) ?? false);
    if (isRight[0]) figures.first += 1;
    if (isRight.includes(true)) figures.amongThree += 1;
    if (suggestions[0]?.isClear) figures.clear += 1;
    if (suggestions[0]?.isClear && isRight[0]) figures.clearAndRight += 1;
  }
  return figures;
}

describe('suggestions', () => {
  test('have a list of at least 300 meanings, in which no name has two', () => {
    const found = new Map<string, string>();
    for (const row of synonyms) {
      const [first = '', ...others] = row.split(', ');
      const group = meaningsOf(first);
      assert.equal(group.length, 1, first);
      for (const name of others) assert.deepEqual(meaningsOf(name), group, `"${name}" also means something else`);
      assert.ok(!found.has(first), first);
      found.set(first, row);
    }
    assert.ok(synonyms.length >= 300);
  });

  test('know the words of the field in six languages', () => {
    for (const name of ['Marke', 'marque', 'marca', 'merk']) assert.deepEqual(meaningsOf(name), meaningsOf('brand'));
    for (const name of ['Código de barras', 'code-barres', 'UPC', 'eanCode'])
      assert.deepEqual(meaningsOf(name), meaningsOf('GTIN'));
    assert.deepEqual(meaningsOf('country_of_origin'), meaningsOf("Pays d'origine"));
    assert.notDeepEqual(meaningsOf('country of origin'), meaningsOf('country'));
  });

  test('prefer the attribute of the same name to a synonym', () => {
    const candidates = prepareCandidates(['brand', 'manufacturer'].map(plain));
    for (const name of ['Brand', 'Manufacturer']) {
      const [first] = suggestFor(targetOf(name), candidates, new Set());
      assert.deepEqual([first?.attribute, first?.isClear], [idOf(name), false]);
    }
  });

  test('find most attributes of seven real catalogues first, and clear ones are right', { skip }, (context) => {
    const total: Figures = { expected: 0, first: 0, amongThree: 0, clear: 0, clearAndRight: 0 };
    for (const catalogue of Object.keys(chosen)) {
      const figures = measure(catalogue);
      for (const key of Object.keys(total) as (keyof Figures)[]) total[key] += figures[key]; // `total` has exactly these keys
      context.diagnostic(`${catalogue}: ${JSON.stringify(figures)}`);
    }
    context.diagnostic(`all: ${JSON.stringify(total)}`);
    assert.ok(total.first / total.expected >= 0.95, `first: ${total.first} of ${total.expected}`);
    assert.ok(total.amongThree / total.expected >= 0.98, `among three: ${total.amongThree} of ${total.expected}`);
    assert.ok(total.clear / total.expected >= 0.75, `clear: ${total.clear} of ${total.expected}`);
    assert.ok(total.clearAndRight / total.clear >= 0.98, `clear and right: ${total.clearAndRight} of ${total.clear}`);
  });
});
