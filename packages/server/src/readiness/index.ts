export { openReadiness } from './readiness-feature.ts';
