// Builds the console and runs the end-to-end tests: `npm run e2e`, or `npm run e2e -- e2e/keyboard.test.ts`.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type StartedService, startService } from '../packages/cli/test/started-service.ts';
import { startBrowserServer } from '../e2e/support/browser.ts';
import { buildConsole } from './console-build.ts';
import { root } from './root.ts';
import { createDatabase, filesAtOnce, findTestFiles, runTests } from './test-run.ts';
import { divideTestFiles, writeGroups } from './testing/test-groups.ts';
import { startThrowawayDatabase } from './throwaway-database.ts';

await buildConsole();
await using database = await startThrowawayDatabase();
// A first start takes several seconds. The services of the suites therefore start with copies of its database and its folder.
const template = 'pimento_first_start';
const first = await startService({ PIMENTO_DATABASE_URL: await createDatabase(database.connectionString, template) });
await using _first = first;
await waitForThumbnails(first);
await first.stop();
await using browser = await startBrowserServer();
const asked = process.argv.slice(2);
const files = findTestFiles(asked.length > 0 ? asked : [`${root}/e2e`]);
const environment = {
  PIMENTO_E2E_DATA: first.data,
  PIMENTO_E2E_TEMPLATE: template,
  ...(browser === undefined ? {} : { PIMENTO_E2E_BROWSER: browser.address }),
};
const groups =
  files.length > filesAtOnce
    ? writeGroups(divideTestFiles(files, filesAtOnce, 1), `${root}/e2e/support/failed-test.ts`)
    : files;
process.exitCode = await runTests(groups, database.connectionString, { environment, files });

/** Waits until the pictures of the example have thumbnails. Otherwise, each service would generate them again. */
async function waitForThumbnails({ baseUrl, data }: StartedService): Promise<void> {
  const { client } = JSON.parse(readFileSync(`${data}/first-run.json`, 'utf8')) as { client: { secret: string } }; // written by the service
  for (let left = 300; left > 0; left--) {
    const answer = await fetch(`${baseUrl}/api/asset/v1/assets?limit=1000`, {
      headers: { authorization: `Bearer ${client.secret}` },
    });
    const { assets } = (await answer.json()) as { assets: { preview: string }[] }; // the operation declares this response
    if (assets.every(({ preview }) => preview !== 'due')) return;
    await setTimeout(100);
  }
}
