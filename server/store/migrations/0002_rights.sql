-- Who may see what has changed: caches forget and open streams ask again, on every node.
create function say_rights_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('rights', json_build_object(
    'organizationId', case tg_table_name when 'organization' then changed ->> 'id' else changed ->> 'organization_id' end,
    'userId', changed ->> 'user_id'
  )::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger rights_changed after insert or update of role or delete on member
  for each row execute function say_rights_changed();
--> statement-breakpoint
create trigger rights_changed after update of ended_at, expires_at or delete on session
  for each row execute function say_rights_changed();
--> statement-breakpoint
create trigger rights_changed after update of publicly_accessible or delete on organization
  for each row execute function say_rights_changed();
