/** The `cluster_name` of every embedded server, which distinguishes embedded servers from others. */
export const clusterName = 'pimento';
/** The embedded server archives its log after this many seconds at the latest, if anything was written. */
export const archiveTimeoutSeconds = 60;
/** If the embedded server has archived no segment for this many seconds, something prevents it from doing so, such as a full disk. */
export const maxArchiveSeconds = 5 * archiveTimeoutSeconds;

export interface ArchiveFacts {
  cluster: string;
  isOn: boolean;
  timeoutSeconds: number;
  /** Time since the last segment of the log was archived, or since the server started if that was later. */
  seconds: number;
}

/**
 * Returns the seconds since an embedded server last archived a segment of its log, or since it started if that was later.
 * @returns null if the log is not archived, and for other servers, which may archive less often and have their own monitoring
 */
export function archiveAge({ cluster, isOn, timeoutSeconds, seconds }: ArchiveFacts): number | null {
  return isOn && cluster === clusterName && timeoutSeconds === archiveTimeoutSeconds ? seconds : null;
}
