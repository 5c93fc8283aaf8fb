/** Returns the address of what a product lacks on a channel. */
export const productOnChannel = (productId: string, channelId: string): string =>
  `/products/${encodeURIComponent(productId)}?tab=channels&channel=${encodeURIComponent(channelId)}`;
