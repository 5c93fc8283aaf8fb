import type { StoreComparison } from '../backup/index.ts';
import { maxArchiveSeconds } from '../platform/index.ts';
import type { Backlog, DatabaseFacts, DiskSpace, Facts, Finding, SecretFile } from './doctor-types.ts';

const gigabyte = 1e9;
const sizeOf = (bytes: number) =>
  bytes < gigabyte ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`;

/** Returns a duration as text, rounded down, for example "3 hours". */
function durationOf(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [name, size] = units.find(([, unit]) => seconds >= unit) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Free space in bytes that a large import needs. The write-ahead log alone can take 4 GB. */
const lowBytes = 5 * gigabyte;
const emptyBytes = gigabyte;

function judgeDisk({ name, path, free, total }: DiskSpace): Finding {
  const text = `${sizeOf(free)} of ${sizeOf(total)} are free for the ${name} (${path}).`;
  if (free >= lowBytes && free / total >= 0.05) return { check: 'disk', level: 'ok', text };
  return {
    check: 'disk',
    level: free < emptyBytes ? 'error' : 'warning',
    text,
    fix: 'Enlarge the disk or move other data away: without space, imports and uploads are refused with storage-full.',
  };
}

function judgeClock({ clockMs }: DatabaseFacts): Finding {
  const text = `The clocks of this machine and of the database differ by ${(Math.abs(clockMs) / 1000).toFixed(1)} s.`;
  if (Math.abs(clockMs) < 2_000) return { check: 'clock', level: 'ok', text };
  return {
    check: 'clock',
    level: 'warning',
    text,
    fix: 'Synchronise both with NTP: sessions, links and leases expire according to them.',
  };
}

function judgeVersion({ versionNumber }: DatabaseFacts): Finding {
  const text = `The database is PostgreSQL ${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}.`;
  if (versionNumber >= 150_000) return { check: 'version', level: 'ok', text };
  return { check: 'version', level: 'error', text, fix: 'Upgrade it to PostgreSQL 15 or later.' };
}

function judgeMigrations({ missingMigrations, unknownMigrations }: DatabaseFacts): Finding {
  const check = 'migrations';
  if (unknownMigrations.length > 0)
    return {
      check,
      level: 'error',
      text: `The database was migrated by a newer Pimento, which has ${unknownMigrations.join(', ')}.`,
      fix: 'Start that version, or restore an earlier backup.',
    };
  if (missingMigrations.length === 0) return { check, level: 'ok', text: 'The database is up to date.' };
  return {
    check,
    level: 'warning',
    text: `Migrations are missing: ${missingMigrations.join(', ')}.`,
    fix: 'Run "pimento db migrate", or start the service, which does the same.',
  };
}

function judgeFiles({ stored, orphaned, missing }: StoreComparison): Finding[] {
  const findings: Finding[] = [];
  if (missing.count > 0)
    findings.push({
      check: 'files',
      level: 'error',
      text: `${missing.count} files of assets or submissions are missing: ${missing.keys.join(', ')}${missing.count > missing.keys.length ? ', …' : ''}.`,
      fix: 'Copy them back from a backup (docs/guides/backup.md), or upload them again.',
    });
  if (orphaned > 0)
    findings.push({
      check: 'files',
      level: 'warning',
      text: `${orphaned} stored files belong to nothing, for example after interrupted uploads.`,
      fix: 'Nothing to do: the service deletes them once a week.',
    });
  if (findings.length > 0) return findings;
  return [
    { check: 'files', level: 'ok', text: `All files are present: ${stored.count} with ${sizeOf(stored.bytes)}.` },
  ];
}

/** Reports tables that automatic vacuuming does not clean up in time. Automatic vacuuming starts at 20 % dead rows. */
function judgeBloat({ bloated }: DatabaseFacts): Finding[] {
  if (bloated.length === 0) return [{ check: 'bloat', level: 'ok', text: 'No table has many dead rows.' }];
  return bloated.map(({ table, dead, live }) => ({
    check: 'bloat',
    level: 'warning',
    text: `The table ${table} has ${dead} dead rows and ${live} live rows.`,
    fix: `Run "vacuum (analyze) ${table}" in psql if it stays so for hours; a long transaction or a slow disk delays automatic vacuuming.`,
  }));
}

const longTransaction = 3_600;
/**
 * The database freezes rows automatically at an age of 200 million transactions. An age above this limit means that freezing does not keep
 * up.
 */
const highAge = 1_000_000_000;

function judgeTransactions({ oldestTransaction: oldest, transactionAge }: DatabaseFacts): Finding {
  const check = 'transactions';
  if (transactionAge > highAge)
    return {
      check,
      level: 'error',
      text: `The oldest row is ${Math.round(transactionAge / 1e6)} million transactions old; at 2,000 million the database stops writing.`,
      fix: 'Run "vacuum (freeze)" in psql, and find out what prevents automatic vacuuming.',
    };
  if (oldest && oldest.seconds > longTransaction)
    return {
      check,
      level: 'warning',
      text: `A transaction of "${oldest.program}" has been open for ${durationOf(oldest.seconds)}.`,
      fix: 'End that program: dead rows cannot be removed while the transaction is open.',
    };
  return { check, level: 'ok', text: 'No transaction has been open for long.' };
}

function judgeArchive({ archiveSeconds: seconds }: DatabaseFacts): Finding[] {
  const check = 'archive';
  if (seconds === null) return [];
  if (seconds <= maxArchiveSeconds) return [{ check, level: 'ok', text: 'The write-ahead log is archived.' }];
  return [
    {
      check,
      level: 'error',
      text: `The write-ahead log has not been archived for ${durationOf(seconds)}, and fills the disk of the data folder.`,
      fix: 'Look for archive_command in postgres.log; free space in the folder of PIMENTO_DATABASE_ARCHIVE, for example by removing old backups with "pimento backup --keep", and then "pimento backup verify".',
    },
  ];
}

const backlogTexts = {
  imports: {
    max: 3_600,
    text: (count: number) => `${count} imports are waiting or running`,
    fix: 'See "pimento jobs list" and the log; give the service more PIMENTO_IMPORT_THREADS if it is always busy.',
  },
  outbox: {
    max: 60,
    text: (count: number) => `${count} events wait in the outbox for their relay`,
    fix: 'Start the service if it does not run; else look for "relay of events" in its log, and for a transaction that has locked the stream.',
  },
  events: {
    max: 3_600,
    text: (count: number) => `${count} events are not acknowledged`,
    fix: 'Start the adapter, or check its log: Pimento cannot deliver without it.',
  },
  downloads: {
    max: 900,
    text: (count: number) => `${count} downloads are due`,
    fix: 'Look for download errors in the console under Assets; raise PIMENTO_DOWNLOAD_CONCURRENCY if the hosts are fast.',
  },
};

function judgeBacklog({ name, count, seconds, adapterId }: Backlog): Finding {
  const { max, text, fix } = backlogTexts[name];
  const oldest =
    count === 0 ? '' : `, the oldest for ${durationOf(seconds)}${adapterId === null ? '' : ` (adapter ${adapterId})`}`;
  const level = count > 0 && seconds > max ? 'warning' : 'ok';
  return { check: name, level, text: `${text(count)}${oldest}.`, ...(level === 'warning' && { fix }) };
}

function judgeSecretFile({ path, name, isOpen }: SecretFile): Finding[] {
  if (isOpen)
    return [
      {
        check: 'secrets',
        level: 'error',
        text: `Other users of this machine can read ${path}.`,
        fix: `Run "chmod 600 ${path}".`,
      },
    ];
  if (name !== 'first-run.json') return [];
  return [
    {
      check: 'secrets',
      level: 'warning',
      text: `${path} still has the first password and keys.`,
      fix: 'Save the keys, change the password, and delete the file.',
    },
  ];
}

function judgeSecretKey(secretKey: NonNullable<Facts['secretKey']>): Finding {
  const check = 'secret key';
  if (secretKey === 'fits') return { check, level: 'ok', text: 'The secret key opens the secrets in the database.' };
  if (secretKey === 'unused') return { check, level: 'ok', text: 'The database has no secrets yet.' };
  return {
    check,
    level: 'error',
    text:
      secretKey === 'missing'
        ? 'The secret key is missing, so the service does not start.'
        : 'The secret key is not the key of the database, so the service does not start.',
    fix: 'Copy secret.key back to the data folder (mode 0600), or set PIMENTO_SECRET_KEY.',
  };
}

/** Returns the findings in the order in which they are printed. */
export function judgeFacts(facts: Facts): Finding[] {
  const { disks, database, files, secretFiles } = facts;
  return [
    ...disks.map(judgeDisk),
    judgeVersion(database),
    judgeMigrations(database),
    judgeClock(database),
    judgeTransactions(database),
    ...judgeBloat(database),
    ...judgeArchive(database),
    ...database.backlogs.map(judgeBacklog),
    ...(files ? judgeFiles(files) : []),
    ...(facts.secretKey === undefined ? [] : [judgeSecretKey(facts.secretKey)]),
    ...secretFiles.flatMap(judgeSecretFile),
  ];
}
