const example = {
  format: 'pimento-standard/1',
  name: 'Example Shop catalogue',
  release: '2026-11',
  language: 'en',
  purposes: [{ id: 'listing' }, { id: 'offer', name: 'Offer' }] as unknown[],
  primaryAttributes: { id: 'id', name: 'title', asset: 'image_link' } as Record<string, string>,
  unitsOfMeasure: { oz: { name: 'Ounce', rec20: 'ONZ' }, lb: { name: 'Pound', rec20: 'LBR' } } as Record<
    string,
    unknown
  >,
  valueLists: [
    {
      id: 'availability',
      values: [
        { value: 'in_stock', label: 'In stock', synonyms: ['available', 'lieferbar'] },
        { value: 'out_of_stock', label: 'Out of stock' },
        { value: 'preorder', label: 'Preorder' },
      ],
    },
  ] as Record<string, unknown>[],
  attributes: [
    {
      id: 'id',
      name: 'ID',
      type: { id: 'string' },
      requirement: 'required',
      restriction: { parameters: { maxLength: 50 } },
      unique: true,
      defaultFormula: '__ID',
    },
    {
      id: 'title',
      name: 'Title',
      type: { id: 'string' },
      requirement: 'required',
      semantic: 'schema:name',
      restriction: { parameters: { maxLength: 150 } },
    },
    {
      id: 'price',
      name: 'Price',
      type: { id: 'money' },
      requirement: { offer: 'required' },
      restriction: { parameters: { minValue: '0.01', maxDecimals: 2 } },
      output: { as: 'text', template: '{amount} {currency}' },
    },
    { id: 'sale_price', name: 'Sale price', type: { id: 'money' } },
    {
      id: 'availability',
      name: 'Availability',
      type: { id: 'string' },
      requirement: 'required',
      restriction: { valueList: 'availability' },
    },
    { id: 'availability_date', name: 'Availability date', type: { id: 'date' } },
    { id: 'brand', name: 'Brand', type: { id: 'string' } },
    { id: 'gtin', name: 'GTIN', type: { id: 'gtin' } },
    { id: 'mpn', name: 'MPN', type: { id: 'string' } },
    {
      id: 'shipping_weight',
      name: 'Shipping weight',
      type: { id: 'quantity' },
      units: ['lb', 'oz'],
      requirement: 'recommended',
    },
    {
      id: 'image_link',
      name: 'Main image',
      type: { id: 'asset' },
      requirement: 'required',
      restriction: {
        parameters: {
          contentTypes: ['image/jpeg', 'image/png'],
          minPixelWidth: 500,
          minPixelHeight: 500,
          maxFileSizeBytes: 16_777_216,
          aspectRatio: '1:1',
          aspectTolerance: '0.05',
        },
      },
      levels: { aspectRatio: 'warning' },
    },
    {
      id: 'product_detail',
      name: 'Details',
      type: { id: 'composite', multiValue: true },
      maxItems: 100,
      uniqueBy: ['attribute_name'],
    },
    {
      id: 'attribute_name',
      compositeAttribute: 'product_detail',
      name: 'Name',
      type: { id: 'string' },
      requirement: 'required',
    },
    {
      id: 'attribute_value',
      compositeAttribute: 'product_detail',
      name: 'Value',
      type: { id: 'string' },
      requirement: 'required',
    },
    { id: 'size', name: 'Size', type: { id: 'string' }, appliesTo: 'linked' },
  ] as Record<string, unknown>[],
  categories: [
    { id: 'root', name: 'All', parentId: null },
    {
      id: '166',
      name: 'Apparel',
      parentId: 'root',
      attributeLinks: [{ id: 'size', requirement: 'required' }],
    },
    { id: '1604', name: 'Clothing', parentId: '166', leaf: true },
    { id: '53', name: 'Gift cards', parentId: 'root', leaf: true },
  ] as Record<string, unknown>[],
  rules: [
    {
      id: 'identifier',
      oneOf: ['gtin', 'mpn'],
      atLeast: 1,
      when: 'filled(brand)',
      level: 'error',
      message: 'A branded product needs a GTIN or an MPN.',
    },
    {
      id: 'sale-below-price',
      check: 'amount(sale_price) < amount(price)',
      when: 'filled(sale_price)',
      message: 'The sale price must be below the price.',
    },
    { id: 'preorder-date', require: ['availability_date'], when: 'availability = "preorder"' },
  ] as Record<string, unknown>[],
};

/** Returns the complete example of the documentation, as plain JSON that tests can change. */
export const exampleStandard = () => structuredClone(example);

export type ExampleStandard = ReturnType<typeof exampleStandard>;

/** Returns the standard as NDJSON, with the head on the first line and then one item per line. */
export function exampleLines(standard: ExampleStandard = exampleStandard()): string {
  const { valueLists, attributes, categories, rules, ...head } = standard;
  const lists = valueLists.flatMap(({ values, ...list }) => [
    { kind: 'value-list', ...list },
    ...(Array.isArray(values) ? values : []).map((value: object) => ({ kind: 'value', listId: list['id'], ...value })),
  ]);
  const lines = [
    head,
    ...lists,
    ...attributes.map((item) => ({ kind: 'attribute', ...item })),
    ...categories.map((item) => ({ kind: 'category', ...item })),
    ...rules.map((item) => ({ kind: 'rule', ...item })),
  ];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}
