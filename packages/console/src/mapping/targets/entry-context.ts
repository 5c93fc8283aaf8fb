/** The data that the fields of an entry and of its children share. */
export interface EntryContext {
  channelId: string;
  version: number;
  /** Ids of the value maps. */
  maps: readonly string[];
  readOnly: boolean;
}
