CREATE TABLE "alert_incident" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"alert_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"target" text NOT NULL,
	"project_id" uuid,
	"instance_id" uuid,
	"instance_name" text DEFAULT '' NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"summary" text NOT NULL,
	"value" double precision,
	"peak" double precision,
	"threshold" double precision,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"acknowledged_by" uuid,
	"acknowledged_at" timestamp (3) with time zone,
	"is_silenced" boolean DEFAULT false NOT NULL,
	"firing_sent_at" timestamp (3) with time zone,
	"recovered_sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_log_count" (
	"alert_id" uuid NOT NULL,
	"deployment_id" uuid NOT NULL,
	"service" text NOT NULL,
	"last_sequence" bigint NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "alert_log_count_alert_id_deployment_id_service_pk" PRIMARY KEY("alert_id","deployment_id","service")
);
--> statement-breakpoint
CREATE TABLE "alert_state" (
	"alert_id" uuid NOT NULL,
	"target" text NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "alert_state_alert_id_target_pk" PRIMARY KEY("alert_id","target")
);
--> statement-breakpoint
CREATE TABLE "alert" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid,
	"instance_id" uuid,
	"service" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"severity" text NOT NULL,
	"condition" jsonb NOT NULL,
	"channel_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notify" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"muted_until" timestamp (3) with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"firing" bigint DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_incident" ADD CONSTRAINT "alert_incident_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_log_count" ADD CONSTRAINT "alert_log_count_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_log_count" ADD CONSTRAINT "alert_log_count_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_incident_open" ON "alert_incident" USING btree ("alert_id","target") WHERE "alert_incident"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_incident_organization_id_started_at_index" ON "alert_incident" USING btree ("organization_id","started_at");--> statement-breakpoint
CREATE INDEX "alert_incident_instance_id_started_at_index" ON "alert_incident" USING btree ("instance_id","started_at");--> statement-breakpoint
CREATE INDEX "alert_incident_alert_id_started_at_index" ON "alert_incident" USING btree ("alert_id","started_at");--> statement-breakpoint
CREATE INDEX "alert_incident_unsent" ON "alert_incident" USING btree ("alert_id") WHERE not "alert_incident"."is_silenced" and ("alert_incident"."firing_sent_at" is null or ("alert_incident"."ended_at" is not null and "alert_incident"."recovered_sent_at" is null));--> statement-breakpoint
CREATE UNIQUE INDEX "alert_name" ON "alert" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "alert_project_id_index" ON "alert" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "alert_instance_id_index" ON "alert" USING btree ("instance_id");