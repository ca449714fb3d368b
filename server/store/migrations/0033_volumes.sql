CREATE TABLE "volume" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"class" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"region" text NOT NULL,
	"state" text DEFAULT 'Pending' NOT NULL,
	"is_size_enforced" boolean,
	"used_bytes" bigint,
	"measured_at" timestamp (3) with time zone,
	"warned_percent" integer DEFAULT 0 NOT NULL,
	"instance_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"mount_path" text DEFAULT '' NOT NULL,
	"daily_price_micros" bigint NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "volume" ADD CONSTRAINT "volume_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volume" ADD CONSTRAINT "volume_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volume" ADD CONSTRAINT "volume_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "volume_name" ON "volume" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "volume_organization_id_index" ON "volume" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "volume_instance_id_index" ON "volume" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "volume_unfinished" ON "volume" USING btree ("id") WHERE "volume"."state" = 'Deleting';