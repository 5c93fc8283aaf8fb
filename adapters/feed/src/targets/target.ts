/** The destination of feeds. `/` separates folders in names. */
export interface FeedTarget {
  /** Checks that files can be written. @throws an error whose message is for the person who connects the account */
  check(): Promise<void>;
  /** Moves or copies a local file to the target. A program that reads the file gets either the old or the complete new content. */
  put(name: string, file: string, contentType: string): Promise<void>;
  /** Returns true if there is a file with this name and size. */
  has(name: string, size: number): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Removes a folder with everything in it. */
  removeFolder(name: string): Promise<void>;
}
