/** Where feeds are written to. Names have `/` between folders. */
export interface FeedTarget {
  /** Checks that files can be written. @throws an error with a message for the person who connects the account */
  check(): Promise<void>;
  /** Moves or copies a local file to its place; readers see the former or the complete new content. */
  put(name: string, file: string, contentType: string): Promise<void>;
  /** Whether there is a file of this size. */
  has(name: string, size: number): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Removes all files in a folder and below it. */
  removeFolder(name: string): Promise<void>;
}
