CREATE TABLE "ledger_hold_lot" (
	"hold_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"remaining" numeric(78, 0) NOT NULL,
	CONSTRAINT "ledger_hold_lot_hold_id_lot_id_pk" PRIMARY KEY("hold_id","lot_id"),
	CONSTRAINT "ledger_hold_lot_covered" CHECK (remaining >= 0)
);
--> statement-breakpoint
CREATE TABLE "project_hold" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"hold_id" uuid NOT NULL,
	CONSTRAINT "project_hold_hold" UNIQUE("hold_id")
);
--> statement-breakpoint
ALTER TABLE "project_hold" ADD CONSTRAINT "project_hold_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_hold" ADD CONSTRAINT "project_hold_hold_id_ledger_hold_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."ledger_hold"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_hold_organization_id_index" ON "project_hold" USING btree ("organization_id");
--> statement-breakpoint
insert into ledger_hold_lot (hold_id, lot_id, remaining)
select hold_id, lot_id, sum(amount) from ledger_entry where hold_id is not null group by hold_id, lot_id;
--> statement-breakpoint
-- The trigger of entries keeps what holds reserve of each lot.
create or replace function post_ledger_entries() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  current xid8 := pg_current_xact_id();
  has_lots boolean;
  has_holds boolean;
begin
  if exists (select from added group by transaction_id, currency having sum(amount) <> 0) then
    raise exception 'the entries of a booking do not add up to zero'
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  -- Each booking had entries at the end of the statement that made it: entries that come later are more than these.
  if exists (
    select from (select transaction_id, count(*) as lines from added group by transaction_id) as one
    where not exists (select from ledger_transaction t where t.id = one.transaction_id and t.xid = current)
      or one.lines <> (select count(*) from ledger_entry e where e.transaction_id = one.transaction_id)
  ) then
    raise exception 'the entries of a booking come in the statement that makes it'
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
  select bool_or(lot_id is not null), bool_or(hold_id is not null) into has_lots, has_holds from added;
  if has_lots then
    update ledger_lot l set remaining = l.remaining + s.remaining, held = l.held + s.held
    from (
      select lot_id, sum(amount) as remaining, coalesce(sum(amount) filter (where hold_id is not null), 0) as held
      from added where lot_id is not null group by lot_id
    ) as s
    where l.id = s.lot_id;
  end if;
  if has_holds then
    update ledger_hold h set remaining = h.remaining + s.remaining
    from (select hold_id, sum(amount) as remaining from added where hold_id is not null group by hold_id) as s
    where h.id = s.hold_id;
    -- Not 'on conflict', which checks the amount of the new row before it looks for an earlier one.
    update ledger_hold_lot o set remaining = o.remaining + s.remaining
    from (
      select hold_id, lot_id, sum(amount) as remaining from added where hold_id is not null group by hold_id, lot_id
    ) as s
    where o.hold_id = s.hold_id and o.lot_id = s.lot_id;
    insert into ledger_hold_lot (hold_id, lot_id, remaining)
    select hold_id, lot_id, sum(amount) from added e
    where hold_id is not null
      and not exists (select from ledger_hold_lot o where o.hold_id = e.hold_id and o.lot_id = e.lot_id)
    group by hold_id, lot_id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create function reject_hold_lot_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') and pg_trigger_depth() > 1 then return null; end if;
  raise exception 'holds of the ledger change with entries only' using errcode = 'check_violation';
end
$$;
--> statement-breakpoint
create trigger ledger_unchanged before insert or update or delete or truncate on ledger_hold_lot
  for each statement execute function reject_hold_lot_change();
