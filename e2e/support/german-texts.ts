import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { de } from '../../packages/console/src/i18n/de.ts';
import { en } from '../../packages/console/src/i18n/en.ts';
import type { ConsoleService } from './console-visit.ts';

/** Returns the strings of a dictionary, except those with parameters. */
function textsOf(dictionary: object): string[] {
  return Object.values(dictionary).flatMap((entry: unknown) =>
    typeof entry === 'string' ? [entry] : typeof entry === 'object' && entry !== null ? textsOf(entry) : [],
  );
}
/** Words that are frequent in English sentences and do not exist in German. */
const englishWords = /\b(the|of|and|with|this|that|you|your|are|from|has|have|been|cannot|their|which|when|not yet)\b/i;

/** Script that returns the accessible names, placeholders and tooltips of all elements that are not marked as English. */
const readAttributes = `['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
  [...document.querySelectorAll('[' + name + ']')].filter((element) => element.closest('[lang=en]') === null)
    .map((element) => element.getAttribute(name)))`;

/** Reads all text of a page that is visible or announced by a screen reader, except what the page marks as English. */
export async function readPage(page: Page): Promise<string[]> {
  const attributes = await page.evaluate<string[]>(readAttributes);
  const lines = (await page.locator('body').innerText()).split('\n');
  const marked = await page.locator('[lang=en]').allInnerTexts();
  const english = new Set(marked.flatMap((text) => text.split('\n').map((line) => line.trim())));
  return [await page.title(), ...attributes, ...lines].map((text) => text.trim()).filter((text) => !english.has(text));
}

/** Splits a text with HTML tags into the lines that a browser shows. Other texts remain whole. */
const linesOf = (text: string) => text.split('</p>').map((part) => part.replaceAll(/<[^>]*>/g, ''));

/** Gets the English texts of the example catalogue, longer texts first. They are data and therefore not translated. */
async function catalogueTexts({ baseUrl, secret }: ConsoleService): Promise<string[]> {
  const read = async (path: string) => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${secret}` } });
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null ? textsOf(body) : [];
  };
  const attributes = await read('/api/datastandards/v1/datastandards/attributes');
  const products = await read('/api/products/v1/products?limit=100');
  const texts = [...attributes, ...products].flatMap(linesOf).filter((text) => englishWords.test(text));
  return [...new Set(texts)].toSorted((a, b) => b.length - a.length);
}

/** Returns a function that returns true if a text of the console is English. The function ignores the data of the example. */
export async function englishFinder(service: ConsoleService): Promise<(text: string) => boolean> {
  const german = new Set(textsOf(de));
  const english = new Set(textsOf(en).filter((text) => !german.has(text)));
  // The operator's name, a packaging level and an attribute of the example are data, so they are not translated. "Export" is a German
  // word too.
  const data = new Set(['Operator', 'set', 'Export', 'Dimensions']);
  const inCatalogue = await catalogueTexts(service);
  assert.ok(inCatalogue.some((text) => text.startsWith('Case of ')));
  return (text) =>
    !data.has(text) &&
    (english.has(text) || englishWords.test(inCatalogue.reduce((rest, one) => rest.replace(one, ''), text)));
}
