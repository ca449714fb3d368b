ALTER TABLE "session" ADD COLUMN "logged_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- A session does not become younger by the upgrade.
UPDATE "session" SET "logged_in_at" = "created_at";
