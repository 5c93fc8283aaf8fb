/** Returns a message if the product was changed or deleted after it was sent to the channel, otherwise undefined. */
export function standingText(
  product: { changedSince: boolean; isDeleted: boolean },
  texts: { changedSince: string; deletedHere: string },
): string | undefined {
  if (product.isDeleted) return texts.deletedHere;
  return product.changedSince ? texts.changedSince : undefined;
}
