-- Open streams and running responses check a token again when its scopes change.
drop trigger rights_changed on api_key;
--> statement-breakpoint
create trigger rights_changed after update of expires_at, scopes, app_type or delete on api_key
  for each row execute function notify_rights_changed();
