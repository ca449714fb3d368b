alter table "instance" rename column "wish" to "desired_state";
--> statement-breakpoint
alter table "instance" rename column "stage" to "progress_message";
--> statement-breakpoint
alter table "instance" rename column "fault" to "error";
--> statement-breakpoint
alter table "idempotency_key" rename column "answer" to "response";
--> statement-breakpoint
-- Stored events and stored responses hold instances as JSON.
update organization_event set event = jsonb_set(event, '{instance}', (event -> 'instance') - '{wish,stage,fault}'::text[] || jsonb_build_object(
    'desiredState', event #> '{instance,wish}',
    'progressMessage', event #> '{instance,stage}',
    'error', event #> '{instance,fault}'))
  where event -> 'instance' ? 'wish';
--> statement-breakpoint
update idempotency_key set response = jsonb_set(response, '{instance}', (response -> 'instance') - '{wish,stage,fault}'::text[] || jsonb_build_object(
    'desiredState', response #> '{instance,wish}',
    'progressMessage', response #> '{instance,stage}',
    'error', response #> '{instance,fault}'))
  where response -> 'instance' ? 'wish';
--> statement-breakpoint
-- A booking is found by its kind when it is repeated, so the kind changes for earlier ones too. No amount changes.
alter table ledger_transaction disable trigger ledger_unchanged;
--> statement-breakpoint
update ledger_transaction set kind = 'withdrawalRequested' where kind = 'withdrawalAsked';
--> statement-breakpoint
alter table ledger_transaction enable trigger ledger_unchanged;
--> statement-breakpoint
-- Mails that wait in the queue. A new database has no queues yet.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job
      set data = data - 'words' || jsonb_build_object('kind', 'organizationUpdate', 'message', data -> 'words')
      where name = 'mail' and data ->> 'kind' = 'news';
  end if;
end
$$;
--> statement-breakpoint
alter function say_rights_changed() rename to notify_rights_changed;
--> statement-breakpoint
alter function say_ban() rename to notify_ban;
--> statement-breakpoint
alter function refuse_ledger_change() rename to reject_ledger_change;
--> statement-breakpoint
alter function keep_audit() rename to protect_audit;
--> statement-breakpoint
alter trigger audit_kept on audit_entry rename to audit_protected;
--> statement-breakpoint
alter trigger audit_kept on audit_chain rename to audit_protected;
