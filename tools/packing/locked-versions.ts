import { readFileSync } from 'node:fs';
import { root } from '../root.ts';
import { readPackage } from './compiled-package.ts';

/** The properties of a package in package-lock.json that this module reads. */
interface LockedPackage {
  version: string;
  /** True for a package of this repository, which is in the folder `resolved`. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** Platforms on which the package can be installed. */
  os?: string[];
  cpu?: string[];
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
type Locked = Record<string, LockedPackage>;

/** Returns the names of the packages that a package needs directly. Optional peer dependencies are left out. */
function neededNames(needing: LockedPackage): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = needing;
  const isNeeded = (name: string) => peerDependenciesMeta[name]?.optional !== true;
  const all = { ...dependencies, ...optionalDependencies };
  return [...Object.keys(all), ...Object.keys(peerDependencies).filter(isNeeded)];
}

/** Returns the folder of the package that Node finds when code in the folder `from` imports `name`. */
function resolve(locked: Locked, from: string, name: string): string {
  const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  const found = locked[candidate];
  if (found) return found.link ? (found.resolved ?? candidate) : candidate;
  if (from === '') throw new Error(`the lock file does not contain ${name}`);
  return resolve(
    locked,
    from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '',
    name,
  );
}

/**
 * Returns the locked version of each package that the given packages of this repository need, directly or indirectly, by name. Packages for
 * one platform are left out. If there are two versions of a package, returns the one that is not nested.
 * @param folders folders of the given packages
 * @param without names of packages that are left out, together with the packages that only they need
 */
export function listLockedVersions(folders: readonly string[], without: readonly string[]): Record<string, string> {
  const { packages: locked } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as { packages: Locked }; // npm writes it
  const seen = new Set(folders);
  for (const folder of seen) {
    // adapters are not workspaces, so the lock file does not contain them
    const names = neededNames(locked[folder] ?? readPackage(folder)).filter((name) => !without.includes(name));
    for (const found of names.map((name) => resolve(locked, folder, name)))
      if (locked[found]?.os === undefined && locked[found]?.cpu === undefined) seen.add(found);
  }
  const versions: Record<string, string> = {};
  // the folders of nested packages are longer, so other versions of the same package replace theirs
  for (const folder of [...seen].toSorted((a, b) => b.length - a.length)) {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder) ?? [];
    const version = locked[folder]?.version;
    if (name !== undefined && version !== undefined) versions[name] = version;
  }
  return versions;
}
