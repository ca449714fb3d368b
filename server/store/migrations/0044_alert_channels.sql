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
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_delivery_attempt" ADD CONSTRAINT "alert_delivery_attempt_delivery_id_alert_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."alert_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_channel_name" ON "alert_channel" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE INDEX "alert_channel_due" ON "alert_channel" USING btree ("next_attempt_at") WHERE "alert_channel"."next_attempt_at" is not null and "alert_channel"."is_enabled";--> statement-breakpoint
CREATE INDEX "alert_delivery_waiting" ON "alert_delivery" USING btree ("channel_id","position") WHERE "alert_delivery"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_delivery_channel_id_created_at_index" ON "alert_delivery" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_delivery_attempt_delivery_id_started_at_index" ON "alert_delivery_attempt" USING btree ("delivery_id","started_at");