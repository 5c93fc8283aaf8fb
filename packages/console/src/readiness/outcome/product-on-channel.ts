/** Returns the path of the page that shows the readiness of a product on a channel. */
export const productOnChannel = (productId: string, channelId: string): string =>
  `/products/${encodeURIComponent(productId)}?tab=readiness&channel=${encodeURIComponent(channelId)}`;
