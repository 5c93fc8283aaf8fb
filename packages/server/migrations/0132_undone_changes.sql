-- True if a bulk edit or import and its undo have both changed a product, so that together they changed nothing. Changes of `given_except`
-- always count, and so does what undoes it. In PL/pgSQL, because a later migration creates the table bulk_edit.
create function is_cancelled_out(given_client text, given_product text, given_job uuid, given_except uuid) returns boolean
language plpgsql stable parallel safe as $$
begin
  return coalesce(given_job <> given_except, false) and exists (
    select
    from bulk_edit as undo
    join product_history as pair on pair.client_id = given_client
      and pair.product_id = given_product
      and pair.kind = 'updated'
      and pair.job_id = case undo.job_id when given_job then undo.undoes else undo.job_id end
    where undo.client_id = given_client
      and given_job in (undo.job_id, undo.undoes)
      and undo.job_id <> given_except
  );
end
$$;
