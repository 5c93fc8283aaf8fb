import { isIP } from 'node:net';
import { DownloadError } from './download-error.ts';
import { unknownHost } from './download-rules.ts';

/**
 * Returns the failure for a refused IP address, or for a host name that resolves to a refused IP address. A host name gets the same failure
 * as a name that does not exist, because a different failure would reveal which names exist in the operator's network.
 */
export const refusalOf = (host: string): DownloadError =>
  isIP(host) === 0
    ? unknownHost(host)
    : new DownloadError('forbidden-address', `${host} is not an address on the public internet.`, { isFinal: true });
