// Written by `npm run openapi`: the operations of data standards of channels and mappings without schemas. They are apart from the others so that the
// console loads them with the screens that call them.
import type * as described from './index.ts';
import type { Wire } from './operation/operation-types.ts';

export const cancelDefinitionChange: Wire<typeof described.cancelDefinitionChange> = { id: 'cancelDefinitionChange', method: 'POST', path: '/api/datastandards/v1/datastandards/changes/{changeId}/cancel', bodies: { '200': 'json' } };
export const checkMapping: Wire<typeof described.checkMapping> = { id: 'checkMapping', method: 'POST', path: '/api/channels/v1/channels/{channelId}/mapping/check', bodies: { '200': 'json' } };
export const exportMapping: Wire<typeof described.exportMapping> = { id: 'exportMapping', method: 'GET', path: '/api/channels/v1/channels/{channelId}/mapping/export', bodies: { '200': 'json' } };
export const getChannelReadiness: Wire<typeof described.getChannelReadiness> = { id: 'getChannelReadiness', method: 'GET', path: '/api/channels/v1/channels/{channelId}/readiness', bodies: { '200': 'json' } };
export const getDataStandard: Wire<typeof described.getDataStandard> = { id: 'getDataStandard', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}', bodies: { '200': 'json' } };
export const getDefinitionChange: Wire<typeof described.getDefinitionChange> = { id: 'getDefinitionChange', method: 'GET', path: '/api/datastandards/v1/datastandards/changes/{changeId}', bodies: { '200': 'json' } };
export const getMapping: Wire<typeof described.getMapping> = { id: 'getMapping', method: 'GET', path: '/api/channels/v1/channels/{channelId}/mapping', bodies: { '200': 'json' } };
export const getProductReadiness: Wire<typeof described.getProductReadiness> = { id: 'getProductReadiness', method: 'GET', path: '/api/channels/v1/channels/{channelId}/readiness/products/{productId}', bodies: { '200': 'json' } };
export const getStandardHead: Wire<typeof described.getStandardHead> = { id: 'getStandardHead', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/head', bodies: { '200': 'json' } };
export const importMapping: Wire<typeof described.importMapping> = { id: 'importMapping', method: 'POST', path: '/api/channels/v1/channels/{channelId}/mapping/import', bodies: { '200': 'json' } };
export const listDefinitionChanges: Wire<typeof described.listDefinitionChanges> = { id: 'listDefinitionChanges', method: 'GET', path: '/api/datastandards/v1/datastandards/changes', bodies: { '200': 'json' } };
export const listMapEntries: Wire<typeof described.listMapEntries> = { id: 'listMapEntries', method: 'GET', path: '/api/channels/v1/channels/{channelId}/mapping/maps/{mapId}', bodies: { '200': 'json' } };
export const listMappingVersions: Wire<typeof described.listMappingVersions> = { id: 'listMappingVersions', method: 'GET', path: '/api/channels/v1/channels/{channelId}/mapping/versions', bodies: { '200': 'json' } };
export const listOverrides: Wire<typeof described.listOverrides> = { id: 'listOverrides', method: 'GET', path: '/api/channels/v1/channels/{channelId}/readiness/overrides', bodies: { '200': 'json' } };
export const listReadinessProducts: Wire<typeof described.listReadinessProducts> = { id: 'listReadinessProducts', method: 'GET', path: '/api/channels/v1/channels/{channelId}/readiness/products', bodies: { '200': 'json' } };
export const listStandardAttributes: Wire<typeof described.listStandardAttributes> = { id: 'listStandardAttributes', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/attributes', bodies: { '200': 'json' } };
export const listStandardCategories: Wire<typeof described.listStandardCategories> = { id: 'listStandardCategories', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/categories', bodies: { '200': 'json' } };
export const listStandardChanges: Wire<typeof described.listStandardChanges> = { id: 'listStandardChanges', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/changes', bodies: { '200': 'json' } };
export const listStandardRules: Wire<typeof described.listStandardRules> = { id: 'listStandardRules', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/rules', bodies: { '200': 'json' } };
export const listStandardValueLists: Wire<typeof described.listStandardValueLists> = { id: 'listStandardValueLists', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/value-lists', bodies: { '200': 'json' } };
export const listStandardValues: Wire<typeof described.listStandardValues> = { id: 'listStandardValues', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/value-lists/{listId}', bodies: { '200': 'json' } };
export const listStandardVersions: Wire<typeof described.listStandardVersions> = { id: 'listStandardVersions', method: 'GET', path: '/api/datastandards/v1/datastandards/{datastandardId}/versions', bodies: { '200': 'json' } };
export const publishMapping: Wire<typeof described.publishMapping> = { id: 'publishMapping', method: 'POST', path: '/api/channels/v1/channels/{channelId}/mapping/publish', bodies: { '200': 'json' } };
export const putMapping: Wire<typeof described.putMapping> = { id: 'putMapping', method: 'PUT', path: '/api/channels/v1/channels/{channelId}/mapping', bodies: { '200': 'json' } };
export const putMappingTable: Wire<typeof described.putMappingTable> = { id: 'putMappingTable', method: 'PUT', path: '/api/channels/v1/channels/{channelId}/mapping/tables/{tableId}', bodies: { '200': 'json' } };
export const putOverrides: Wire<typeof described.putOverrides> = { id: 'putOverrides', method: 'PUT', path: '/api/channels/v1/channels/{channelId}/readiness/products/{productId}/overrides', bodies: { '200': 'json' } };
export const putTargetMapping: Wire<typeof described.putTargetMapping> = { id: 'putTargetMapping', method: 'PUT', path: '/api/channels/v1/channels/{channelId}/mapping/targets/{target}', bodies: { '200': 'json' } };
export const refreshReadiness: Wire<typeof described.refreshReadiness> = { id: 'refreshReadiness', method: 'POST', path: '/api/channels/v1/channels/{channelId}/readiness/refresh', bodies: { '202': 'json' } };
export const restoreMapping: Wire<typeof described.restoreMapping> = { id: 'restoreMapping', method: 'POST', path: '/api/channels/v1/channels/{channelId}/mapping/versions/{version}/restore', bodies: { '200': 'json' } };
export const startDefinitionChange: Wire<typeof described.startDefinitionChange> = { id: 'startDefinitionChange', method: 'POST', path: '/api/datastandards/v1/datastandards/changes', bodies: { '202': 'json' } };
export const updateMapEntries: Wire<typeof described.updateMapEntries> = { id: 'updateMapEntries', method: 'PATCH', path: '/api/channels/v1/channels/{channelId}/mapping/maps/{mapId}', bodies: { '200': 'json' } };
