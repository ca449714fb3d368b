ALTER TABLE "pulled_image" ADD COLUMN "engines" text[] DEFAULT '{""}' NOT NULL;--> statement-breakpoint
ALTER TABLE "restore" ADD COLUMN "engine" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "volume" ADD COLUMN "engine" text DEFAULT '' NOT NULL;