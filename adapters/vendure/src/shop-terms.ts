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

/** In which language the shop is written, and how many places of money it keeps. */
export async function getShopTerms(shop: ShopConnection, signal: AbortSignal) {
  const { activeChannel, globalSettings } = await shop.ask(answer, query, {}, signal);
  return {
    language: activeChannel.defaultLanguageCode,
    places: globalSettings.serverConfig.moneyStrategyPrecision,
  };
}
