import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Installs npm packages in a temporary folder, which exists until the result is disposed of. Used for packages that a check needs but the
 * repository does not.
 * @param packages names with exact versions
 * @returns `modules`: the folder `node_modules`
 */
export function installOutside(packages: readonly string[]): AsyncDisposable & { modules: string } {
  const place = mkdtempSync(`${tmpdir()}/pimento-outside-`);
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--prefix', place];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  return { modules: `${place}/node_modules`, [Symbol.asyncDispose]: () => Promise.resolve(remove()) };
}
