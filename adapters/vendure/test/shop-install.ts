import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('../shop', import.meta.url));

/**
 * Installs the shop next to its lock file if it is not installed. Only the tests need the shop, so it is not a dependency of the
 * repository.
 * @returns undefined if the shop is installed, or the reason if the registry is unreachable
 * @throws if the installation fails for any other reason
 */
export async function installShop(): Promise<string | undefined> {
  const lock = await readFile(`${folder}/package-lock.json`);
  const mark = `${folder}/node_modules/.installed-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`;
  if (existsSync(mark)) return undefined;
  // The settings of the npm that runs these tests are removed, because they apply to a different folder.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  try {
    const options = { cwd: folder, env: environment, maxBuffer: 2 ** 24 };
    // The registry is checked first, because without a network npm would try to load each of 400 packages.
    const once = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'];
    await promisify(execFile)('npm', ['view', '@vendure/core@3.7.3', 'name', ...once], options);
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefer-offline'], options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(reason)) throw error;
    return 'the shop cannot be installed: the npm registry cannot be reached';
  }
  await writeFile(mark, '');
  return undefined;
}
