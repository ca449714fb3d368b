CREATE TABLE "instance_secret" (
	"instance_id" uuid PRIMARY KEY NOT NULL,
	"variables" "bytea",
	"registry" "bytea"
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"id" uuid PRIMARY KEY NOT NULL,
	"last_sequence" bigint NOT NULL,
	"last_hash" "bytea" NOT NULL,
	"removed_sequence" bigint DEFAULT 0 NOT NULL,
	"removed_hash" "bytea" DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_organization_id_organization_id_fk";
--> statement-breakpoint
ALTER TABLE "instance" ALTER COLUMN "environment" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "instance" ALTER COLUMN "environment" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entry" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "variable_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "values_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "sequence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "hash" "bytea" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "instance_secret" ADD CONSTRAINT "instance_secret_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Instances without variables have nothing to seal; the next start seals those of the others.
update instance set environment = null where environment = '[]';
--> statement-breakpoint
-- What an entry's hash covers: each field as its length in bytes and its text, `-` for none. The console's server computes
-- the same to verify a chain.
create function audit_field(value text) returns text language sql stable as $$
  select case when value is null then '-' else octet_length(convert_to(value, 'UTF8')) || ':' || value end
$$;
--> statement-breakpoint
create function audit_hash(previous bytea, entry audit_entry) returns bytea language sql stable as $$
  select sha256(previous || convert_to(
    audit_field(coalesce(entry.organization_id, entry.user_id)::text)
    || audit_field(entry.sequence::text)
    || audit_field(entry.number::text)
    || audit_field(((extract(epoch from entry.created_at) * 1000)::bigint)::text)
    || audit_field(entry.actor_id::text)
    || audit_field(entry.actor_name)
    || audit_field(entry.api_key_name)
    || audit_field(entry.action)
    || audit_field(entry.target)
    || audit_field(entry.before::text)
    || audit_field(entry.after::text)
    || audit_field(entry.address), 'UTF8'))
$$;
--> statement-breakpoint
do $$
declare
  entry audit_entry;
  chain uuid;
  last_place bigint;
  previous bytea;
begin
  for entry in select * from audit_entry order by organization_id, number loop
    if chain is distinct from entry.organization_id then
      if chain is not null then
        insert into audit_chain (id, last_sequence, last_hash) values (chain, last_place, previous);
      end if;
      chain := entry.organization_id;
      last_place := 0;
      previous := '';
    end if;
    last_place := last_place + 1;
    entry.sequence := last_place;
    previous := audit_hash(previous, entry);
    update audit_entry set sequence = last_place, hash = previous where number = entry.number;
  end loop;
  if chain is not null then
    insert into audit_chain (id, last_sequence, last_hash) values (chain, last_place, previous);
  end if;
end $$;
--> statement-breakpoint
CREATE INDEX "audit_entry_user_id_number_index" ON "audit_entry" USING btree ("user_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entry_place" ON "audit_entry" USING btree (coalesce("organization_id", "user_id"),"sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_created_at_index" ON "audit_entry" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_owner" CHECK (num_nonnulls("audit_entry"."organization_id", "audit_entry"."user_id") = 1);
--> statement-breakpoint
-- Writers of one chain follow one another: the chain's row stays locked until the transaction ends.
create function append_audit_entry() returns trigger language plpgsql as $$
declare
  chain uuid := coalesce(new.organization_id, new.user_id);
  previous bytea;
begin
  select last_sequence + 1, last_hash into new.sequence, previous from audit_chain where id = chain for update;
  if not found then
    insert into audit_chain (id, last_sequence, last_hash) values (chain, 0, '') on conflict do nothing;
    select last_sequence + 1, last_hash into new.sequence, previous from audit_chain where id = chain for update;
  end if;
  new.hash := audit_hash(previous, new);
  update audit_chain set last_sequence = new.sequence, last_hash = new.hash where id = chain;
  return new;
end $$;
--> statement-breakpoint
-- Retention says that it is at work, and only ever removes.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if current_setting('longshore.audit_retention', true) = 'on' and tg_op <> 'TRUNCATE'
    and (tg_table_name = 'audit_chain' or tg_op = 'DELETE') then
    return coalesce(new, old);
  end if;
  -- The chain's row moves on with each entry that is added.
  if tg_table_name = 'audit_chain' and tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_appended before insert on audit_entry for each row execute function append_audit_entry();
--> statement-breakpoint
create trigger audit_kept before update or delete on audit_entry for each row execute function keep_audit();
--> statement-breakpoint
create trigger audit_not_emptied before truncate on audit_entry for each statement execute function keep_audit();
--> statement-breakpoint
create trigger audit_kept before update or delete on audit_chain for each row execute function keep_audit();
--> statement-breakpoint
create trigger audit_not_emptied before truncate on audit_chain for each statement execute function keep_audit();
