import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Reads the pid of the server, then waits. If another line arrives, the script ends without action. If the pipe closes without that line,
 * Pimento was killed. The script then requests a fast shutdown of the server, and an immediate shutdown after 10 s. Finally it removes $1,
 * the folder of the server's socket.
 */
const script = `
read -r pid || exit 0
read -r released && exit 0
kill -INT "$pid"
tries=0
while kill -0 "$pid" && [ "$tries" -lt 100 ]; do sleep 0.1 || sleep 1; tries=$((tries + 1)); done
kill -0 "$pid" && kill -QUIT "$pid"
rm -f "$1"/.s.PGSQL.* && rmdir "$1"
`;

export interface PostgresWatchdog {
  watch(pid: number): void;
  /** Ends the watchdog without stopping the server. */
  release(): void;
}

/**
 * Starts a shell (about 1 MB) in its own session. The shell outlives this process and shuts the server down if this process ends without
 * stopping it. The shell starts before the server, so that the server is never unwatched.
 */
export function startWatchdog(socketFolder: string): PostgresWatchdog {
  const shell = spawn('/bin/sh', ['-c', script, 'pimento-watchdog', socketFolder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  // The child's stdin is a socket that would otherwise keep this process alive.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return {
    watch: (pid) => void shell.stdin.write(`${pid}\n`),
    release: () => void shell.stdin.end('released\n'),
  };
}
