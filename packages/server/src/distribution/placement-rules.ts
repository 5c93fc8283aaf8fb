/**
 * The location of a table in a distributed database (Citus). A table is split into shards by client or by adapter, copied to every node
 * (`reference`), or stored only on the coordinator (`local`).
 */
export type Placement = 'client' | 'adapter' | 'reference' | 'local';

/** The column that distributes the tables of a group. Rows of one group with the same value in this column are on the same node. */
export const distributionColumn = { client: 'client_id', adapter: 'adapter_id' } as const;

/**
 * All tables of the schema. A test compares them with the migrated schema. Small tables that statements join with data of clients are
 * copied to every node. People and keys stay on the coordinator, because the library for sign-in writes through views.
 */
export const tablesByPlacement: Readonly<Record<Placement, readonly string[]>> = {
  client: [
    'account',
    'asset',
    'asset_content',
    'asset_conversion',
    'asset_use',
    'attribute',
    'audit_chain',
    'audit_event',
    'audit_seal',
    'audit_unsealed',
    'automatic_submit',
    'bulk_edit',
    'bulk_edit_part',
    'category',
    'channel_evaluation',
    'channel_mapping',
    'channel_override',
    'channel_problem',
    'channel_product',
    'channel_product_tally',
    'channel_ruleset',
    'client_archive',
    'comment',
    'comment_seen',
    'connection',
    'definition_change',
    'definition_change_write',
    'deleted_revision',
    'evaluation_change',
    'evaluation_state',
    'evaluation_tally',
    'event_outbox',
    'idempotency_key',
    'import_body',
    'import_error',
    'import_file',
    'import_file_chunk',
    'import_job',
    'import_mapping',
    'import_source',
    'import_source_file',
    'import_source_run',
    'mapping_trial',
    'mapping_value',
    'notice',
    'notice_mail',
    'notice_setting',
    'packaging_state',
    'product',
    'product_change',
    'product_deletion',
    'product_deletion_part',
    'product_feed',
    'product_feed_state',
    'product_history',
    'product_order',
    'product_order_count',
    'product_order_key',
    'product_search',
    'product_view',
    'readiness_day',
    'ruleset_change',
    'search_state',
    'structure_snapshot',
    'structure_state',
    'submission',
    'submission_asset',
    'submission_item',
    'submission_product',
    'submit_key',
    'value_split',
  ],
  adapter: [
    'stream',
    'stream_end',
    'event',
    'pending',
    'kept_event',
    'purged_event',
    'event_purge',
    'adapter_submission',
  ],
  reference: [
    'adapter',
    'channel',
    'channel_client',
    'channel_standard',
    'client',
    'client_quota',
    'client_storage',
    'former_standard',
    'quota_watch',
    'standard_item',
    'standard_value',
  ],
  local: [
    'access_key',
    'access_token',
    'adapter_silence',
    'client_deletion',
    'event_day_end',
    'file_hold',
    'file_walk',
    'identity_provider',
    'identity_provider_client',
    'identity_provider_domain',
    'identity_provider_group',
    'installation',
    'member_invitation',
    'node',
    'outgoing_mail',
    'passkey',
    'password_link',
    'person',
    'person_account',
    'person_client_role',
    'person_second_factor',
    'person_session',
    'person_verification',
    'retention',
    'schema_migration',
    'schema_migration_lock',
    'service_running',
    'sign_in_attempt',
    'sign_in_failure',
    'used_sign_in_ticket',
  ],
};

/** Temporary tables that Pimento creates within transactions. */
export const temporaryTables: readonly string[] = ['listed_file', 'standard_draft_item', 'standard_draft_value'];

const placements = new Map(
  Object.entries(tablesByPlacement).flatMap(
    ([placement, tables]) => tables.map((table) => [table, placement as Placement] as const), // the keys are placements
  ),
);

/** Returns where a table is. @returns undefined if the schema does not contain the table */
export const placementOf = (table: string): Placement | undefined => placements.get(table);

/** Returns the column that distributes a table. @returns undefined if the table is not distributed */
export function distributionColumnOf(table: string): string | undefined {
  const placement = placementOf(table);
  return placement === 'client' || placement === 'adapter' ? distributionColumn[placement] : undefined;
}
