-- Ended imports that failed or rejected products: found without reading the many imports that went well.
create index import_job_with_errors on import_job (client_id, job_no)
  where origin = 'import' and not dry_run and status <> 'Importing' and (status = 'Failed' or rejected > 0);
