// node tools/screenshots.ts http://localhost:8480 operator@pimento.local <password> [<screen> ...]
// Saves screenshots of every screen of a running service, or of the named screens, in screenshots/, light and dark, wide and narrow.
// The design page exists only in development, so its screenshots come from a development server in front of the service.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../e2e/support/browser.ts';
import { signIn, visit } from '../e2e/support/console-visit.ts';
import { startConsoleServer } from './testing/console-server.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

const [baseUrl, email, password, ...wanted] = process.argv.slice(2);
if (baseUrl === undefined || email === undefined || password === undefined)
  fail('give the service and a login: node tools/screenshots.ts <address> <e-mail> <password> [screen …]');

type Act = (page: Page) => Promise<unknown>;
const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click();
const follow =
  (name: RegExp): Act =>
  (page) =>
    page.getByRole('main').getByRole('row', { name }).first().getByRole('link').first().click();

/** Name of the screenshot → path of the screen, and the actions before the screenshot. */
type Screens = Record<string, [path: string, ...acts: Act[]]>;
const screens: Screens = {
  home: ['/'],
  products: ['/products'],
  'products-selected': ['/products', (page) => page.getByRole('checkbox').nth(2).check()],
  'products-filter': ['/products?text=oliv', press('Filter')],
  'products-columns': ['/products', press(/^(Columns|Spalten)$/)],
  'products-delete': ['/products', (page) => page.getByRole('checkbox').nth(2).check(), press(/^(Delete|Löschen)$/)],
  preview: ['/products', (page) => page.getByRole('gridcell', { name: 'capers-100', exact: true }).click()],
  product: ['/products/olives-green-180'],
  'product-edit': ['/products/olives-green-180', press(/^(Edit Texts|Texts bearbeiten)$/)],
  'product-history': ['/products/olives-green-180', (page) => page.getByRole('tab').nth(1).click()],
  // Deletes the product, if it still exists, while one of its values is being edited.
  'product-gone': [
    '/products/gone-while-editing',
    press(/^(Edit Net weight|Net weight bearbeiten)$/),
    (page) => page.getByRole('textbox', { name: 'Net weight' }).fill('20.5'),
    (page) => page.evaluate(deleteProduct),
    press(/^(Save changes|Änderungen speichern)$/),
  ],
  deleted: ['/deleted-products'],
  'deleted-none': ['/deleted-products?text=nowhere'],
  imports: ['/imports'],
  'import-broken': ['/imports', follow(/Failed|Fehlgeschlagen/)],
  'import-sources': ['/imports/sources'],
  'import-source-new': ['/imports/sources', press(/^(Add a source|Quelle anlegen)$/)],
  'import-source-runs': ['/imports/sources', press(/^(History|Verlauf): /)],
  'imports-edits': ['/imports?origin=all'],
  import: ['/imports', follow(/errors|Fehlern|Completed|Abgeschlossen/)],
  attributes: ['/attributes'],
  attribute: ['/attributes', press(/^(Edit Brand|Brand bearbeiten)$/)],
  conversion: ['/attributes', press(/^(Convert Brand|Brand umwandeln)$/)],
  assets: ['/assets'],
  'assets-dropped': [
    '/assets',
    (page) =>
      page.locator('input[type=file]').setInputFiles(
        ['creme-poivron-140.jpg', 'chilli-flakes-40.jpg', 'stranger.png', 'za-atar-60.png'].map((name) => ({
          name,
          mimeType: 'image/jpeg',
          buffer: Buffer.from(name),
        })),
      ),
  ],
  'asset-list': ['/assets?view=list'],
  asset: ['/assets/pimento-pantry%2Folives-green-180.jpg'],
  gateway: ['/gateway'],
  adapter: ['/gateway/example'],
  'adapter-keys': ['/gateway/example', (page) => page.getByRole('tab').nth(2).click()],
  channels: ['/channels'],
  channel: ['/channels/example-shop'],
  'channel-products': ['/channels/example-shop?tab=products'],
  'channel-automatic': ['/channels/example-shop?tab=automatic'],
  'channel-submissions': ['/channels/example-shop?tab=submissions'],
  submissions: ['/submissions'],
  submission: ['/submissions', follow(/Example shop/)],
  submit: ['/products/capers-100', press(/^(Submit|Einreichen)$/)],
  settings: ['/settings'],
  'settings-members': ['/settings', (page) => page.getByRole('tab').nth(2).click()],
  'settings-keys': ['/settings', (page) => page.getByRole('tab').nth(1).click()],
  'not-found': ['/nowhere'],
  palette: [
    '/',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('oliv');
    },
  ],
};
/** The design page is shown in full height. */
const designScreens: Screens = {
  design: ['/design'],
  'design-dialog': ['/design', press('Dialog with a form')],
  'design-question': ['/design', press('Question before a deletion')],
  'design-drawer': ['/design', press('Drawer')],
};
const deleteProduct = `fetch('/api/products/v1/products/gone-while-editing', {
  method: 'DELETE',
  headers: { 'pimento-client': new URLSearchParams(location.search).get('client') ?? 'demo' },
})`;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

const folder = `${root}/screenshots`;
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const login = { email, password };
const chosen = (all: Screens) => Object.entries(all).filter(([name]) => wanted.length === 0 || wanted.includes(name));
if (chosen(screens).length > 0) await saveAll(baseUrl, chosen(screens));
if (chosen(designScreens).length > 0) {
  await using server = await startConsoleServer(baseUrl);
  await saveAll(server.address, chosen(designScreens), true);
}
await browser.close();

/** Saves screenshots in both color schemes and all sizes. */
async function saveAll(address: string, all: [name: string, screen: Screens[string]][], fullPage = false) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of sizes) {
      const { page, complaints } = await visit(browser, address, { colorScheme, viewport });
      await signIn(page, login);
      // The narrow screenshots are in German, because German words are longer.
      if (viewport.width < 1200) await page.evaluate(`localStorage.setItem('pimento.language', 'de')`);
      for (const [name, [path, ...acts]] of all) {
        await show(page, path, acts).catch((error: unknown) => {
          console.log(`${name}, ${colorScheme}, ${viewport.width}: ${String(error).split('\n')[0]}`);
        });
        // An overlay covers the window, not the whole page.
        await page.screenshot({
          path: `${folder}/${name}-${colorScheme}-${viewport.width}.png`,
          fullPage: fullPage && acts.length === 0,
        });
      }
      if (complaints.length > 0) console.log(complaints.join('\n'));
      await page.context().close();
    }
  }
}

async function show(page: Page, path: string, acts: Act[]): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  for (const act of acts) await act(page);
  // The pause is for transitions to end, and for code that is loaded on demand.
  if (acts.length > 0) await page.waitForTimeout(800);
}
