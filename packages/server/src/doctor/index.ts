export { examine } from './doctor-service.ts';
export type { Finding } from './doctor-types.ts';
