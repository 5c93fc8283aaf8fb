/** Splits items into pages of at most `maxBytes` of JSON. A larger item gets its own page. */
export function splitBySize<Item>(items: readonly Item[], maxBytes: number): Item[][] {
  const pages: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    const page = pages.at(-1);
    if (page && size <= room) {
      page.push(item);
      room -= size;
    } else {
      pages.push([item]);
      room = maxBytes - size;
    }
  }
  return pages;
}
