export { openTenancy, type TenancyFeature } from './tenancy-feature.ts';
export { isArchivePinned } from './archive/client-archive-views.ts';
