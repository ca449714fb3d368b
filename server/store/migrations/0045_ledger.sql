CREATE TABLE "ledger_check" (
	"day" date NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"differences" integer
);
--> statement-breakpoint
CREATE TABLE "ledger_hold" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"remaining" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_hold_covered" CHECK (remaining >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_lot" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"source" text NOT NULL,
	"scope" text,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"price_paid" numeric(78, 0) NOT NULL,
	"price_currency" text DEFAULT 'USD' NOT NULL,
	"remaining" numeric(78, 0) DEFAULT 0 NOT NULL,
	"held" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_lot_covered" CHECK (held >= 0 and remaining >= held),
	CONSTRAINT "ledger_lot_period" CHECK (expires_at > valid_from),
	CONSTRAINT "ledger_lot_price" CHECK (price_paid >= 0 and price_paid <> 'NaN')
);
--> statement-breakpoint
CREATE TABLE "ledger_snapshot" (
	"account_id" uuid NOT NULL,
	"cluster" bigint NOT NULL,
	"bound" "xid8" NOT NULL,
	"balance" numeric(78, 0) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_snapshot_account_id_cluster_bound_pk" PRIMARY KEY("account_id","cluster","bound")
);
--> statement-breakpoint
alter table ledger_entry disable trigger user;
--> statement-breakpoint
alter table ledger_transaction disable trigger user;
--> statement-breakpoint
drop trigger ledger_balanced on ledger_entry;
--> statement-breakpoint
ALTER TABLE "ledger_account" DROP CONSTRAINT "ledger_account_owner";--> statement-breakpoint
ALTER TABLE "ledger_transaction" DROP CONSTRAINT "ledger_transaction_reference_unique";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_not_zero";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_transaction_id_ledger_transaction_id_fk";
--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_account_id_ledger_account_id_fk";
--> statement-breakpoint
DROP INDEX "ledger_entry_account_id_index";--> statement-breakpoint
ALTER TABLE "ledger_account" ALTER COLUMN "created_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD COLUMN "key" text GENERATED ALWAYS AS (kind || '/' || coalesce(user_id::text, '') || '/' || coalesce(organization_id::text, '') || '/' || coalesce(part, '') || '/' || currency) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_account" ADD COLUMN "posted" numeric(78, 0);--> statement-breakpoint
ALTER TABLE "ledger_account" ADD COLUMN "held" numeric(78, 0);--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "lot_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "hold_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
alter table ledger_entry rename column amount_micros to amount;
--> statement-breakpoint
alter table ledger_entry alter column amount type numeric(78, 0);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
alter table ledger_transaction rename column reference to key;
--> statement-breakpoint
alter table ledger_transaction add column cause_kind text;
--> statement-breakpoint
alter table ledger_transaction add column cause_id text;
--> statement-breakpoint
-- The key of earlier bookings begins with their cause, such as withdrawal/{id}.
update ledger_transaction set
  cause_kind = case when position('/' in key) > 0 then split_part(key, '/', 1) else kind end,
  cause_id = case when position('/' in key) > 0 then split_part(key, '/', 2) else key end;
--> statement-breakpoint
alter table ledger_transaction alter column cause_kind set not null, alter column cause_id set not null;
--> statement-breakpoint
alter table ledger_transaction rename column created_at to at;
--> statement-breakpoint
alter table ledger_transaction alter column at drop default;
--> statement-breakpoint
ALTER TABLE "ledger_transaction" ADD COLUMN "xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_hold" ADD CONSTRAINT "ledger_hold_account_id_ledger_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lot" ADD CONSTRAINT "ledger_lot_account_id_ledger_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_snapshot" ADD CONSTRAINT "ledger_snapshot_account_id_ledger_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_check_day" ON "ledger_check" USING btree ("day");--> statement-breakpoint
CREATE INDEX "ledger_hold_account_id_index" ON "ledger_hold" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ledger_lot_account_id_index" ON "ledger_lot" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ledger_lot_expires_at_index" ON "ledger_lot" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ledger_entry_account_id_xid_index" ON "ledger_entry" USING btree ("account_id","xid");--> statement-breakpoint
CREATE INDEX "ledger_entry_lot_id_index" ON "ledger_entry" USING btree ("lot_id") WHERE lot_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_hold_id_index" ON "ledger_entry" USING btree ("hold_id") WHERE hold_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_transaction_cause_kind_cause_id_index" ON "ledger_transaction" USING btree ("cause_kind","cause_id");--> statement-breakpoint
-- Earlier credit of organisations becomes a lot that anything may be spent from. The primary key of a lot is that of its account.
insert into ledger_lot (id, account_id, source, valid_from, price_paid, remaining)
  select a.id, a.id, 'opening', a.created_at, 0, coalesce(sum(e.amount), 0)
  from ledger_account a left join ledger_entry e on e.account_id = a.id
  where a.kind = 'credit' group by a.id;
--> statement-breakpoint
update ledger_entry e set lot_id = e.account_id from ledger_account a where a.id = e.account_id and a.kind = 'credit';
--> statement-breakpoint
update ledger_account a set held = 0, posted = coalesce((select sum(amount) from ledger_entry where account_id = a.id), 0)
  where num_nonnulls(user_id, organization_id) > 0;
