/** The log is archived every minute while the service runs. After this many seconds something prevents it, such as a full disk. */
export const maxArchiveSeconds = 300;
