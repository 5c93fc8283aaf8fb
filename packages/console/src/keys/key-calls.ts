import type { Client } from '@pimento/client';
import type { Key, NewKey } from '@pimento/contract';

/** How keys of one kind are ended and renewed. */
export interface KeyCalls {
  revoke: (api: Client, keyId: string) => Promise<Key>;
  rotate: (api: Client, keyId: string, graceSeconds: number) => Promise<NewKey>;
}
