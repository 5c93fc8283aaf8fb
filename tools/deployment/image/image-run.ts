import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import type { ImageSettings } from './dockerfile.ts';

export interface Container {
  /** Resolves when the health check succeeds. @returns the seconds since the start */
  healthy(): Promise<number>;
  /** Returns facts about the process: its user, its capabilities, and whether it can gain privileges or write to its root folder. */
  inspect(): { userId: number; capabilities: string; noNewPrivileges: boolean; rootIsReadOnly: boolean };
  /** Sends SIGTERM. @returns the exit code and the seconds until the end */
  stop(): Promise<{ code: number | null; seconds: number }>;
}

/**
 * Runs the command of an image like a container. The command runs in the read-only file system of the image, as its user without
 * capabilities, and with a temporary /tmp. It uses the network of this machine.
 * @param root folder of the file system
 * @param volume folder for the data
 * @param environment settings in addition to those of the image
 */
export function runImage(
  { root, volume, environment }: { root: string; volume: string; environment: Record<string, string> },
  settings: ImageSettings,
): Container {
  const started = performance.now();
  const all = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: settings.folder, ...settings.environment, ...environment };
  mkdirSync(volume, { recursive: true });
  chownSync(volume, settings.userId, settings.groupId);
  const script = [
    `mount --bind ${root} ${root}`,
    `mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs ${root}/tmp`,
    `mount --bind ${volume} ${root}${settings.volume}`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs -o mode=755 tmpfs ${root}/dev`,
    `mkdir -m 1777 ${root}/dev/shm`,
    ...['null', 'zero', 'random', 'urandom'].map(
      (name) => `touch ${root}/dev/${name} && mount --bind /dev/${name} ${root}/dev/${name}`,
    ),
    `mount -o remount,bind,ro ${root}`,
    `exec chroot ${root} "$@"`,
  ].join('\n');
  const command = [...inside(settings, all), ...settings.command];
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    healthy: () => untilHealthy(child, started, () => isHealthy(root, settings, all)),
    inspect: () => inspect(child),
    async stop() {
      const asked = performance.now();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return { code: child.exitCode, seconds: (performance.now() - asked) / 1000 };
    },
  };
}

/** Returns the command that runs another command as the user of the image, with its environment and without any capability. */
function inside({ userId, groupId, folder }: ImageSettings, environment: Record<string, string>): string[] {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const identity = ['--reuid', String(userId), '--regid', String(groupId), '--clear-groups'];
  const limits = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  return ['/usr/bin/setpriv', ...identity, ...limits, '/usr/bin/env', '-i', `--chdir=${folder}`, ...variables];
}

function isHealthy(root: string, settings: ImageSettings, environment: Record<string, string>): boolean {
  try {
    execFileSync('chroot', [root, ...inside(settings, environment), ...settings.healthCheck], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function untilHealthy(child: ChildProcess, started: number, check: () => boolean): Promise<number> {
  const seconds = () => (performance.now() - started) / 1000;
  while (!check()) {
    if (child.exitCode !== null) throw new Error(`the container ended with exit code ${child.exitCode}`);
    if (seconds() > 60) throw new Error('the container did not become healthy within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return seconds();
}

function inspect({ pid }: ChildProcess): ReturnType<Container['inspect']> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const valueOf = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1] ?? '';
  // the last mount at `/` is the one that the process sees
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, , , , place]) => place === '/')?.[5] ?? '';
  return {
    userId: Number(valueOf('Uid')),
    capabilities: valueOf('CapBnd'),
    noNewPrivileges: valueOf('NoNewPrivs') === '1',
    rootIsReadOnly: options.split(',').includes('ro'),
  };
}
