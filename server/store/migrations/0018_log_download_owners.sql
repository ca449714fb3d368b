-- Tickets open for a minute; those without an owner open no more.
DELETE FROM "log_download";--> statement-breakpoint
ALTER TABLE "log_download" ADD COLUMN "user_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "log_download" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "log_download" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "log_download" ADD CONSTRAINT "log_download_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;