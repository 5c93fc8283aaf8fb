import type { Role } from '@pimento/contract';
import type { ClientId } from '../../platform/index.ts';

/** The person who reads or changes views, and the client whose products the views filter. */
export interface ViewMember {
  clientId: ClientId;
  personId: string;
  role: Role;
}
