/** Returns how the product differs from what the channel has; undefined if it does not. */
export function standingText(
  product: { changedSince: boolean; isDeleted: boolean },
  texts: { changedSince: string; deletedHere: string },
): string | undefined {
  if (product.isDeleted) return texts.deletedHere;
  return product.changedSince ? texts.changedSince : undefined;
}
