import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';

const script = join(import.meta.dirname, '../../packages/cli/bin/pimento.mjs');
const pollMs = 50;

/** Result of a finished command. */
export interface RanCommand {
  seconds: number;
  /** Peak resident memory in MB. */
  peakRssMb: number;
  answer: unknown;
}

/** Peak resident memory of a process in MB, or undefined if the process has ended or the system has no `/proc`. */
function peakRssMb(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Runs the real command line with `--json` to its end. @throws Error if it fails */
export async function runCommand(words: string[], { url, key }: { url: string; key: string }): Promise<RanCommand> {
  const started = performance.now();
  // The same flags and memory settings as in the first line of bin/pimento.mjs.
  const flags = ['--max-semi-space-size=4', '--v8-pool-size=2'];
  const child = spawn(process.execPath, [...flags, script, ...words, '--json', '--url', url, '--key', key], {
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      MALLOC_TRIM_THRESHOLD_: '4194304',
      ...process.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(() => (peak = peakRssMb(child.pid) ?? peak), pollMs);
  const closed = once(child, 'close') as Promise<[number | null]>; // Node.js documents these arguments of the event
  const text = await readText(child.stdout);
  const [code] = await closed;
  clearInterval(timer);
  if (code !== 0) throw new Error(`pimento ${words.join(' ')}: exit code ${code}, ${text.slice(0, 2_000)}`);
  return { seconds: (performance.now() - started) / 1_000, peakRssMb: peak, answer: JSON.parse(text) };
}
