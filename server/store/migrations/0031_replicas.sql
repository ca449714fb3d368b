CREATE TABLE "cluster" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"repository" text NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "deployment_image" (
	"deployment_id" uuid NOT NULL,
	"service" text NOT NULL,
	"image" text NOT NULL,
	"reference" text,
	CONSTRAINT "deployment_image_deployment_id_service_pk" PRIMARY KEY("deployment_id","service")
);--> statement-breakpoint
CREATE TABLE "deployment_secret" (
	"deployment_id" uuid PRIMARY KEY NOT NULL,
	"variables" "bytea",
	"files" "bytea",
	"registry" "bytea"
);--> statement-breakpoint
CREATE TABLE "instance_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor" uuid,
	"deployment_id" uuid,
	"replica_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "capacity_counter" (
	"engine" text PRIMARY KEY NOT NULL,
	"cpu_milli" bigint DEFAULT 0 NOT NULL,
	"memory_bytes" bigint DEFAULT 0 NOT NULL,
	"storage_bytes" bigint DEFAULT 0 NOT NULL,
	"gpu" bigint DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE "replica" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid NOT NULL,
	"deployment_id" uuid NOT NULL,
	"service" text NOT NULL,
	"index" integer NOT NULL,
	"workload_id" text NOT NULL,
	"engine" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"published_ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"desired_state" text DEFAULT 'active' NOT NULL,
	"state" text DEFAULT 'Starting' NOT NULL,
	"status" text DEFAULT 'Queued' NOT NULL,
	"progress_message" text DEFAULT '' NOT NULL,
	"error" jsonb,
	"observed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"active_since" timestamp (3) with time zone,
	"ready_since" timestamp (3) with time zone,
	"draining_since" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"region" text NOT NULL,
	"cpu_milli" integer NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"storage_bytes" bigint NOT NULL,
	"gpu" integer DEFAULT 0 NOT NULL,
	"daily_price_micros" bigint NOT NULL,
	"claim_released_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "usage_interval" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"instance_id" uuid,
	"subject" text DEFAULT 'replica' NOT NULL,
	"subject_id" uuid NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"deployment_id" uuid,
	"cpu_milli" integer DEFAULT 0 NOT NULL,
	"memory_bytes" bigint DEFAULT 0 NOT NULL,
	"storage_bytes" bigint DEFAULT 0 NOT NULL,
	"gpu" integer DEFAULT 0 NOT NULL,
	"daily_price_micros" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "usage_interval_order" CHECK ("usage_interval"."ended_at" is null or "usage_interval"."ended_at" >= "usage_interval"."started_at")
);--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "reason" text DEFAULT 'create' NOT NULL;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "configuration" jsonb;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "repeats" integer;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "strategy" text DEFAULT 'surge' NOT NULL;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "error" jsonb;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "release_state" text;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "release_workload_id" text;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "active_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "cluster_id" uuid;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "desired_deployment" uuid;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "autoscaling_rules" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD COLUMN "replica" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "log_chunk" DROP CONSTRAINT "log_chunk_deployment_id_log_type_service_first_sequence_pk";--> statement-breakpoint
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_address" PRIMARY KEY("deployment_id","log_type","service","replica","first_sequence");--> statement-breakpoint
ALTER TABLE "log_download" ADD COLUMN "replica" text;--> statement-breakpoint
ALTER TABLE "cluster" ADD CONSTRAINT "cluster_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment_image" ADD CONSTRAINT "deployment_image_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment_secret" ADD CONSTRAINT "deployment_secret_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_event" ADD CONSTRAINT "instance_event_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replica" ADD CONSTRAINT "replica_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replica" ADD CONSTRAINT "replica_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cluster_source" ON "cluster" USING btree ("organization_id","repository","provider","name");--> statement-breakpoint
CREATE INDEX "deployment_image_pinned" ON "deployment_image" USING btree ("reference") WHERE "deployment_image"."reference" is not null;--> statement-breakpoint
CREATE INDEX "instance_event_instance_id_at_index" ON "instance_event" USING btree ("instance_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "replica_place" ON "replica" USING btree ("deployment_id","service","index") WHERE "replica"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "replica_workload" ON "replica" USING btree ("workload_id");--> statement-breakpoint
CREATE INDEX "replica_instance_id_index" ON "replica" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "replica_claim" ON "replica" USING btree ("engine") WHERE "replica"."claim_released_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "usage_interval_open" ON "usage_interval" USING btree ("subject_id") WHERE "usage_interval"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "usage_interval_project_id_started_at_index" ON "usage_interval" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE INDEX "usage_interval_organization_id_started_at_index" ON "usage_interval" USING btree ("organization_id","started_at");--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_cluster_id_cluster_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."cluster"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "deployment" SET
	"number" = numbered."number",
	"created_by" = numbered."created_by",
	"active_since" = numbered."active_since",
	"configuration" = numbered."configuration"
FROM (
	SELECT d."id",
		row_number() OVER (PARTITION BY d."instance_id" ORDER BY d."created_at", d."id") AS "number",
		i."created_by",
		CASE WHEN d."id" = i."active_deployment" THEN i."active_since" END AS "active_since",
		jsonb_build_object(
			'privateRegistry', CASE WHEN s."registry" IS NOT NULL OR i."sealed_registry" IS NOT NULL THEN split_part(d."image", '/', 1) END,
			'services', jsonb_build_array(jsonb_build_object(
				'name', 'app',
				'image', d."image",
				'entrypoint', NULL,
				'command', i."command",
				'workingDirectory', NULL,
				'user', NULL,
				'environment', (
					SELECT coalesce(jsonb_agg(jsonb_build_object('name', v."name", 'isSecret', false, 'digest', '')), '[]')
					FROM unnest(i."variable_names" || ARRAY(
						SELECT u ->> 'name' FROM jsonb_array_elements(i."environment") AS u
						WHERE NOT (u ->> 'name') = ANY (i."variable_names"))) AS v("name")),
				'files', '[]'::jsonb,
				'ports', (
					SELECT coalesce(jsonb_agg(jsonb_build_object('containerPort', p, 'protocol', 'http', 'exposure', 'public')), '[]')
					FROM jsonb_array_elements(i."container_ports") AS p),
				'cpuMilli', i."cpu_milli",
				'memoryBytes', i."memory_bytes",
				'storageBytes', i."storage_bytes",
				'sharedMemoryBytes', NULL,
				'volumes', '[]'::jsonb,
				'replicas', 1,
				'ipLease', 'shared-ip',
				'healthCheck', NULL,
				'restartPolicy', CASE WHEN jsonb_array_length(i."container_ports") = 0 THEN 'on-failure' ELSE 'always' END,
				'stopSignal', NULL,
				'stopGraceMs', 10000,
				'startAfter', '[]'::jsonb,
				'autoscalingRules', NULL,
				'releaseCommand', NULL))) AS "configuration"
	FROM "deployment" d
	JOIN "instance" i ON i."id" = d."instance_id"
	LEFT JOIN "instance_secret" s ON s."instance_id" = i."id"
) AS numbered
WHERE numbered."id" = "deployment"."id";--> statement-breakpoint
ALTER TABLE "deployment" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "deployment" ALTER COLUMN "configuration" SET NOT NULL;--> statement-breakpoint
UPDATE "instance" SET "desired_deployment" = "active_deployment";--> statement-breakpoint
INSERT INTO "deployment_secret" ("deployment_id", "variables", "registry")
SELECT d."id", s."variables", s."registry" FROM "deployment" d JOIN "instance_secret" s ON s."instance_id" = d."instance_id";--> statement-breakpoint
INSERT INTO "deployment_image" ("deployment_id", "service", "image", "reference")
SELECT "id", 'app', "image", "image_reference" FROM "deployment";--> statement-breakpoint
INSERT INTO "replica" ("id", "instance_id", "deployment_id", "service", "index", "workload_id", "address", "published_ports",
	"state", "status", "progress_message", "error", "observed_at", "deadline_at", "due_at", "active_since", "ready_since",
	"attempts", "region", "cpu_milli", "memory_bytes", "storage_bytes", "daily_price_micros", "created_at")
SELECT i."active_deployment", i."id", i."active_deployment", 'app', 0, i."active_deployment"::text, '127.0.0.1', i."published_ports",
	i."state", i."status", i."progress_message", i."error", i."observed_at", i."deadline_at", i."due_at", i."active_since",
	CASE WHEN i."state" = 'Active' THEN coalesce(i."active_since", now()) END,
	i."attempts", i."region", i."cpu_milli", i."memory_bytes", i."storage_bytes", i."daily_price_micros", i."created_at"
FROM "instance" i JOIN "deployment" d ON d."id" = i."active_deployment"
WHERE i."state" IN ('Starting', 'Active');--> statement-breakpoint
INSERT INTO "capacity_counter" ("engine", "cpu_milli", "memory_bytes", "storage_bytes")
SELECT "engine", sum("cpu_milli"), sum("memory_bytes"), sum("storage_bytes") FROM "replica" GROUP BY "engine";--> statement-breakpoint
INSERT INTO "usage_interval" ("organization_id", "project_id", "instance_id", "subject_id", "service", "deployment_id",
	"cpu_milli", "memory_bytes", "storage_bytes", "daily_price_micros", "started_at")
SELECT i."organization_id", i."project_id", i."id", r."id", r."service", r."deployment_id",
	r."cpu_milli", r."memory_bytes", r."storage_bytes", r."daily_price_micros", now()
FROM "replica" r JOIN "instance" i ON i."id" = r."instance_id"
WHERE r."state" = 'Active';--> statement-breakpoint
CREATE UNIQUE INDEX "deployment_number" ON "deployment" USING btree ("instance_id","number");--> statement-breakpoint
CREATE INDEX "instance_cluster_id_index" ON "instance" USING btree ("cluster_id");
