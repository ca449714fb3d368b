ALTER TABLE "installation" ADD COLUMN "access_restricted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "security_check_for" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "development_access" text;--> statement-breakpoint
-- The caches and open streams of a user are checked again when the operator changes whether they are admitted.
drop trigger banned on "user";
--> statement-breakpoint
alter function notify_ban() rename to notify_admission_changed;
--> statement-breakpoint
create trigger admission_changed after update of banned_for, security_check_for, development_access on "user" for each row
  when (row(old.banned_for, old.security_check_for, old.development_access)
    is distinct from row(new.banned_for, new.security_check_for, new.development_access))
  execute function notify_admission_changed();
--> statement-breakpoint
create function notify_access_restricted() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', json_build_object('organizationId', null, 'userId', null)::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger access_restricted after update of access_restricted_at on installation for each row
  when (old.access_restricted_at is distinct from new.access_restricted_at)
  execute function notify_access_restricted();
--> statement-breakpoint
-- The documentation is at /docs, which would hide the pages of an organisation of that name.
UPDATE "organization" SET "username" = 'docs-' || left("id"::text, 8) WHERE "username" = 'docs';
