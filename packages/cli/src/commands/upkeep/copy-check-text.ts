import type { Backups } from '../local-server.ts';

type Check = Awaited<ReturnType<Backups['verifyBackup']>>['check'];

/** Maximum number of damaged files in the text. `--json` lists up to 1,000. */
const maxDamaged = 50;

/** Formats the damaged files of a backup, each with its assets and the reason. */
function damagedLines({ count, listed }: Check['damagedFiles']): string[] {
  if (count === 0) return [];
  const shown = listed
    .slice(0, maxDamaged)
    .flatMap(({ key, assets, reason }) => [
      `  ${key} (${assets.length === 0 ? 'no asset' : assets.join(', ')})`,
      `    ${reason}`,
    ]);
  const rest = count > maxDamaged ? [`  … and ${count - maxDamaged} more; --json lists up to 1,000.`] : [];
  return [`The backup has lost ${count} files of assets, which must be uploaded again:`, ...shown, ...rest];
}

/** Describes the comparison of a restored database with its backup. */
export function describeCheck({ tables, rows, differences, missingFiles, damagedFiles }: Check): string {
  const lines = differences.map(({ table, expected, found }) => `  ${table}: ${found} rows instead of ${expected}`);
  if (missingFiles.count > 0)
    lines.push(
      `  ${missingFiles.count} files are missing: ${missingFiles.keys.join(', ')}${missingFiles.count > missingFiles.keys.length ? ', …' : ''}`,
    );
  const isSame = lines.length === 0;
  const files = damagedFiles.count === 0 ? ', and all files that they refer to.' : '.';
  const compared = isSame
    ? [`${rows} rows in ${tables} tables${files}`]
    : ['The restored database differs from the backup:', ...lines];
  return [...compared, ...damagedLines(damagedFiles)].join('\n');
}
