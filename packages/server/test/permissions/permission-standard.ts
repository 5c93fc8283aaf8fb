/** Returns a data standard whose name, value list, attribute and category contain the given word. */
export const standardOf = (word: string) => ({
  format: 'pimento-standard/1',
  // advisory, because products are submitted before a mapping is published
  enforcement: 'advisory',
  name: `${word} standard`,
  valueLists: [{ id: 'colors', values: [{ value: word }] }],
  attributes: [{ id: 'title', name: `${word} title`, type: { id: 'string' } }],
  categories: [{ id: 'all', name: `${word} category` }],
});
