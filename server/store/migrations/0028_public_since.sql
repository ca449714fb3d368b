ALTER TABLE "organization" ADD COLUMN "public_since" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "organization" SET "public_since" = "event_sequence" WHERE "publicly_accessible";
