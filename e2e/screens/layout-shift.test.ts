import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { withoutBrowser } from '../support/browser.ts';
import { screens } from '../support/screens.ts';
import { setStage } from '../support/stage.ts';

/** The largest accepted sum of layout shifts of one load. Rounding of sub-pixels makes up to 0.0005. */
const maxShift = 0.001;
/**
 * Screens are loaded in several tabs, because each load mostly waits for the network to become idle. With four tabs on a busy machine, answers
 * took more than 4 s, and the console then shows what it has, which moves later.
 */
const tabs = 2;

/** Script that records the layout shifts of a page, with the elements that moved. */
const record = `
  globalThis.shifts = [];
  const nameOf = (node) => node?.nodeType === 1
    ? node.tagName + '.' + String(node.className).split(' ').slice(0, 2).join('.') + ' ' + (node.textContent ?? '').trim().slice(0, 40)
    : String(node?.nodeName);
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries())
      shifts.push({ value, text: Math.round(startTime) + ' ms: ' + sources.map(({ node, previousRect, currentRect }) =>
        nameOf(node) + ' ' + [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')).join(' → ')).join(' | ') });
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Shift {
  value: number;
  text: string;
}

/** Loads a screen and returns a line for each of its layout shifts; none if they are too small to be seen. */
async function shiftsOf(page: Page, screen: string): Promise<string[]> {
  await page.goto(screen);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate<Shift[]>('globalThis.shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum <= maxShift ? [] : shifts.map(({ value, text }) => `${screen} ${value.toFixed(4)} ${text}`);
}

async function shiftsOfAll(first: Page, browser: Browser, width: number, baseURL: string): Promise<string[]> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
    storageState: await first.context().storageState(),
  });
  try {
    await context.addInitScript({ content: record });
    const waiting = [...screens];
    const suspected: string[] = [];
    const work = async () => {
      const page = await context.newPage();
      for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift())
        if ((await shiftsOf(page, screen)).length > 0) suspected.push(screen);
    };
    await Promise.all(Array.from({ length: tabs }, work));
    // loaded once more, alone, because a late answer says nothing about the screen
    const page = await context.newPage();
    const found: string[] = [];
    for (const screen of suspected) found.push(...(await shiftsOf(page, screen)));
    return found;
  } finally {
    await context.close();
  }
}

describe('A screen that is loaded', { skip: withoutBrowser }, () => {
  const stage = setStage();

  for (const width of [1440, 390])
    test(`moves nothing that is already shown, at ${width} pixels`, async () => {
      const { page, browser, service } = stage;
      assert.deepEqual(await shiftsOfAll(page, browser, width, service.baseUrl), []);
    });
});
