import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './browser.ts';
import { type ConsoleService, enter, startConsoleService, visit } from './console-visit.ts';

/** The service, the browser and the first page of a suite. They are set before the first test begins. */
export interface Stage {
  service: ConsoleService;
  browser: Browser;
  /** A page on which the operator is signed in, unless `isSignedOut` is true. */
  page: Page;
  complaints: string[];
}

/** Starts a service and a browser for the calling suite or test file. Its suites must use `withoutBrowser` as their `skip`. */
export function setStage(
  options: { environment?: Record<string, string>; visit?: BrowserContextOptions; isSignedOut?: boolean } = {},
): Stage {
  const stage = {} as Stage; // set before the first test begins
  before(async () => {
    if (withoutBrowser) return;
    stage.service = await startConsoleService(options.environment);
    stage.browser = await launchBrowser();
    Object.assign(stage, await visit(stage.browser, stage.service.baseUrl, options.visit));
    if (options.isSignedOut !== true) await enter(stage.page, stage.service.baseUrl, stage.service.operator);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.service?.[Symbol.asyncDispose]();
  });
  return stage;
}
