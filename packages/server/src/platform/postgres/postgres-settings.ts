import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';

const megabyte = 1024 ** 2;

/** Server settings for one machine that runs Pimento and its database side by side and never loses a commit. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // A long import otherwise forces a checkpoint each gigabyte, and after each one every page is logged as a whole again.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // The embedded build has pglz only, which takes 80 us for a page: 100,000 products that were added to a million after a
  // checkpoint took 26 us longer each. Without it their log is twice as large, so it needs space.
  wal_compression: 'off',
  wal_buffers: '64MB',
  default_toast_compression: 'pglz',
  // Compiling a plan costs more than any statement here would gain.
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '100',
  autovacuum: 'on',
  // Acknowledged events leave dead entries that every poll reads until they are vacuumed; once a minute was too seldom.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] ',
  // The log would be full of checkpoints.
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '10min',
  cluster_name: 'pimento',
};

/**
 * Cache of the embedded database: an eighth of the machine's memory, between 128 MB and 2 GB. The indexes of a
 * million products take 0.4 GB. When they took 0.7 GB, a cache of 256 MB made each product of a further import read a page and evict
 * another one: 100,000 products took a third longer than in an empty catalogue; with 1 GB, a fourteenth.
 * @param memory bytes
 */
export function cacheSettings(memory: number): Record<string, string> {
  const max = 2048;
  const share = Math.min(Math.max(Math.floor(memory / 8 / megabyte), 128), max);
  return { shared_buffers: `${share}MB`, effective_cache_size: `${4 * share}MB` };
}

/** Bytes that this process and its database may use: the limit of the container, if there is one. */
function availableMemory(): number {
  // 0, or far more than the machine has, if there is no limit
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** The settings for this machine, `changes` on top, as arguments of `postgres`. */
export async function postgresArguments(changes: Record<string, string>): Promise<string[]> {
  const all = {
    ...settings,
    ...cacheSettings(availableMemory()),
    dynamic_shared_memory_type: await sharedMemoryType(),
    ...changes,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Containers often have 64 MB of /dev/shm, which one parallel query can exceed. */
async function sharedMemoryType(): Promise<string> {
  if (process.platform !== 'linux') return 'posix';
  if (!existsSync('/dev/shm')) return 'mmap';
  const { blocks, bsize } = await statfs('/dev/shm');
  return blocks * bsize < 256 * megabyte ? 'mmap' : 'posix';
}
