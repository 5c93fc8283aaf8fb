import * as access from './access/access.ts';
import * as accounts from './channels/accounts.ts';
import * as adapterStreams from './channels/adapter-streams.ts';
import * as adapters from './channels/adapters.ts';
import * as assetOverview from './assets/asset-overview.ts';
import * as audit from './access/audit.ts';
import * as auditChains from './access/audit-chains.ts';
import * as automaticSubmits from './submissions/automatic-submits.ts';
import * as channelHolds from './submissions/channel-holds.ts';
import * as submitPreview from './submissions/submit-preview.ts';
import * as channelProducts from './submissions/channel-products.ts';
import * as channels from './channels/channels.ts';
import * as connectionSettings from './channels/connection-settings.ts';
import * as clientArchives from './access/client-archives.ts';
import * as clientDeletions from './access/client-deletions.ts';
import * as assets from './assets/assets.ts';
import * as conversions from './assets/conversions.ts';
import * as definitionChanges from './data/definition-changes.ts';
import * as comments from './comments/comments.ts';
import * as datastandards from './data/datastandards.ts';
import * as deletedProducts from './products/deleted-products.ts';
import * as events from './channels/events.ts';
import * as gateway from './channels/gateway.ts';
import * as installation from './access/installation.ts';
import * as invitations from './access/invitations.ts';
import * as links from './access/links.ts';
import * as passkeys from './access/passkeys.ts';
import * as people from './access/people.ts';
import * as health from './health.ts';
import * as importFiles from './data/import-files.ts';
import * as importMappings from './data/import-mappings.ts';
import * as importSources from './data/import-sources.ts';
import * as imports from './data/imports.ts';
import * as members from './access/members.ts';
import * as notices from './notices/notices.ts';
import * as noticeSettings from './notices/notice-settings.ts';
import * as workList from './notices/work-list.ts';
import * as storedData from './access/stored-data.ts';
import type { Operation } from './operation/operation.ts';
import * as productChanges from './products/product-changes.ts';
import * as chosenExports from './products/chosen-exports.ts';
import * as bulkEdits from './products/bulk-edits.ts';
import * as importUndos from './products/import-undos.ts';
import * as productDeletions from './products/product-deletions.ts';
import * as products from './products/products.ts';
import * as productValues from './products/product-values.ts';
import * as historyActors from './products/history-actors.ts';
import * as valueHistory from './products/value-history.ts';
import * as productViews from './products/product-views.ts';
import * as providerSignIn from './access/provider-sign-in.ts';
import * as providers from './access/providers.ts';
import * as secondFactorDemand from './access/second-factor-demand.ts';
import * as secondFactor from './access/second-factor.ts';
import * as quotas from './access/quotas.ts';
import * as formulaFunctions from './readiness/formula-functions.ts';
import * as mappingCopies from './standards/mapping-copies.ts';
import * as mappingDrafts from './standards/mapping-drafts.ts';
import * as mappingCategories from './standards/mapping-categories.ts';
import * as mappingEntries from './standards/mapping-entries.ts';
import * as mappingTables from './standards/mapping-tables.ts';
import * as mappingSuggestions from './standards/mapping-suggestions.ts';
import * as mappingPublishing from './standards/mapping-publishing.ts';
import * as standardReading from './standards/standard-reading.ts';
import * as adapterStandards from './standards/adapter-standards.ts';
import * as channelStandards from './standards/channel-standards.ts';
import * as mappingCoverage from './readiness/mapping-coverage.ts';
import * as mappingPreview from './readiness/mapping-preview.ts';
import * as mappingTrial from './readiness/mapping-trial.ts';
import * as valueSuggestions from './readiness/value-suggestions.ts';
import * as readiness from './readiness/readiness.ts';
import * as readinessTrend from './readiness/readiness-trend.ts';
import * as session from './access/session.ts';
import * as submissionReports from './submissions/submission-reports.ts';
import * as submissions from './submissions/submissions.ts';
import * as withdrawals from './submissions/withdrawals.ts';

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'permission' in value && 'answers' in value;
}

/** All operations of the service, in the order of the API reference. */
export const operations: readonly Operation[] = [
  imports,
  importFiles,
  importMappings,
  importSources,
  datastandards,
  definitionChanges,
  products,
  chosenExports,
  productChanges,
  productDeletions,
  productValues,
  historyActors,
  valueHistory,
  productViews,
  bulkEdits,
  importUndos,
  deletedProducts,
  assets,
  assetOverview,
  conversions,
  accounts,
  connectionSettings,
  channelProducts,
  channelHolds,
  submitPreview,
  automaticSubmits,
  submissions,
  withdrawals,
  events,
  gateway,
  submissionReports,
  adapters,
  adapterStreams,
  channels,
  adapterStandards,
  channelStandards,
  standardReading,
  mappingDrafts,
  mappingCategories,
  mappingEntries,
  mappingTables,
  mappingPublishing,
  mappingSuggestions,
  formulaFunctions,
  mappingCopies,
  mappingCoverage,
  mappingPreview,
  mappingTrial,
  valueSuggestions,
  readiness,
  readinessTrend,
  access,
  quotas,
  clientArchives,
  clientDeletions,
  installation,
  storedData,
  session,
  secondFactor,
  passkeys,
  secondFactorDemand,
  providerSignIn,
  providers,
  links,
  members,
  invitations,
  notices,
  noticeSettings,
  workList,
  comments,
  people,
  audit,
  auditChains,
  health,
].flatMap((module) => Object.values<unknown>(module).filter(isOperation));
