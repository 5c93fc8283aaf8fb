import { spawn } from 'node:child_process';

/** Starts to remove a folder and does not wait: an installation has tens of thousands of files; removing them takes a minute on a busy disk. */
export function removeInBackground(folder: string): void {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
}
