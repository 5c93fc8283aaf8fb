/** Returns a text if the product was changed or deleted since it was sent to the channel; otherwise undefined. */
export function standingText(
  product: { changedSince: boolean; isDeleted: boolean },
  texts: { changedSince: string; deletedHere: string },
): string | undefined {
  if (product.isDeleted) return texts.deletedHere;
  return product.changedSince ? texts.changedSince : undefined;
}
