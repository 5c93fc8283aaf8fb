export { openTenancy, type TenancyFeature } from './tenancy-feature.ts';
export { endArchives } from './archive/client-archive-store.ts';
export { isArchivePinned } from './archive/client-archive-views.ts';
