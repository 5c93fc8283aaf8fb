import type pg from 'pg';

/**
 * Fills a stream with acknowledged events, evenly over the days from `fromDay` to `toDay` before now, one client in a hundred and one channel
 * in five each. What is there already stays.
 */
export async function seedEvents(
  database: pg.Client,
  adapterId: string,
  wish: { count: number; fromDay: number; toDay: number },
): Promise<void> {
  await database.query(
    `select ensure_event_partition((now() at time zone 'UTC')::date - day)
    from generate_series($1::integer, $2::integer) as day`,
    [Math.floor(wish.toDay) - 1, Math.ceil(wish.fromDay) + 1],
  );
  await database.query(
    `insert into event (adapter_id, created, event_id, client_id, channel_id, event_type, subject_key, data)
    select
      $1,
      made.created,
      event_id_at(made.created),
      'client-' || n % 100,
      'channel-' || n % 5,
      'SUBMIT_EVENT',
      gen_random_uuid(),
      jsonb_build_object('submissionId', gen_random_uuid(), 'accountId', gen_random_uuid(), 'productCount', n % 500, 'comment', null)
    from generate_series(1::bigint, $2::bigint) as n
    cross join lateral (
      select date_trunc('milliseconds', now() - $3 * interval '1 day' + n * (($3 - $4) / $2::float8) * interval '1 day') as created
    ) as made
    order by made.created
    on conflict do nothing`,
    [adapterId, wish.count, wish.fromDay, wish.toDay],
  );
  await database.query('vacuum (analyze) event');
}

/** Makes the newest events of a stream unacknowledged, as if they had just been appended. */
export async function seedPending(database: pg.Client, adapterId: string, count: number): Promise<void> {
  await database.query('delete from pending where adapter_id = $1', [adapterId]);
  await database.query(
    `insert into pending (adapter_id, created, client_id, channel_id, event_type)
    select newest.adapter_id, newest.created, newest.client_id, newest.channel_id, newest.event_type
    from (select * from event where adapter_id = $1 order by created desc limit $2) as newest
    order by newest.created`,
    [adapterId, count],
  );
  await database.query('vacuum (analyze) pending');
}
