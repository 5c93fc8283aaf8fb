// A Vendure shop with the fields of the adapter. It stores its data in SHOP_DATABASE and SHOP_FOLDER, has one administrator with all rights
// (SHOP_USERNAME, SHOP_PASSWORD), listens on a free port and prints its URL.
import { join } from 'node:path';
import { AssetServerPlugin } from '@vendure/asset-server-plugin';
import { bootstrap, DefaultLogger, LanguageCode, LogLevel } from '@vendure/core';
import { populateInitialData } from '@vendure/core/cli/index.js';
import { pimentoFields } from './pimento-fields.mjs';

const { SHOP_DATABASE, SHOP_FOLDER, SHOP_USERNAME, SHOP_PASSWORD } = process.env;
const database = new URL(SHOP_DATABASE);

const app = await bootstrap({
  apiOptions: { port: 0, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: SHOP_USERNAME, password: SHOP_PASSWORD },
    cookieOptions: { secret: SHOP_PASSWORD },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: database.searchParams.get('host') ?? database.hostname,
    port: Number(database.port || 5432),
    username: decodeURIComponent(database.username),
    password: decodeURIComponent(database.password),
    database: database.pathname.slice(1),
    synchronize: true,
  },
  customFields: pimentoFields,
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [AssetServerPlugin.init({ route: 'assets', assetUploadDir: join(SHOP_FOLDER, 'assets') })],
});
await populateInitialData(app, {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 19 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
});
process.once('SIGTERM', () => void app.close());
const { port } = app.getHttpServer().address();
console.log(`running at http://127.0.0.1:${port}`);
