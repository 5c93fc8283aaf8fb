import type { Client } from '@pimento/client';
import type { Key, NewKey } from '@pimento/contract';

/** The requests that revoke and rotate API keys of one kind. */
export interface KeyCalls {
  revoke: (api: Client, keyId: string) => Promise<Key>;
  rotate: (api: Client, keyId: string, graceSeconds: number) => Promise<NewKey>;
}
