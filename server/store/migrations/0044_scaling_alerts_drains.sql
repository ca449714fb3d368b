CREATE TABLE "alert_channel" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"url" "bytea" NOT NULL,
	"shown_url" text NOT NULL,
	"secret" "bytea",
	"previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"message" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_delivery_attempt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"delivery_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text DEFAULT '' NOT NULL,
	"response" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "drain_position" (
	"drain_id" uuid NOT NULL,
	"deployment_id" uuid NOT NULL,
	"log_type" text NOT NULL,
	"service" text NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "drain_position_drain_id_deployment_id_log_type_service_pk" PRIMARY KEY("drain_id","deployment_id","log_type","service")
);
--> statement-breakpoint
CREATE TABLE "drain" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid,
	"instance_id" uuid,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"log_types" jsonb NOT NULL,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"streams" jsonb NOT NULL,
	"target" jsonb NOT NULL,
	"sealed" "bytea" NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"last_error_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"sent_lines" bigint DEFAULT 0 NOT NULL,
	"rejected_lines" bigint DEFAULT 0 NOT NULL,
	"lost_lines" bigint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scaling_decision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid NOT NULL,
	"service" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"from_replicas" integer NOT NULL,
	"to_replicas" integer NOT NULL,
	"measures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "scaled_replicas" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_delivery_attempt" ADD CONSTRAINT "alert_delivery_attempt_delivery_id_alert_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."alert_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_incident" ADD CONSTRAINT "alert_incident_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_log_count" ADD CONSTRAINT "alert_log_count_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_log_count" ADD CONSTRAINT "alert_log_count_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain_position" ADD CONSTRAINT "drain_position_drain_id_drain_id_fk" FOREIGN KEY ("drain_id") REFERENCES "public"."drain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain_position" ADD CONSTRAINT "drain_position_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain" ADD CONSTRAINT "drain_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain" ADD CONSTRAINT "drain_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain" ADD CONSTRAINT "drain_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scaling_decision" ADD CONSTRAINT "scaling_decision_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_channel_name" ON "alert_channel" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "alert_channel_due" ON "alert_channel" USING btree ("next_attempt_at") WHERE "alert_channel"."next_attempt_at" is not null and "alert_channel"."is_enabled";--> statement-breakpoint
CREATE INDEX "alert_delivery_waiting" ON "alert_delivery" USING btree ("channel_id","position") WHERE "alert_delivery"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_delivery_channel_id_created_at_index" ON "alert_delivery" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_delivery_attempt_delivery_id_started_at_index" ON "alert_delivery_attempt" USING btree ("delivery_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_incident_open" ON "alert_incident" USING btree ("alert_id","target") WHERE "alert_incident"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_incident_organization_id_started_at_index" ON "alert_incident" USING btree ("organization_id","started_at");--> statement-breakpoint
CREATE INDEX "alert_incident_instance_id_started_at_index" ON "alert_incident" USING btree ("instance_id","started_at");--> statement-breakpoint
CREATE INDEX "alert_incident_alert_id_started_at_index" ON "alert_incident" USING btree ("alert_id","started_at");--> statement-breakpoint
CREATE INDEX "alert_incident_unsent" ON "alert_incident" USING btree ("alert_id") WHERE not "alert_incident"."is_silenced" and ("alert_incident"."firing_sent_at" is null or ("alert_incident"."ended_at" is not null and "alert_incident"."recovered_sent_at" is null));--> statement-breakpoint
CREATE UNIQUE INDEX "alert_name" ON "alert" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "alert_project_id_index" ON "alert" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "alert_instance_id_index" ON "alert" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "drain_position_deployment_id_index" ON "drain_position" USING btree ("deployment_id");--> statement-breakpoint
CREATE INDEX "drain_organization_id_index" ON "drain" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "drain_project_id_index" ON "drain" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "drain_instance_id_index" ON "drain" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "scaling_decision_instance_id_at_index" ON "scaling_decision" USING btree ("instance_id","at");--> statement-breakpoint
CREATE INDEX "scaling_decision_at_index" ON "scaling_decision" USING btree ("at");