--> statement-breakpoint
alter table ledger_account set (fillfactor = 70);
--> statement-breakpoint
alter table ledger_lot set (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_key" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "ledger_transaction" ADD CONSTRAINT "ledger_transaction_key" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_kept" CHECK (num_nulls(posted, held) = case when user_id is null and organization_id is null then 2 else 0 end);--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_covered" CHECK (case kind when 'receivable' then posted <= 0 and held = 0 else held >= 0 and posted >= held end);--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_amount" CHECK (amount <> 0 and amount <> 'NaN');
--> statement-breakpoint
alter table ledger_entry enable trigger user;
--> statement-breakpoint
alter table ledger_transaction enable trigger user;
--> statement-breakpoint
-- A booking belongs to the database transaction that makes it. Statements cannot choose another one.
create function begin_ledger_transaction() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end
$$;
--> statement-breakpoint
create trigger ledger_begun before insert on ledger_transaction for each row execute function begin_ledger_transaction();
--> statement-breakpoint
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
declare
  is_balanced boolean;
begin
  select bool_and(total = 0) into is_balanced
  from (select sum(amount) as total from ledger_entry where transaction_id = new.id group by currency) as sums;
  if is_balanced is not true then
    raise exception 'the entries of ledger transaction % do not add up to zero', new.id
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger ledger_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_ledger_balance();
--> statement-breakpoint
create function start_ledger_balance() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'ledger_account' then
    new.posted := case when num_nonnulls(new.user_id, new.organization_id) > 0 then 0 end;
    new.held := new.posted;
  elsif tg_table_name = 'ledger_lot' then
    new.remaining := 0;
    new.held := 0;
  else
    new.remaining := 0;
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger ledger_started before insert on ledger_account for each row execute function start_ledger_balance();
--> statement-breakpoint
create trigger ledger_started before insert on ledger_lot for each row execute function start_ledger_balance();
--> statement-breakpoint
create trigger ledger_started before insert on ledger_hold for each row execute function start_ledger_balance();
--> statement-breakpoint
-- All entries of a booking come in one statement: after SET CONSTRAINTS the balance is checked only once, and must be
-- checked with all of them.
create function post_ledger_entries() returns trigger language plpgsql as $$
declare
  current xid8 := pg_current_xact_id();
begin
  if exists (
    select from (select transaction_id, count(*) as lines from added group by transaction_id) as one
    where not exists (select from ledger_transaction t where t.id = one.transaction_id and t.xid = current)
      or one.lines <> (select count(*) from ledger_entry e where e.transaction_id = one.transaction_id)
  ) then
    raise exception 'the entries of a booking are added at once, in the transaction that makes it'
      using errcode = 'check_violation', constraint = 'ledger_entry_booking';
  end if;
  if exists (
    select from added e
    left join ledger_account a on a.id = e.account_id
    left join ledger_lot l on l.id = e.lot_id and l.account_id = e.account_id
    left join ledger_hold h on h.id = e.hold_id and h.account_id = e.account_id
    where a.id is null or e.currency <> a.currency or e.xid <> current or (a.kind = 'credit') <> (l.id is not null)
      or (e.lot_id is null) <> (l.id is null) or (e.hold_id is null) <> (h.id is null)
  ) then
    raise exception 'an entry does not match its account, lot or hold'
      using errcode = 'check_violation', constraint = 'ledger_entry_account';
  end if;
  update ledger_account a set posted = a.posted + s.posted, held = a.held + s.held
  from (
    select account_id, sum(amount) as posted, coalesce(sum(amount) filter (where hold_id is not null), 0) as held
    from added group by account_id
  ) as s
  where a.id = s.account_id and a.posted is not null;
  if exists (select from added where lot_id is not null) then
    update ledger_lot l set remaining = l.remaining + s.remaining, held = l.held + s.held
    from (
      select lot_id, sum(amount) as remaining, coalesce(sum(amount) filter (where hold_id is not null), 0) as held
      from added where lot_id is not null group by lot_id
    ) as s
    where l.id = s.lot_id;
  end if;
  if exists (select from added where hold_id is not null) then
    update ledger_hold h set remaining = h.remaining + s.remaining
    from (select hold_id, sum(amount) as remaining from added where hold_id is not null group by hold_id) as s
    where h.id = s.hold_id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_posted after insert on ledger_entry referencing new table as added
  for each statement execute function post_ledger_entries();
--> statement-breakpoint
-- Balances are changed by `post_ledger_entries` only, whose updates are nested in a trigger.
create function reject_ledger_balance_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then return null; end if;
  raise exception 'balances of the ledger change with entries only' using errcode = 'check_violation';
end
$$;
--> statement-breakpoint
create trigger ledger_unchanged before update or delete or truncate on ledger_account
  for each statement execute function reject_ledger_balance_change();
--> statement-breakpoint
create trigger ledger_unchanged before update or delete or truncate on ledger_lot
  for each statement execute function reject_ledger_balance_change();
--> statement-breakpoint
create trigger ledger_unchanged before update or delete or truncate on ledger_hold
  for each statement execute function reject_ledger_balance_change();
--> statement-breakpoint
create trigger ledger_unchanged before update or truncate on ledger_snapshot
  for each statement execute function reject_ledger_change();
