import { spawn } from 'node:child_process';

/** Removes a folder without waiting for the end: the many thousand files of an installation need up to a minute on a busy disk. */
export function removeInBackground(folder: string): void {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
}
