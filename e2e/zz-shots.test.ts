import { test } from 'node:test';
import { askAsClient } from './support/client-calls.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
test('shots', async () => {
  const { page, service } = stage;
  const put = (name: string, body: object) => askAsClient(service, 'PUT', `/api/import/v1/sources/${name}`, body);
  await put('Acme prices', { from: { kind: 'address', url: 'https://10.1.2.3/exports/very/long/path/prices-2026.csv', auth: { kind: 'basic', user: 'x', password: 'y' } }, schedule: { kind: 'daily', hour: 6, minute: 30, timeZone: 'Europe/Berlin' } });
  await put('Stock', { from: { kind: 'address', url: 'https://10.1.2.3/stock.xml' }, schedule: { kind: 'every', minutes: 60 }, isPaused: true });
  await put('Weekday catalogue', { from: { kind: 'address', url: 'https://10.1.2.3/c.csv' }, schedule: { kind: 'cron', expression: '30 6 * * 1-5', timeZone: 'Europe/Berlin' }, options: { format: { feed: 'bmecat' } } });
  await fetch(`${service.baseUrl}/api/import/v1/sources/Acme%20prices/runs`, { method: 'POST', headers: { authorization: `Bearer ${service.secret}` } });
  for (const [w, h] of [[1440, 900], [390, 844]] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/imports/sources');
      await page.getByText('Weekday catalogue').waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/shots/list-${w}-${scheme}.png`, fullPage: true });
      await page.getByRole('button', { name: 'Add a source' }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/shots/form-${w}-${scheme}.png` });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'History: Acme prices' }).click();
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/shots/runs-${w}-${scheme}.png` });
      await page.keyboard.press('Escape');
    }
  await page.goto('/imports');
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/shots/imports.png` });
});
