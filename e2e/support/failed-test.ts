import { mkdirSync } from 'node:fs';
import { afterEach, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { root } from '../../tools/root.ts';

const folder = `${root}/screenshots/failed`;
const shownLines = 60;
/** Timeout for reading the page, so that an unresponsive page does not delay the report. */
const patienceMs = 5_000;

const watched = new Map<Page, readonly string[]>();

/** Reports a page if a test fails while the page is open. The report contains its screenshot, URL, text, and browser errors. */
export function watchPage(page: Page, complaints: readonly string[]): void {
  watched.set(page, complaints);
  page.once('close', () => watched.delete(page));
}

async function report(page: Page, name: string, complaints: readonly string[]): Promise<void> {
  const path = `${folder}/${name.replaceAll(/[^\w]+/g, '-').slice(0, 120)}.png`;
  await page.screenshot({ path, timeout: patienceMs });
  const text = await page.locator('body').innerText({ timeout: patienceMs });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const output = [
    `where it failed: ${page.url()} (${path})`,
    ...complaints.map((complaint) => `the browser complained: ${complaint}`),
    ...lines.slice(0, shownLines).map((line) => `  | ${line}`),
    ...(lines.length > shownLines ? [`  | and ${lines.length - shownLines} lines more`] : []),
  ];
  console.error(output.join('\n'));
}

type Outcome = Pick<TestContext, 'name' | 'filePath'>;

async function reportAll(context: Outcome): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = context.filePath?.split('/').at(-1)?.replace('.test.ts', '') ?? '';
  let place = 0;
  for (const [page, complaints] of watched) {
    place += 1;
    await report(page, `${file} ${context.name} ${place}`, complaints).catch((error: unknown) => {
      console.error(`nothing can be told about ${page.url()}: ${String(error)}`);
    });
  }
}

// Runs after every test and suite of the process. It is not registered outside of tests, because tools/screenshots.ts also opens pages.
if (process.env['NODE_TEST_CONTEXT'] !== undefined)
  afterEach(async (context) => {
    if ('passed' in context && context.passed === false) await reportAll(context);
  });
