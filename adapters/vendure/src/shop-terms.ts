import { z } from 'zod';
import type { ShopConnection } from './shop-connection.ts';

const query = `query {
  activeChannel { defaultLanguageCode }
  globalSettings { serverConfig { moneyStrategyPrecision } }
}`;
const answer = z.object({
  activeChannel: z.object({ defaultLanguageCode: z.string() }),
  globalSettings: z.object({ serverConfig: z.object({ moneyStrategyPrecision: z.number() }) }),
});

/** Gets the language of the shop and the number of decimal places of its prices. */
export async function getShopTerms(shop: ShopConnection, signal: AbortSignal) {
  const { activeChannel, globalSettings } = await shop.ask(answer, query, {}, signal);
  return {
    language: activeChannel.defaultLanguageCode,
    decimals: globalSettings.serverConfig.moneyStrategyPrecision,
  };
}
