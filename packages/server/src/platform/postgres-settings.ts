import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Server settings for one machine that runs Pimento and its database side by side and never loses a commit. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // A long import otherwise forces a checkpoint each gigabyte, and after each one every page is logged as a whole again.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // The embedded build has neither lz4 nor zstd.
  wal_compression: 'pglz',
  default_toast_compression: 'pglz',
  // Compiling a plan costs more than any statement here would win.
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
  // One line each checkpoint would be all that the log holds.
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '10min',
  cluster_name: 'pimento',
};

/** The settings for this machine, `changes` on top, as arguments of `postgres`. */
export async function postgresArguments(changes: Record<string, string>): Promise<string[]> {
  const all = { ...settings, dynamic_shared_memory_type: await sharedMemoryType(), ...changes };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Containers often have 64 MB of /dev/shm, which one parallel query can exceed. */
async function sharedMemoryType(): Promise<string> {
  if (process.platform !== 'linux') return 'posix';
  if (!existsSync('/dev/shm')) return 'mmap';
  const { blocks, bsize } = await statfs('/dev/shm');
  return blocks * bsize < 256 * 1024 * 1024 ? 'mmap' : 'posix';
}
