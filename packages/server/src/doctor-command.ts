import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openLocalDatabase } from './backup/index.ts';
import { examine, type Finding } from './doctor/index.ts';
import { findSessions, systemClock } from './platform/index.ts';

/**
 * Examines an installation and returns the findings.
 * @param options `databaseUrl`: undefined for the embedded database of the data folder; `filesAddress`: undefined for the folder `assets`
 * of the data folder; `secretKeys`: value of PIMENTO_SECRET_KEY, undefined for the file secret.key
 * @throws BackupRefusedError, StartRefusedError; errors from the database and the object store
 */
export async function examineInstallation(options: {
  databaseUrl: string | undefined;
  dataFolder: string;
  filesAddress: string | undefined;
  secretKeys: string | undefined;
}): Promise<Finding[]> {
  const { databaseUrl, dataFolder, secretKeys } = options;
  const filesAddress = options.filesAddress ?? pathToFileURL(join(resolve(dataFolder), 'assets')).href;
  await using local = databaseUrl === undefined ? await openLocalDatabase(dataFolder) : undefined;
  const connectionString =
    databaseUrl === undefined ? (local?.connectionString ?? '') : await findSessions(databaseUrl);
  return await examine({ clock: systemClock, connectionString, dataFolder, filesAddress, secretKeys });
}
