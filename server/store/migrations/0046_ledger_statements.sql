-- A booking and its entries come in one statement, at whose end both are checked once, for all bookings together. Triggers of
-- rows and the check on commit are not needed any more. The functions look up single rows by their keys: the planner, which does
-- not know how few are new, would rather read all entries.
drop trigger ledger_begun on ledger_transaction;
--> statement-breakpoint
drop function begin_ledger_transaction();
--> statement-breakpoint
drop trigger ledger_balanced on ledger_transaction;
--> statement-breakpoint
drop function check_ledger_balance();
--> statement-breakpoint
create function check_ledger_bookings() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  current xid8 := pg_current_xact_id();
begin
  if exists (
    select from added b
    where b.xid <> current or not exists (select from ledger_entry e where e.transaction_id = b.id)
  ) then
    raise exception 'a booking and its entries come in one statement'
      using errcode = 'check_violation', constraint = 'ledger_transaction_entries';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_booked after insert on ledger_transaction referencing new table as added
  for each statement execute function check_ledger_bookings();
--> statement-breakpoint
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
  end if;
  return null;
end
$$;
