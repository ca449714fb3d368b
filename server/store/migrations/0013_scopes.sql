ALTER TABLE "avatar" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "scopes" text[] DEFAULT '{"read","deploy"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "last_used_from" text;--> statement-breakpoint
ALTER TABLE "avatar" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "avatar_organization_id_index" ON "avatar" USING btree ("organization_id");--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_owner" CHECK (num_nonnulls("avatar"."user_id", "avatar"."organization_id") = 1);--> statement-breakpoint
-- Roles that an organisation has changed keep what they could do before there were permissions of their own for it.
UPDATE "role_permission" SET "permissions" = "permissions" || ARRAY['visibility.write'] WHERE 'organization.write' = ANY("permissions");--> statement-breakpoint
UPDATE "role_permission" SET "permissions" = "permissions" || ARRAY['logs.read'] WHERE 'instances.read' = ANY("permissions");--> statement-breakpoint
-- Pictures of organisations were any address that somebody typed.
UPDATE "organization" SET "image" = NULL WHERE "image" IS NOT NULL;--> statement-breakpoint
UPDATE "organization_event" SET "event" = jsonb_set("event", '{organization,profile,image}', 'null') WHERE "event"->>'kind' = 'organizationChanged';