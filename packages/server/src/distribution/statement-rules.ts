/** A rule for statements on a distributed database. `tools/statements/statements.ts` checks all statements. */
export type StatementRule =
  | 'unbound'
  | 'lock-many'
  | 'insert-without-key'
  | 'volatile-upsert'
  | 'subquery-upsert'
  | 'volatile-case'
  | 'two-groups'
  | 'lateral-outer'
  | 'concurrent-detach'
  | 'pending-list'
  | 'unknown-table'
  | 'unreadable';

export interface StatementExceptions {
  reason: string;
  /**
   * The rules that a statement breaks, by the name of the statement. The name consists of the file below `src` and the function that
   * executes the statement.
   */
  statements: Readonly<Record<string, readonly StatementRule[]>>;
}

/** Statements that break a rule, by reason. The check refuses entries that are no longer needed, so that the list shrinks. */
export const statementExceptions: readonly StatementExceptions[] = [
  {
    reason:
      'Work of all clients is claimed, kept and expired by one statement. A cluster needs a look without locks, then a claim by key.',
    statements: {
      'assets/download/download-store.ts claimDownloads': ['lock-many', 'unbound'],
      'assets/download/download-store.ts expireDownloads': ['lock-many', 'unbound', 'volatile-case'],
      'assets/download/due-download-views.ts findWindowEnd': ['unbound'],
      'assets/download/download-store.ts heartbeatDownloads': ['lock-many', 'unbound'],
      'assets/download/download-store.ts markStarted': ['lock-many', 'unbound'],
      'assets/download/download-store.ts releaseDownloads': ['unbound'],
      'assets/preview/preview-store.ts claimPreview': ['lock-many', 'unbound'],
      'catalog/search/search-store.ts claimClient': ['lock-many', 'unbound'],
      'catalog/search/search-store.ts getBacklog': ['unbound'],
      'events/outbox-store.ts listWaitingAdapters': ['two-groups', 'unbound'],
      'imports/jobs/error-retention-store.ts lockJobsWithErrors': ['lock-many'],
      'imports/jobs/job-claim-store.ts claimStoredJob': ['lock-many', 'unbound'],
      'imports/jobs/job-claim-store.ts expireJobs': ['lock-many', 'unbound', 'volatile-case'],
      'imports/jobs/job-claim-store.ts heartbeatJobs': ['lock-many', 'unbound'],
      'imports/sources/source-run-store.ts claimSource': ['lock-many', 'unbound'],
      'imports/sources/source-run-store.ts expireSources': ['lock-many', 'unbound'],
      'imports/sources/source-run-store.ts heartbeatSources': ['lock-many', 'unbound'],
      'notices/mail/notice-mail-store.ts claimNoticeMail': ['lock-many', 'unbound'],
      'notices/sources/account-source-store.ts claimAccounts': ['lock-many', 'unbound'],
      'notices/sources/download-source-store.ts claimDownloads': ['lock-many', 'unbound'],
      'notices/sources/job-source-store.ts claimJobs': ['lock-many', 'unbound'],
      'notices/sources/submission-source-store.ts claimRows': ['lock-many', 'unbound'],
      'notices/sources/submission-source-store.ts recordNoticed': ['unbound'],
      'readiness/evaluations/change-store.ts claimClient': ['lock-many', 'unbound'],
      'readiness/evaluations/change-store.ts hasWork': ['unbound'],
      'tenancy/archive/client-archive-store.ts endArchives': ['unbound'],
      'tenancy/archive/client-archive-store.ts expireLeases': ['lock-many', 'unbound', 'volatile-case'],
      'tenancy/archive/client-archive-store.ts heartbeatArchives': ['lock-many', 'unbound'],
      'tenancy/archive/client-archive-store.ts lockExpired': ['lock-many'],
    },
  },
  {
    reason:
      'Due work is looked for without locks, which asks all nodes, and claimed by its key. One table for the work of all clients would ask one node.',
    statements: {
      'assets/conversion/conversion-store.ts claimConversion': ['unbound'],
      'assets/conversion/split-store.ts claimSplit': ['unbound'],
      'catalog/deletion/product-deletion-store.ts lockNextDeletion': ['unbound'],
      'readiness/drafts/trial-store.ts claimTrial': ['unbound'],
      'structure/changes/change-store.ts lockNextChange': ['unbound'],
      'submissions/automatic/automatic-store.ts listOverdue': ['unbound'],
      'tenancy/archive/client-archive-store.ts claimArchive': ['unbound'],
    },
  },
  {
    reason:
      'Housekeeping goes over all clients or streams in the background. A cluster needs one statement for each client or stream.',
    statements: {
      'assets/content/content-store.ts deleteIdleAssets': ['lock-many', 'unbound'],
      'assets/content/content-store.ts listUnusedContents': ['unbound'],
      'audit/audit-chain-store.ts listUnsealed': ['unbound'],
      'audit/audit-chain-views.ts findPurgeableClient': ['unbound'],
      'catalog/changes/change-store.ts listClientsToPurge': ['unbound'],
      'catalog/deletion/old-deletion-store.ts deleteOldDeletions': ['lock-many', 'unbound'],
      'catalog/history/history-retention-store.ts findNextClient': ['unbound'],
      'catalog/search/order-store.ts deleteUnused': ['unbound'],
      'events/unread-store.ts forgetKept': ['unbound'],
      'events/unread-store.ts hasUnread': ['unbound'],
      'events/unread-store.ts keepUnread': ['unbound'],
      'events/unread-store.ts purgeUnread': ['lock-many', 'unbound'],
      'events/unread-store.ts takePurged': ['lock-many', 'unbound'],
      'imports/bulk/bulk-store.ts purgeBulkEdits': ['unbound'],
      'imports/files/file-store.ts purgeFiles': ['unbound'],
      'imports/jobs/error-retention-store.ts deleteErrors': ['volatile-case'],
      'imports/jobs/idempotency-store.ts purgeIdempotencyKeys': ['unbound'],
      'imports/jobs/job-retention-store.ts deleteOldJobs': ['lock-many', 'unbound'],
      'imports/mappings/mapping-store.ts purgeDeletedMappings': ['unbound'],
      'notices/inbox/notice-store.ts deleteOldNotices': ['lock-many', 'unbound'],
      'notices/sources/silence-source-views.ts hasThreshold': ['unbound'],
      'readiness/evaluations/ended-connection-views.ts findEndedConnection': ['unbound'],
      'readiness/evaluations/trend-store.ts saveDay': ['unbound'],
      'submissions/progress/ended-state-store.ts findEndedConnection': ['unbound'],
      'submissions/progress/submission-retention-store.ts listDeletable': ['unbound'],
      'submissions/progress/submission-retention-store.ts lockDeletable': ['unbound'],
      'submissions/snapshot/asset-pin-store.ts isPinned': ['unbound'],
      'submissions/snapshot/content-retention-store.ts closeContent': ['unbound'],
      'submissions/snapshot/content-retention-store.ts deleteUnusedStructures': ['unbound'],
      'submissions/snapshot/content-retention-store.ts findClosed': ['unbound'],
      'submissions/snapshot/content-retention-store.ts markUnusedStructures': ['unbound'],
      'submissions/snapshot/ruleset-retention-store.ts deleteUnusedRulesets': ['unbound'],
      'submissions/snapshot/ruleset-retention-store.ts markUnusedRulesets': ['unbound'],
    },
  },
  {
    reason:
      'Operators, backups and the rotation of secrets read all clients or streams. This is rare, and may ask all nodes.',
    statements: {
      'access/quotas/client-usage-views.ts getUsage': ['two-groups', 'unbound'],
      'audit/audit-views.ts listAuditRows': ['unbound'],
      'backup/contents/missing-file-views.ts countOrphanedFiles': ['unbound'],
      'backup/contents/missing-file-views.ts findMissingFiles': ['unbound'],
      'backup/contents/missing-file-views.ts listAssetsOfFiles': ['unbound'],
      'backup/contents/row-count-views.ts countRows': ['unbound'],
      'channels/account-store.ts lockSealedAccounts': ['lock-many'],
      'channels/account-store.ts saveSealedAccounts': ['unbound'],
      'channels/channel-views.ts listChannelRows': ['unbound'],
      'doctor/database-views.ts listBacklogs': ['two-groups', 'unbound'],
      'events/stream-views.ts listBacklogRows': ['lateral-outer', 'unbound'],
      'imports/sources/source-store.ts lockSourceSecrets': ['lock-many'],
      'imports/sources/source-store.ts saveSourceSecrets': ['unbound'],
      'installation/operator-figure-views.ts countRunningImports': ['unbound'],
      'installation/operator-figure-views.ts listAdapterFigures': ['lateral-outer', 'unbound'],
      'installation/operator-figure-views.ts readDatabaseFigures': ['two-groups', 'unbound'],
      'move/contents-views.ts readFingerprint': ['unbound'],
    },
  },
  {
    reason:
      'One statement for rows of several clients, which saves round trips. A cluster needs one statement for each client.',
    statements: {
      'assets/records/arrival-store.ts saveDownloads': ['unbound', 'volatile-case'],
      'assets/records/arrival-store.ts saveUploads': ['unbound', 'volatile-case'],
      'channels/account-store.ts recordDelivered': ['unbound'],
      'channels/account-views.ts findAccounts': ['unbound'],
      'notices/inbox/notice-setting-views.ts withPreferences': ['unbound'],
      'notices/inbox/notice-store.ts appendNotices': ['unbound'],
      'notices/inbox/notice-store.ts markRead': ['lock-many', 'unbound'],
      'notices/inbox/notice-views.ts countUnread': ['unbound'],
      'notices/inbox/notice-views.ts listNotices': ['unbound'],
      'readiness/rulesets/ruleset-store.ts appendRulesetChanges': ['unbound'],
      'standards/versions/standard-store.ts saveVersion': ['unbound'],
    },
  },
  {
    reason:
      'A view compares the client with that of another table, or reads several clients. It needs a condition of its own, and a look at its plan.',
    statements: {
      'audit/audit-chain-views.ts findUnsealedClient': ['unbound'],
      'audit/audit-chain-views.ts listChains': ['unbound'],
      'audit/audit-chain-views.ts listInserted': ['unbound'],
      'audit/audit-chain-views.ts listSeals': ['unbound'],
      'catalog/product/packaging-views.ts findParents': ['unbound'],
      'channels/connection-views.ts listAdapterConnections': ['unbound'],
      'channels/connection-views.ts listConnectionsBehind': ['unbound'],
      'notices/mail/notice-mail-views.ts findMailProblem': ['unbound'],
      'notices/sources/connection-source-views.ts listServedConnections': ['unbound'],
      'notices/work-list/failure-work-views.ts listUnreadDays': ['unbound'],
      'readiness/drafts/trial-views.ts hasTrials': ['unbound'],
      'readiness/rulesets/ruleset-views.ts findSources': ['lateral-outer'],
      'readiness/rulesets/ruleset-views.ts listDatedRulesets': ['unbound'],
      'submissions/snapshot/gated-snapshot-store.ts takeGatedSnapshot': ['lateral-outer'],
      'submissions/snapshot/withdrawal-store.ts takeWithdrawal': ['lateral-outer'],
    },
  },
  {
    reason:
      "`client_id || ''` keeps the planner of PostgreSQL on the right index (decision 0017), and is no condition for Citus.",
    statements: {
      'catalog/search/search-views.ts hasFewSince': ['unbound'],
      'submissions/automatic/due-age-views.ts findChangeMarker': ['unbound'],
    },
  },
  {
    reason: 'A left join with a lateral query of one client. Citus refused one of them; the others were not tried.',
    statements: {
      'catalog/history/history-store.ts appendHistory': ['lateral-outer'],
      'catalog/search/search-views.ts countInGroups': ['lateral-outer'],
      'structure/stored-values/held-value-store.ts rewriteValues': ['lateral-outer'],
      'submissions/progress/submission-views.ts listResults': ['lateral-outer'],
      'submissions/snapshot/product-choice-store.ts findMissing': ['lateral-outer'],
    },
  },
  {
    reason:
      'Data of a client and of a stream meet: events by subject, the stream of an adapter, the submission that an adapter knows.',
    statements: {
      'events/client-erasure-store.ts areEventsErased': ['two-groups', 'unbound'],
      'events/client-erasure-store.ts deletePurgedEvents': ['unbound'],
      'events/client-erasure-store.ts stripEvents': ['unbound'],
      'events/event-views.ts findSubjectEvent': ['unbound'],
      'events/outbox-store.ts addEvents': ['two-groups'],
    },
  },
  {
    reason: 'The time in the condition decides what is stored, so it would have to be a parameter from the clock.',
    statements: {},
  },
  {
    reason:
      'Maintenance of one server: pending lists of indexes, and partitions, which are detached without blocking polls.',
    statements: {
      'catalog/search/search-group-store.ts flushPendingTokens': ['pending-list'],
      'events/retention-store.ts dropPartition': ['concurrent-detach'],
      'readiness/evaluations/evaluation-store.ts flushPendingProblems': ['pending-list'],
    },
  },
  {
    reason: 'The table is chosen at run time, so the check cannot tell how it is distributed.',
    statements: {
      'standards/versions/draft-store.ts placeIn': ['unbound'],
      'tenancy/deletion/client-deletion-store.ts deleteRows': ['unbound'],
    },
  },
  {
    reason:
      'The text comes from the schema, or is composed of parts known at run time only, so the check cannot follow it.',
    statements: {
      'move/schema-store.ts createIndex': ['unreadable'],
      'move/schema-store.ts createPartitions': ['unreadable'],
      'move/schema-store.ts dropConstraints': ['unreadable'],
      'move/schema-store.ts restoreConstraints': ['unreadable'],
      'move/schema-store.ts runAll': ['unreadable'],
      'readiness/gate/stale-product-views.ts listChosen': ['unreadable'],
      'readiness/gate/stale-product-views.ts listStale': ['unreadable'],
      'structure/changes/change-store.ts saveChange': ['unreadable'],
    },
  },
];
