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
ALTER TABLE "organization_quota" ADD COLUMN "addresses" integer;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address" ADD CONSTRAINT "address_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_port" ADD CONSTRAINT "shared_port_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_port" ADD CONSTRAINT "shared_port_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_ip" ON "address" USING btree ("ip");--> statement-breakpoint
CREATE UNIQUE INDEX "address_name" ON "address" USING btree ("project_id","name") WHERE "address"."name" <> '';--> statement-breakpoint
CREATE INDEX "address_organization_id_index" ON "address" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "address_instance_id_index" ON "address" USING btree ("instance_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_port_of" ON "shared_port" USING btree ("instance_id","service","protocol","container_port");--> statement-breakpoint
CREATE INDEX "shared_port_organization_id_index" ON "shared_port" USING btree ("organization_id");