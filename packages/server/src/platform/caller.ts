import type { ClientScope } from '@pimento/contract';

/** Who is calling, after the credential was found to be right. `actor` is what history and jobs remember: `key:<keyId>`. */
export interface ClientCaller {
  kind: 'client';
  actor: string;
  keyId: string;
  clientId: string;
  scopes: readonly ClientScope[];
}
export interface AdapterCaller {
  kind: 'adapter';
  actor: string;
  keyId: string;
  adapterId: string;
}
export interface OperatorCaller {
  kind: 'operator';
  actor: string;
  keyId: string;
}
export type Caller = ClientCaller | AdapterCaller | OperatorCaller;
