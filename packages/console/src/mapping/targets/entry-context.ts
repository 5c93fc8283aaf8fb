/** What the fields of an entry and of its children have in common. */
export interface EntryContext {
  channelId: string;
  version: number;
  /** Ids of the value maps. */
  maps: readonly string[];
  readOnly: boolean;
}
