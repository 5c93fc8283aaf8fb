import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors.ts';
import { StartRefusedError } from '../start-refused.ts';

/** Name of the file that marks a data folder whose database was moved. It contains the address of the new database. */
const movedFile = 'database-moved';

/**
 * Records that the embedded database of a data folder was moved, so that it no longer starts. Otherwise, if the setting of the new address
 * were lost, products would be stored in the embedded database and be missing in the new one.
 * @param address address of the new database, without its password
 * @returns the path of the file that prevents the start
 */
export async function markMoved(dataFolder: string, address: string): Promise<string> {
  const path = join(dataFolder, movedFile);
  {
    await using file = await open(`${path}.new`, 'w', 0o600);
    await file.writeFile(`${address}\n`);
    await file.sync();
  }
  await rename(`${path}.new`, path);
  await using folder = await open(dataFolder, 'r');
  await folder.sync();
  return path;
}

/** @throws StartRefusedError if the embedded database of the data folder was moved */
export async function refuseMoved(dataFolder: string): Promise<void> {
  const path = join(dataFolder, movedFile);
  const address = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (address === undefined) return;
  throw new StartRefusedError(
    `The database of ${dataFolder} was moved to ${address.trim()}: set PIMENTO_DATABASE_URL, or remove ${path} to go back to the former database.`,
  );
}
