import type pg from 'pg';

/**
 * Fills a stream with acknowledged events, spread evenly over 100 clients, 5 channels and the period from `fromDay` to `toDay` days
 * ago. Keeps existing events.
 */
export async function seedEvents(
  database: pg.Client,
  adapterId: string,
  options: { count: number; fromDay: number; toDay: number },
): Promise<void> {
  await database.query(
    `select ensure_event_partition((now() at time zone 'UTC')::date - day)
    from generate_series($1::integer, $2::integer) as day`,
    [Math.floor(options.toDay) - 1, Math.ceil(options.fromDay) + 1],
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
    [adapterId, options.count, options.fromDay, options.toDay],
  );
  await database.query('vacuum (analyze) event');
}

/**
 * Makes the newest `count` events of a stream unacknowledged, like newly appended events. Only events older than `days` days are chosen.
 * First acknowledges all events of the stream that are older than `days` days and younger than 30 days.
 */
export async function seedPending(database: pg.Client, adapterId: string, count: number, days = 0): Promise<void> {
  await database.query(
    `delete from pending
    where pending.adapter_id = $1 and pending.created < now() - $2 * interval '1 day' and pending.created > now() - interval '30 days'`,
    [adapterId, days],
  );
  await database.query(
    `insert into pending (adapter_id, created, client_id, channel_id, event_type)
    select newest.adapter_id, newest.created, newest.client_id, newest.channel_id, newest.event_type
    from (
      select event.adapter_id, event.created, event.client_id, event.channel_id, event.event_type
      from event
      where event.adapter_id = $1 and event.created < now() - $3 * interval '1 day'
      order by event.created desc
      limit $2
    ) as newest
    order by newest.created`,
    [adapterId, count, days],
  );
  await database.query('vacuum (analyze) pending');
}
