import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './support/browser.ts';
import { screens } from './support/screens.ts';
import { setStage } from './support/stage.ts';

describe('Every screen', { skip: withoutBrowser }, () => {
  // Bypasses the console's content security policy. Waiting for an expression needs `eval`, which the policy forbids.
  const stage = setStage({ visit: { bypassCSP: true } });

  test('does not scroll sideways at 1024 pixels or on a phone', async () => {
    const { page } = stage;
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const fits = page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', null, {
          timeout: 3000,
        });
        // Waits, because the layout adapts to the window size with a delay.
        await fits.catch((error: unknown) => assert.fail(`${screen} is too wide at ${width} pixels: ${String(error)}`));
      }
    }
  });
});
