-- Products can be found by how they are evaluated for a channel. The catalogue asks by these functions.

-- The ruleset of a connection, and which of its evaluations it has replaced; no row: the connection has no ruleset.
create function evaluation_progress(for_client text, for_channel text)
returns table (
  -- evaluations by rulesets from this number on are valid
  compatible_from integer,
  -- inputs of the ruleset have changed
  is_outdated boolean,
  -- all evaluations are valid
  is_proven boolean,
  -- evaluations of products up to this id are valid
  built_through text
)
language sql stable parallel safe
as $$
  select
    ruleset.compatible_from,
    exists (
      select
      from ruleset_change
      where ruleset_change.client_id = for_client and ruleset_change.channel_id = for_channel
    ),
    coalesce(pass.proven_no >= ruleset.compatible_from, false),
    case when pass.pass_no >= ruleset.compatible_from then pass.built_through end
  from connection
  join channel_ruleset as ruleset on ruleset.client_id = connection.client_id and ruleset.channel_id = connection.channel_id
    and ruleset.ruleset_no = connection.ruleset_no
  left join evaluation_state as pass on pass.client_id = connection.client_id and pass.channel_id = connection.channel_id
  where connection.client_id = for_client and connection.channel_id = for_channel
$$;

-- Evaluations that are current if revision and creation equal the product's. The function is inlined; what does not depend on the product
-- is computed once for a statement.
create function current_evaluations(for_client text, for_channel text)
returns table (product_id text, outcome text, product_revision integer, product_created_at timestamptz)
language sql stable parallel safe
as $$
  select evaluation.product_id, evaluation.outcome, evaluation.product_revision, evaluation.product_created_at
  from channel_evaluation as evaluation
  where evaluation.client_id = for_client and evaluation.channel_id = for_channel
    and not (select progress.is_outdated from evaluation_progress(for_client, for_channel) as progress)
    and (
      evaluation.ruleset_no >= (select progress.compatible_from from evaluation_progress(for_client, for_channel) as progress)
      or (select progress.is_proven from evaluation_progress(for_client, for_channel) as progress)
      or evaluation.product_id <= (select progress.built_through from evaluation_progress(for_client, for_channel) as progress)
    )
    and evaluation.product_id not in (
      select unnest(evaluation_change.product_ids)
      from evaluation_change
      where evaluation_change.client_id = for_client and evaluation_change.kind = 'input'
    )
$$;

-- Whether the products of a connection are evaluated, or will be; null: the client is not connected to the channel.
create function is_evaluated(for_client text, for_channel text) returns boolean
language sql stable parallel safe
as $$
  select connection.ruleset_no is not null or exists (
    select
    from ruleset_change
    where ruleset_change.client_id = for_client and ruleset_change.channel_id = for_channel
  )
  from connection
  where connection.client_id = for_client and connection.channel_id = for_channel
$$;

-- Products that can have one of the outcomes, in the order of ids; what is not current has another one. `checking` is in the list of
-- changes, or the pass has not come to it yet.
create function search_outcomes(for_client text, for_channel text, outcomes text[], after text, most integer)
returns setof text
language sql stable parallel safe
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = on set jit = off
as $$
  select found.product_id
  from (
    select next.product_id
    from unnest(outcomes) as wanted (outcome)
    cross join lateral (
      select evaluation.product_id
      from channel_evaluation as evaluation
      where evaluation.client_id = for_client and evaluation.channel_id = for_channel
        and evaluation.outcome = wanted.outcome and evaluation.product_id > after
      order by evaluation.product_id
      limit most
    ) as next
    union
    select walked.product_id
    from (select) as one
    left join evaluation_progress(for_client, for_channel) as progress on true
    cross join lateral (
      select coalesce(sum(evaluation_change.size), 0) > 20000 as is_long
      from evaluation_change
      where evaluation_change.client_id = for_client
    ) as list
    cross join lateral walk_products(
      for_client,
      case when list.is_long or progress.is_outdated is not false then after else greatest(after, coalesce(progress.built_through, '') collate "C") end,
      most
    ) as walked (product_id)
    where 'checking' = any(outcomes) and (list.is_long or progress.is_outdated is not false or not progress.is_proven)
    union
    select listed.product_id
    from evaluation_change
    cross join lateral unnest(evaluation_change.product_ids) as listed (product_id)
    where 'checking' = any(outcomes) and evaluation_change.client_id = for_client and listed.product_id > after collate "C"
      and (
        select coalesce(sum(listing.size), 0) <= 20000
        from evaluation_change as listing
        where listing.client_id = for_client
      )
  ) as found
  order by found.product_id collate "C"
  limit most
$$;

-- About how many products those are; null: the products are not evaluated, and all are unmapped.
create function count_outcomes(for_client text, for_channel text, outcomes text[]) returns bigint
language sql stable parallel safe
as $$
  select case
    when is_evaluated(for_client, for_channel) = false and 'unmapped' = any(outcomes) then null
    when 'checking' = any(outcomes) and not exists (
      select
      from evaluation_progress(for_client, for_channel) as progress
      where progress.is_proven and not progress.is_outdated
    ) then 9223372036854775807
    else (
      select coalesce(sum(evaluation_tally.products), 0)::bigint
      from evaluation_tally
      where evaluation_tally.client_id = for_client and evaluation_tally.channel_id = for_channel
        and evaluation_tally.kind = 'outcome' and evaluation_tally.key = any(outcomes)
    ) + (
      select coalesce(sum(evaluation_change.size), 0)::bigint
      from evaluation_change
      where 'checking' = any(outcomes) and evaluation_change.client_id = for_client
    )
  end
$$;
