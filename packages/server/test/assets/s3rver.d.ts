declare module 's3rver' {
  import type { Readable } from 'node:stream';

  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }
  interface PutObject {
    bucket: string;
    key: string;
    content: Buffer | Readable;
    metadata: unknown;
  }
  interface Store {
    putObject(object: PutObject): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: 'object'): string;
  }
  /** The package ships without types. */
  export default class S3rver {
    constructor(options: Options);
    readonly store: Store;
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
