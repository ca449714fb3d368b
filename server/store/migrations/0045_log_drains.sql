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
ALTER TABLE "drain_position" ADD CONSTRAINT "drain_position_drain_id_drain_id_fk" FOREIGN KEY ("drain_id") REFERENCES "public"."drain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain_position" ADD CONSTRAINT "drain_position_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain" ADD CONSTRAINT "drain_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain" ADD CONSTRAINT "drain_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drain" ADD CONSTRAINT "drain_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drain_position_deployment_id_index" ON "drain_position" USING btree ("deployment_id");--> statement-breakpoint
CREATE INDEX "drain_organization_id_index" ON "drain" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "drain_project_id_index" ON "drain" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "drain_instance_id_index" ON "drain" USING btree ("instance_id");