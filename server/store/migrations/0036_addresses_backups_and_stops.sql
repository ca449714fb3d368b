CREATE TABLE "address" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"ip" text NOT NULL,
	"region" text NOT NULL,
	"instance_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"listen_errors" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"daily_price_micros" bigint NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_port" (
	"address" text DEFAULT '' NOT NULL,
	"protocol" text NOT NULL,
	"port" integer NOT NULL,
	"organization_id" uuid NOT NULL,
	"instance_id" uuid,
	"service" text NOT NULL,
	"container_port" integer NOT NULL,
	"listen_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "shared_port_address_protocol_port_pk" PRIMARY KEY("address","protocol","port")
);
--> statement-breakpoint
CREATE TABLE "backup" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"volume_id" uuid,
	"pause" boolean DEFAULT false NOT NULL,
	"instance_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"command" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"schedule" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"next_at" timestamp (3) with time zone,
	"verify_schedule" text,
	"verify_at" timestamp (3) with time zone,
	"keep_last" integer NOT NULL,
	"keep_days" integer NOT NULL,
	"keep_weeks" integer NOT NULL,
	"place" jsonb,
	"secret" "bytea",
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deploy_hook_signature" (
	"hook_id" uuid NOT NULL,
	"signature_hash" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deploy_hook_signature_hook_id_signature_hash_pk" PRIMARY KEY("hook_id","signature_hash")
);
--> statement-breakpoint
CREATE TABLE "restore" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"snapshot_id" uuid NOT NULL,
	"volume_id" uuid,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"state" text DEFAULT 'Pending' NOT NULL,
	"error" jsonb,
	"discard_id" uuid,
	"restart_id" uuid,
	"created_by" uuid,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "snapshot" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"volume_id" uuid,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"source" text NOT NULL,
	"class" text NOT NULL,
	"volume_bytes" bigint NOT NULL,
	"region" text NOT NULL,
	"state" text DEFAULT 'Pending' NOT NULL,
	"pause" boolean DEFAULT false NOT NULL,
	"paused_workloads" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consistency" text,
	"stored_bytes" bigint NOT NULL,
	"content_bytes" bigint,
	"entries" bigint,
	"sha256" text,
	"error" jsonb,
	"daily_price_micros" bigint DEFAULT 0 NOT NULL,
	"backup_id" uuid,
	"is_remote" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"verify_error" text,
	"created_by" uuid,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "variable_group" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"variables" jsonb NOT NULL,
	"sealed" "bytea" NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "consecutive_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "volume" ADD COLUMN "data_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_quota" ADD COLUMN "addresses" integer;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_port" ADD CONSTRAINT "shared_port_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_port" ADD CONSTRAINT "shared_port_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup" ADD CONSTRAINT "backup_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup" ADD CONSTRAINT "backup_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup" ADD CONSTRAINT "backup_volume_id_volume_id_fk" FOREIGN KEY ("volume_id") REFERENCES "public"."volume"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup" ADD CONSTRAINT "backup_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deploy_hook_signature" ADD CONSTRAINT "deploy_hook_signature_hook_id_deploy_hook_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."deploy_hook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restore" ADD CONSTRAINT "restore_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restore" ADD CONSTRAINT "restore_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restore" ADD CONSTRAINT "restore_snapshot_id_snapshot_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshot"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restore" ADD CONSTRAINT "restore_volume_id_volume_id_fk" FOREIGN KEY ("volume_id") REFERENCES "public"."volume"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_volume_id_volume_id_fk" FOREIGN KEY ("volume_id") REFERENCES "public"."volume"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_backup_id_backup_id_fk" FOREIGN KEY ("backup_id") REFERENCES "public"."backup"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable_group" ADD CONSTRAINT "variable_group_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable_group" ADD CONSTRAINT "variable_group_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_ip" ON "address" USING btree ("ip");--> statement-breakpoint
CREATE UNIQUE INDEX "address_name" ON "address" USING btree ("project_id","name") WHERE "address"."name" <> '';--> statement-breakpoint
CREATE INDEX "address_organization_id_index" ON "address" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "address_instance_id_index" ON "address" USING btree ("instance_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_port_of" ON "shared_port" USING btree ("instance_id","service","protocol","container_port");--> statement-breakpoint
CREATE INDEX "shared_port_organization_id_index" ON "shared_port" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "backup_name" ON "backup" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "backup_volume_id_index" ON "backup" USING btree ("volume_id");--> statement-breakpoint
CREATE INDEX "backup_instance_id_index" ON "backup" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "backup_due" ON "backup" USING btree ("next_at") WHERE "backup"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "backup_verify_due" ON "backup" USING btree ("verify_at") WHERE "backup"."verify_at" is not null;--> statement-breakpoint
CREATE INDEX "restore_project_id_created_at_index" ON "restore" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "restore_snapshot_id_index" ON "restore" USING btree ("snapshot_id");--> statement-breakpoint
CREATE INDEX "restore_volume_id_index" ON "restore" USING btree ("volume_id");--> statement-breakpoint
CREATE INDEX "restore_unfinished" ON "restore" USING btree ("id") WHERE "restore"."state" in ('Pending', 'Running') or "restore"."discard_id" is not null or "restore"."restart_id" is not null;--> statement-breakpoint
CREATE INDEX "snapshot_project_id_created_at_index" ON "snapshot" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "snapshot_organization_id_index" ON "snapshot" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "snapshot_volume_id_index" ON "snapshot" USING btree ("volume_id");--> statement-breakpoint
CREATE INDEX "snapshot_backup_id_index" ON "snapshot" USING btree ("backup_id");--> statement-breakpoint
CREATE INDEX "snapshot_unfinished" ON "snapshot" USING btree ("id") WHERE "snapshot"."state" in ('Uploading', 'Pending', 'Running', 'Deleting');--> statement-breakpoint
CREATE UNIQUE INDEX "variable_group_name" ON "variable_group" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "variable_group_organization_id_index" ON "variable_group" USING btree ("organization_id");