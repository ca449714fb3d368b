ALTER TABLE "instance" ADD COLUMN "finished_at" timestamp (3) with time zone;
--> statement-breakpoint
update instance set finished_at = (error ->> 'at')::timestamptz, error = null where error ->> 'code' = 'finished';
--> statement-breakpoint
-- Stored events and stored responses hold instances as JSON.
update organization_event set event = jsonb_set(event, '{instance}', (event -> 'instance') ||
    case when event #>> '{instance,error,code}' = 'finished'
      then jsonb_build_object('finishedAt', event #> '{instance,error,at}', 'error', null)
      else '{"finishedAt": null}' end)
  where event ? 'instance';
--> statement-breakpoint
update idempotency_key set response = jsonb_set(response, '{instance}', (response -> 'instance') ||
    case when response #>> '{instance,error,code}' = 'finished'
      then jsonb_build_object('finishedAt', response #> '{instance,error,at}', 'error', null)
      else '{"finishedAt": null}' end)
  where response ? 'instance';
--> statement-breakpoint
-- Nothing works on this queue any more. A new database has no queues yet.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where name = 'reconcile';
  end if;
end
$$;
