/** Splits what is to be sent into requests that are no longer than the shop takes. */
export function splitBySize<Item>(items: readonly Item[], mostBytes: number): Item[][] {
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
      room = mostBytes - size;
    }
  }
  return pages;
}
