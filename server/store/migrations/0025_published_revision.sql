ALTER TABLE "instance" ADD COLUMN "published_revision" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "instance" SET "published_revision" = "revision";
