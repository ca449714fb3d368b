CREATE TABLE "deploy_hook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"signature_required" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_result" text DEFAULT '' NOT NULL,
	CONSTRAINT "deploy_hook_instanceId_unique" UNIQUE("instance_id")
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid NOT NULL,
	"name" text NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"command" jsonb NOT NULL,
	"schedule" text NOT NULL,
	"time_zone" text NOT NULL,
	"overlap" text NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"kept_runs" integer NOT NULL,
	"notify_on_failure" boolean NOT NULL,
	"is_enabled" boolean NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"deployment_id" uuid NOT NULL,
	"job_id" uuid,
	"scheduled_at" timestamp (3) with time zone,
	"service" text NOT NULL,
	"command" jsonb NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"created_by" uuid,
	"state" text DEFAULT 'Queued' NOT NULL,
	"exit_code" integer,
	"error" jsonb,
	"cancel_requested_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"engine" text DEFAULT '' NOT NULL,
	"cpu_milli" integer NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"storage_bytes" bigint NOT NULL,
	"gpu" integer DEFAULT 0 NOT NULL,
	"daily_price_micros" bigint NOT NULL,
	"claim_released_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "deploy_hook" ADD CONSTRAINT "deploy_hook_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deploy_hook_token" ON "deploy_hook" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "job_name" ON "job" USING btree ("instance_id","name");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("next_at") WHERE "job"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_scheduled" ON "run" USING btree ("job_id","scheduled_at");--> statement-breakpoint
CREATE INDEX "run_instance_id_created_at_index" ON "run" USING btree ("instance_id","created_at");--> statement-breakpoint
CREATE INDEX "run_live" ON "run" USING btree ("organization_id") WHERE "run"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "run_claim" ON "run" USING btree ("engine") WHERE "run"."claim_released_at" is null;