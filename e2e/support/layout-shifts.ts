import type { BrowserContext, Page } from 'playwright-core';

/** The largest accepted sum of layout shifts of one load. Rounding of sub-pixels causes up to 0.0005. */
const maxShift = 0.001;

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

/** Makes the pages of a context record their layout shifts from their next load on. */
export const recordShifts = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: record });

/** Opens a screen and waits until everything on it is loaded. */
async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Returns a line for each layout shift since the page was opened, or no line if their sum is at most `maxShift`. */
async function listShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate<Shift[]>('globalThis.shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum <= maxShift ? [] : shifts.map(({ value, text }) => `${value.toFixed(4)} ${text}`);
}

/**
 * Opens a screen, and opens it a second time if anything moved. On a busy machine, a response sometimes takes more than 4 s. The console
 * then shows the rest of the screen without waiting, and the late response moves it.
 * @param page a page whose context records its shifts
 * @returns a line for each layout shift of the last load, or no line if their sum is at most `maxShift`
 */
export async function openStill(page: Page, address: string): Promise<string[]> {
  await openScreen(page, address);
  if ((await listShifts(page)).length === 0) return [];
  await openScreen(page, address);
  return listShifts(page);
}
