CREATE TABLE "compute_stop" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"stopped_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "replica" ADD COLUMN "provider" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "stop_reason" text;--> statement-breakpoint
ALTER TABLE "compute_stop" ADD CONSTRAINT "compute_stop_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "instance_stopped" ON "instance" USING btree ("organization_id") WHERE "instance"."stop_reason" is not null;