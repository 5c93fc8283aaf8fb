/** Name of each embedded server, by which it is told from other servers. */
export const clusterName = 'pimento';
/** The embedded server archives its log after this many seconds at the latest, if anything was written. */
export const archiveTimeoutSeconds = 60;
/** After this many seconds without an archived segment of the embedded server, something prevents it, such as a full disk. */
export const maxArchiveSeconds = 5 * archiveTimeoutSeconds;

export interface ArchiveFacts {
  cluster: string;
  isOn: boolean;
  timeoutSeconds: number;
  /** Time since a segment of the log was archived, or since the start of the server. */
  seconds: number;
}

/**
 * Returns the seconds since the log of an embedded server was archived.
 * @returns null without an archive, and for other servers, which may archive less often and report it themselves
 */
export function archiveAge({ cluster, isOn, timeoutSeconds, seconds }: ArchiveFacts): number | null {
  return isOn && cluster === clusterName && timeoutSeconds === archiveTimeoutSeconds ? seconds : null;
}
