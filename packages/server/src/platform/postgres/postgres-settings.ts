import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { clusterName } from './archive-rules.ts';

const megabyte = 1024 ** 2;

/** Server settings for a machine that runs both Pimento and its database. No setting risks the loss of commits. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // With a smaller value, a long import forces a checkpoint every gigabyte, and after each checkpoint every page is logged in full again.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // The embedded build only supports pglz, which takes 80 µs per page. With pglz, adding 100,000 products to a million after a checkpoint
  // took 26 µs longer per product. Without compression the write-ahead log is twice as large and needs more disk space.
  wal_compression: 'off',
  wal_buffers: '64MB',
  default_toast_compression: 'pglz',
  // Compiling a plan takes longer than it saves in any statement of Pimento.
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '100',
  autovacuum: 'on',
  // Acknowledged events leave dead index entries. Every poll reads these entries until they are vacuumed, and vacuuming once a minute was
  // not often enough.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] ',
  // Checkpoint messages would fill the log.
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '10min',
  cluster_name: clusterName,
};

/**
 * Returns the cache settings of the embedded database. The cache takes an eighth of the machine's memory, between 128 MB and 2 GB. The
 * indexes of a million products take 0.4 GB. When they took 0.7 GB and the cache had 1 GB, importing 100,000 further products took 7 %
 * longer than importing them into an empty catalogue. With a cache of 256 MB it took a third longer, because each product read one page and
 * evicted another.
 * @param memory bytes
 */
export function cacheSettings(memory: number): Record<string, string> {
  const max = 2048;
  const share = Math.min(Math.max(Math.floor(memory / 8 / megabyte), 128), max);
  return { shared_buffers: `${share}MB`, effective_cache_size: `${4 * share}MB` };
}

/** Returns the bytes of memory that this process and its database may use, which is the container's limit, if there is one. */
function availableMemory(): number {
  // Without a limit, this value is 0 or far larger than the memory of the machine.
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Returns the settings for this machine as arguments of `postgres`. `changes` override the settings. */
export async function postgresArguments(changes: Record<string, string>): Promise<string[]> {
  const all = {
    ...settings,
    ...cacheSettings(availableMemory()),
    dynamic_shared_memory_type: await sharedMemoryType(),
    ...changes,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Chooses the type of shared memory. This is `mmap` if /dev/shm is missing or small, because containers often have only 64 MB of it, which
 * one parallel query can exceed.
 */
async function sharedMemoryType(): Promise<string> {
  if (process.platform !== 'linux') return 'posix';
  if (!existsSync('/dev/shm')) return 'mmap';
  const { blocks, bsize } = await statfs('/dev/shm');
  return blocks * bsize < 256 * megabyte ? 'mmap' : 'posix';
}
