import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { layOutBase } from './base-image.ts';
import type { Instruction, Stage } from './dockerfile.ts';

export interface BuildOptions {
  stages: Stage[];
  /** Folder that `COPY` without `--from` copies from. */
  context: string;
  /** Empty folder for the file systems of all stages. */
  folder: string;
}

/** Executes the instructions of all stages. @returns the folder of the file system of the last stage */
export function buildImage({ stages, context, folder }: BuildOptions): string {
  const built = new Map<string, string>();
  let last = folder;
  for (const [index, { image, name, instructions }] of stages.entries()) {
    last = join(folder, `stage-${index}`);
    mkdirSync(last);
    layOutBase(image, last);
    const state = { root: last, workFolder: '/', environment: {} as Record<string, string> };
    for (const instruction of instructions) follow(instruction, state, (from) => built.get(from) ?? context);
    if (name !== undefined) built.set(name, last);
  }
  return last;
}

interface StageState {
  root: string;
  workFolder: string;
  environment: Record<string, string>;
}

function follow({ name, flags, text }: Instruction, state: StageState, sourceOf: (from: string) => string): void {
  if (name === 'WORKDIR') {
    state.workFolder = text;
    if (!existsSync(state.root + text)) mkdirSync(state.root + text, { recursive: true });
  }
  if (name === 'ENV') {
    const [, variable = '', value = ''] = /^(\w+)=(\S*)$/.exec(text) ?? [];
    state.environment[variable] = value;
  }
  if (name === 'COPY') copy(text, { ...state, source: sourceOf(flags['from'] ?? '') });
  if (name === 'RUN') run(text, state);
}

/** Copies files as COPY does, either a folder's contents, or files into a folder whose name ends with a slash. */
function copy(text: string, { root, source, workFolder }: StageState & { source: string }): void {
  const paths = text.split(/\s+/);
  const target = join(root, resolve(workFolder, paths.pop() ?? ''));
  const isFolder = text.endsWith('/');
  const found = paths.flatMap((path) => globSync(path.replace(/^\//, ''), { cwd: source }));
  if (found.length === 0) throw new Error(`COPY ${text}: there is no such file`);
  for (const file of found) {
    const from = join(source, file);
    const to = isFolder && statSync(from).isFile() ? join(target, basename(file)) : target;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

/** Returns the npm settings of this machine that a command in another file system needs to reach the registry. */
function npmSettings(): Record<string, string> {
  const get = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const authorities = get('cafile');
  return {
    npm_config_registry: get('registry'),
    npm_config_cache: '/mnt/npm-cache',
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
    ...(authorities === 'null' ? {} : { npm_config_cafile: '/mnt/authorities.crt' }),
  };
}

/** Runs a command of the Dockerfile as root, in the folder of the stage as its root directory, with the network of this machine. */
function run(command: string, { root, workFolder, environment }: StageState): void {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const authorities = execFileSync('npm', ['config', 'get', 'cafile'], { encoding: 'utf8' }).trim();
  mkdirSync(cache, { recursive: true });
  const mounts = [
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs tmpfs ${root}/mnt`,
    `mkdir ${root}/mnt/npm-cache && mount --bind ${cache} ${root}/mnt/npm-cache`,
    ...(authorities === 'null' ? [] : [`cp ${authorities} ${root}/mnt/authorities.crt`]),
    `touch ${root}/etc/resolv.conf && mount --bind -o ro /etc/resolv.conf ${root}/etc/resolv.conf`,
  ];
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const variables = Object.entries({ PATH: path, HOME: '/tmp', ...npmSettings(), ...environment });
  const settings = variables.map(([name, value]) => `${name}=${value}`);
  const script = `${mounts.join('\n')}\nexec chroot ${root} /usr/bin/env -i "$@"`;
  const shell = ['/bin/sh', '-ec', `cd ${workFolder}\n${command}`];
  execFileSync('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...settings, ...shell], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
