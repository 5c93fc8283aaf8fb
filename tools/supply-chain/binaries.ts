// Compares the binaries that npm installed with tools/supply-chain/binary-checksums.json. The packages of these binaries contain Node.js
// and PostgreSQL, were built by third parties, and run with the rights of Pimento. The lock file fixes the versions of the packages, and
// the checksums fix their files, so that reviewers see every change. `--write` downloads the packages of all platforms and writes the
// checksums.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksumOf, type FolderChecksum } from './folder-checksum.ts';
import { fail } from '../report.ts';
import { root } from '../root.ts';

const path = `${root}/tools/supply-chain/binary-checksums.json`;
const packages = (JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as PackageFile).optionalDependencies; // a file of this repository has this type

interface PackageFile {
  optionalDependencies: Record<string, string>;
}
type Checksums = Record<string, FolderChecksum & { version: string }>;

if (process.argv.includes('--write')) write();
else compare();

function compare(): void {
  const known = JSON.parse(readFileSync(path, 'utf8')) as Checksums; // this script writes the file below
  const faults = Object.entries(packages).flatMap(([name, version]) => {
    const expected = known[name];
    if (expected?.version !== version) return [`${name} ${version} has no checksum: npm run binaries -- --write`];
    const found = checksumOf(`${root}/node_modules/${name}`);
    // only the packages of this platform are installed
    if (!found || found.sha256 === expected.sha256) return [];
    return [
      `${name} ${version}: ${found.files} files with ${found.sha256}, not ${expected.files} with ${expected.sha256}`,
    ];
  });
  if (faults.length > 0) fail(`binaries that are not the known ones:\n${faults.join('\n')}`);
}

function write(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pimento-binaries-'));
  const checksums: Checksums = {};
  for (const [name, version] of Object.entries(packages)) {
    const output = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder, encoding: 'utf8' });
    execFileSync('tar', ['--extract', '--file', output.trim()], { cwd: folder });
    const found = checksumOf(`${folder}/package`);
    if (!found) fail(`${name} is empty`);
    checksums[name] = { version, ...found };
    rmSync(`${folder}/package`, { recursive: true });
  }
  rmSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(checksums, undefined, 2)}\n`);
}
