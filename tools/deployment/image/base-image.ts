// Creates file systems that replace base images on machines that cannot fetch images.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folders that have been links to folders in /usr since Debian 12. */
const mergedFolders = ['bin', 'sbin', 'lib', 'lib64'];
/** Packages that are copied in addition to the required packages and their dependencies. */
const furtherPackages = ['apt', 'ca-certificates'];

const read = (program: string, options: string[]) =>
  execFileSync(program, options, { encoding: 'utf8', maxBuffer: 2 ** 26 });

/** Returns the name of this Debian, such as `bookworm`, or undefined on other systems. */
export function debianName(): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/var/lib/dpkg/status')) return undefined;
  const release = readFileSync('/etc/os-release', 'utf8');
  return /^ID=debian$/m.test(release) ? /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1] : undefined;
}

/**
 * Creates the file system of a base image. For `debian:NAME-slim`, copies Debian's required packages from this machine, which must run the
 * same Debian. For `node:VERSION-NAME-slim`, also copies this machine's Node and npm.
 */
export function layOutBase(image: string, folder: string): void {
  const [, kind, version, name] = /^(debian|node):(?:([\d.]+)-)?(\w+)-slim$/.exec(image) ?? [];
  if (kind === undefined) throw new Error(`no file system can stand for ${image}`);
  if (name !== debianName()) throw new Error(`${image} needs a machine with Debian ${name}`);
  copyDebian(folder);
  if (kind === 'debian') return;
  if (`v${version}` !== process.version) throw new Error(`${image} has another Node than ${process.version}`);
  copyNode(folder);
}

function copyDebian(folder: string): void {
  for (const place of mergedFolders) {
    mkdirSync(`${folder}/usr/${place}`, { recursive: true });
    symlinkSync(`usr/${place}`, `${folder}/${place}`);
  }
  const files = read('dpkg-query', ['--listfiles', ...listPackages()]).split('\n');
  const own = files.filter(
    (file) => file.startsWith('/') && file !== '/.' && !/^\/(usr\/share\/(doc|man|locale)|dev|proc|sys)\//.test(file),
  );
  const list = `${folder}.files`;
  writeFileSync(list, own.map((file) => `${file}\0`).join(''));
  // the links of the merged folders exist already, so `tar` must follow them
  const pack = `tar --create --null --no-recursion --ignore-failed-read --files-from='${list}' --directory=/ 2>/dev/null`;
  execFileSync('bash', ['-c', `${pack} | tar --extract --keep-directory-symlink --directory='${folder}'`]);
  for (const name of ['passwd', 'group'])
    cpSync(`${folder}/usr/share/base-passwd/${name}.master`, `${folder}/etc/${name}`);
  for (const program of ['pwconv', 'grpconv', 'ldconfig']) execFileSync('chroot', [folder, program]);
  for (const place of ['proc', 'dev', 'sys', 'tmp', 'run', 'mnt']) mkdirSync(`${folder}/${place}`, { recursive: true });
  execFileSync('chmod', ['1777', `${folder}/tmp`]);
}

/** Lists the required packages of this Debian, the packages in `furtherPackages`, and the dependencies of both. */
function listPackages(): string[] {
  const lines = read('dpkg-query', [
    '--show',
    '--showformat',
    '${Package}\\t${Essential}\\t${Priority}\\t${Pre-Depends}, ${Depends}\\t${Provides}\\n',
  ]);
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const names = (text = '') => text.split(/[,|]/).map((part) => part.trim().split(/[\s:(]/)[0] ?? '');
  const dependencies = new Map(rows.map(([name = '', , , depends]) => [name, names(depends)]));
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name) || !dependencies.has(name)) return;
    found.add(name);
    for (const dependency of dependencies.get(name) ?? []) add(dependency);
  };
  for (const [name = '', essential, priority] of rows) if (essential === 'yes' || priority === 'required') add(name);
  for (const name of furtherPackages) add(name);
  return [...found];
}

function copyNode(folder: string): void {
  mkdirSync(`${folder}/usr/local/bin`, { recursive: true });
  mkdirSync(`${folder}/usr/local/lib/node_modules`, { recursive: true });
  cpSync(process.execPath, `${folder}/usr/local/bin/node`);
  const npm = dirname(dirname(read('readlink', ['-f', read('which', ['npm']).trim()]).trim()));
  cpSync(npm, `${folder}/usr/local/lib/node_modules/npm`, { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', `${folder}/usr/local/bin/npm`);
}
