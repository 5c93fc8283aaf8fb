import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Reads the pid of the server, then waits. A further line ends it without action; the end of the pipe without that line means that
 * Pimento was killed, and the server gets a fast shutdown, after 10 s an immediate one. $1 is the folder of the server's socket.
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
  /** Names the server to watch. */
  watch(pid: number): void;
  /** Ends the watchdog without harm to the server. */
  release(): void;
}

/**
 * Starts a shell in a session of its own, about 1 MB, that outlives this process and shuts the server down if this process ends without
 * stopping it. It starts before the server, so that the server is never unwatched.
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
  // The pipe of a child is a socket, which would otherwise keep this process alive.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return {
    watch: (pid) => void shell.stdin.write(`${pid}\n`),
    release: () => void shell.stdin.end('released\n'),
  };
}
