import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../../e2e/support/browser.ts';
import { percentile } from '../import/small-gets.ts';
import { measureCells } from './cell-times.ts';

/** Times in milliseconds that a page records, from each input to the next paint and between frames. */
export interface Noted {
  inputs: number[];
  frames: number[];
}

/**
 * Script that runs in the page. It is a string, because its code uses the page's globals. Measures the time from each input until the
 * next frame is painted, which includes the wait in the event queue. Also measures the time between frames.
 */
const note = `
  globalThis.noted = { inputs: [], frames: [] };
  for (const type of ['keydown', 'input', 'click'])
    addEventListener(type, (event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => noted.inputs.push(performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    }, { capture: true });
  let last = performance.now();
  const frame = (now) => {
    noted.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;
const take = `(() => {
  const { inputs, frames } = noted;
  noted.inputs = [];
  noted.frames = [];
  return { inputs, frames };
})()`;
/** Script that measures how many milliseconds pass between a click on a row and the opening of its panel. */
const pressRow = `(async () => {
  const began = performance.now();
  document.querySelector('[role=grid] [role=row][data-active] [role=gridcell]:nth-child(3)').click();
  while (document.querySelector('section[aria-label="Preview"]') === null) await new Promise(requestAnimationFrame);
  return performance.now() - began;
})()`;
/**
 * Script that checks in each frame whether rows with products cover the visible part of the list. Counts all frames, and those in which
 * they do not, until the script `stopBlankCount` runs.
 */
const countBlankFrames = `
  globalThis.blank = { frames: 0, blank: 0, isOn: true };
  const check = () => {
    const grid = document.querySelector('[role=grid]');
    const { top, bottom } = grid.getBoundingClientRect();
    const rows = [...grid.querySelectorAll('[role=row][aria-selected]')].map((row) => ({ row, box: row.getBoundingClientRect() }));
    const seen = rows.filter(({ box }) => box.bottom > top + 38 && box.top < bottom);
    const height = seen.reduce((sum, { box }) => sum + Math.min(box.bottom, bottom) - Math.max(box.top, top + 38), 0);
    const isCovered = height > bottom - top - 38 - 2 && seen.every(({ row }) => row.textContent !== '');
    blank.frames += 1;
    if (!isCovered) blank.blank += 1;
    if (blank.isOn) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
`;
const stopBlankCount = `(() => {
  blank.isOn = false;
  return (100 * blank.blank) / Math.max(1, blank.frames);
})()`;
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`;

export interface ScreenTimes {
  /** Name of the interaction → 95th percentile in milliseconds. */
  interactions: Map<string, number>;
  /** Share of frames with an empty part of the list while it is scrolled, in percent. */
  blankPercent: number;
  /** Compressed size of the scripts of the first load in kB. */
  firstLoadKb: number;
}

/**
 * Measures the product grid of the real console while typing, scrolling, moving, selecting and previewing, and a large composite while its
 * cells are edited.
 */
export async function measureScreen(baseUrl: string, folder: string): Promise<ScreenTimes> {
  const firstRun = JSON.parse(await readFile(join(folder, 'first-run.json'), 'utf8')) as {
    operator: { email: string; password: string };
  }; // written by main.ts
  await using browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: baseUrl, locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await page.addInitScript({ content: note });
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(firstRun.operator.email);
  await page.getByLabel('Password', { exact: true }).fill(firstRun.operator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = await page.evaluate<number>(scriptBytes);
  const interactions = new Map<string, number>();
  const grid = page.getByRole('grid');
  const measure = async (name: string, of: keyof Noted, work: () => Promise<void>) => {
    await page.evaluate(take);
    await work();
    interactions.set(name, percentile((await page.evaluate<Noted>(take))[of], 0.95));
  };
  await page.goto('/products', { waitUntil: 'networkidle' });
  await grid.getByRole('row').nth(5).waitFor();
  const search = page.getByLabel('Search by ID or name');
  await measure('type', 'inputs', async () => {
    for (const text of ['cisco', 'shirt', 'booster box', 'xyzzyq']) {
      await search.fill('');
      await search.pressSequentially(text, { delay: 60 });
      await page.waitForLoadState('networkidle');
    }
    await search.fill('');
    await grid.getByRole('row').nth(5).waitFor();
  });
  await page.evaluate(countBlankFrames);
  await measure('scroll', 'frames', async () => {
    await grid.hover();
    for (let turn = 0; turn < 60; turn++) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(30);
    }
  });
  const blankPercent = await page.evaluate<number>(stopBlankCount);
  await measure('move', 'inputs', async () => {
    await grid.focus();
    for (let turn = 0; turn < 40; turn++) await page.keyboard.press('j', { delay: 20 });
  });
  await measure('select', 'inputs', async () => {
    for (let turn = 0; turn < 15; turn++) {
      await page.keyboard.press('x', { delay: 20 });
      await page.keyboard.press('j', { delay: 20 });
    }
    await page.getByLabel('Select all matching products').click();
    await page.getByLabel('Select all matching products').click();
  });
  await measure('preview', 'inputs', async () => {
    for (let turn = 0; turn < 12; turn++) {
      await grid.focus();
      await page.keyboard.press('j');
      await page.keyboard.press('Space');
      await page.getByRole('region', { name: 'Preview' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Preview' }).waitFor({ state: 'detached' });
    }
  });
  const panels: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    await grid.focus();
    panels.push(await page.evaluate<number>(pressRow));
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Preview' }).waitFor({ state: 'detached' });
  }
  interactions.set('panel', percentile(panels, 0.95));
  await measureCells(page, measure);
  return { interactions, blankPercent, firstLoadKb: bytes / 1000 };
}
