import type { Backups } from '../local-server.ts';

type Check = Awaited<ReturnType<Backups['verifyBackup']>>['check'];

/** Describes the comparison of a restored database with its backup. */
export function describeCheck({ tables, rows, differences, missingFiles }: Check): string {
  if (differences.length === 0 && missingFiles.count === 0)
    return `${rows} rows in ${tables} tables, and all files that they refer to.`;
  const lines = differences.map(({ table, expected, found }) => `  ${table}: ${found} rows instead of ${expected}`);
  if (missingFiles.count > 0)
    lines.push(
      `  ${missingFiles.count} files are missing: ${missingFiles.keys.join(', ')}${missingFiles.count > missingFiles.keys.length ? ', …' : ''}`,
    );
  return `The restored database differs from the backup:\n${lines.join('\n')}`;
}
