import { spawn } from 'node:child_process';

/** Removes a folder in the background, because removing the thousands of files of an installation can take a minute on a busy disk. */
export function removeInBackground(folder: string): void {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
}
