import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeInBackground } from '../../packing/background-removal.ts';
import { root } from '../../root.ts';

/** A clone of the repository at its former release, with its dependencies. */
export interface FormerRelease extends Disposable {
  folder: string;
  commit: string;
}

const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim();

/** Returns the newest tag of a release before the checked-out commit, or the commit in the file `former-release` if there is none. */
function findFormerCommit(): string {
  const described = spawnSync('git', ['-C', root, 'describe', '--tags', '--match=v*', '--abbrev=0', 'HEAD^']);
  const tag = described.status === 0 ? described.stdout.toString().trim() : undefined;
  return tag ?? readFileSync(join(import.meta.dirname, 'former-release'), 'utf8').trim();
}

/**
 * Clones the former release and installs its dependencies.
 * @returns undefined if the repository lacks the commit, as a shallow clone does
 */
export function checkOutFormerRelease(): FormerRelease | undefined {
  const commit = findFormerCommit();
  if (spawnSync('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).status !== 0) return undefined;
  const folder = mkdtempSync(`${tmpdir()}/pimento-former-`);
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', git('rev-parse', `${commit}^{commit}`)]);
  installDependencies(folder);
  return { folder, commit, [Symbol.dispose]: () => removeInBackground(folder) };
}

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string } | undefined>;
}

/** Returns true if this repository has all packages of a former lock file in the same versions. It may have more. */
function hasAll(former: LockFile, current: LockFile): boolean {
  const installed = Object.entries(former.packages).filter(([place]) => place.includes('node_modules/'));
  return installed.every(([place, entry]) => {
    const own = current.packages[place];
    return own !== undefined && own.version === entry?.version && own.integrity === entry?.integrity;
  });
}

/**
 * Uses hard links to the dependencies of this repository if they include those of the former release, because an installation takes half a
 * minute. Otherwise, installs the dependencies.
 */
function installDependencies(folder: string): void {
  const lock = (of: string) => JSON.parse(readFileSync(`${of}/package-lock.json`, 'utf8')) as LockFile; // npm documents this type
  if (!hasAll(lock(folder), lock(root))) {
    execFileSync('npm', ['ci', '--silent', '--prefer-offline'], { cwd: folder, stdio: 'inherit' });
    return;
  }
  for (const modules of ['node_modules', 'packages/cli/node_modules'])
    if (existsSync(`${root}/${modules}`))
      execFileSync('cp', ['-a', '--link', `${root}/${modules}`, `${folder}/${modules}`]);
}
