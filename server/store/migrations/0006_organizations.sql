ALTER TABLE "organization" ALTER COLUMN "notification_categories" SET DEFAULT '{"members","security"}';--> statement-breakpoint
ALTER TABLE "invite" ADD COLUMN "accepted_by" uuid;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "registries" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_accepted_by_user_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;