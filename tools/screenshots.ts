// Takes a picture of every screen, light and dark, wide and narrow, of a running service into screenshots/:
// `node tools/screenshots.ts http://localhost:8480 operator@pimento.local <password>`
import { mkdirSync } from 'node:fs';
import { launchBrowser } from '../e2e/browser.ts';
import { signIn, visit } from '../e2e/console-visit.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

const [baseUrl, email, password, ...wanted] = process.argv.slice(2);
if (baseUrl === undefined || email === undefined || password === undefined)
  fail('say which service, and who signs in: node tools/screenshots.ts <address> <e-mail> <password> [screen …]');

const screens: Record<string, string> = {
  home: '/',
  products: '/products',
  product: '/products/olives-green-180',
  imports: '/imports',
  attributes: '/attributes',
  assets: '/assets',
  'asset-list': '/assets?view=list',
  asset: '/assets/pimento-pantry%2Folives-green-180.jpg',
  gateway: '/gateway',
  adapter: '/gateway/example',
  channels: '/channels',
  channel: '/channels/example-shop',
  'channel-products': '/channels/example-shop?tab=products',
  'channel-automatic': '/channels/example-shop?tab=automatic',
  submissions: '/submissions',
  settings: '/settings',
};
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];

const folder = `${root}/screenshots`;
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    const { page, complaints } = await visit(browser, baseUrl, { colorScheme, viewport });
    await signIn(page, { email, password });
    for (const [name, path] of Object.entries(screens)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${viewport.width}.png` });
    }
    if (complaints.length > 0) console.log(complaints.join('\n'));
    await page.context().close();
  }
}
await browser.close();
