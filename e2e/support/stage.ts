import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type ConsoleService, signIn, startConsoleService, visit } from './console-visit.ts';

/** What a suite of journeys plays on; there from its first `before` to its last `after`. */
export interface Stage {
  service: ConsoleService;
  browser: Browser;
  /** Of the operator, who is signed in. */
  page: Page;
  complaints: string[];
}

/** A service of its own with a browser at it, for the suite that calls this. */
export function setStage(
  wish: { environment?: Record<string, string>; visit?: BrowserContextOptions; isSignedOut?: boolean } = {},
): Stage {
  const stage = {} as Stage; // filled before the first test begins
  before(async () => {
    stage.service = await startConsoleService(wish.environment);
    stage.browser = await launchBrowser();
    Object.assign(stage, await visit(stage.browser, stage.service.baseUrl, wish.visit));
    if (wish.isSignedOut !== true) await signIn(stage.page, stage.service.operator);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.service?.[Symbol.asyncDispose]();
  });
  return stage;
}
