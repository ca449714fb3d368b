CREATE TABLE "acme_account" (
	"directory_url" text PRIMARY KEY NOT NULL,
	"account_url" text,
	"sealed_key" "bytea" NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_order" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"directory_url" text NOT NULL,
	"registered_domain" text NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domain_certificate" (
	"domain_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"source" text,
	"chain" text DEFAULT '' NOT NULL,
	"sealed_key" "bytea",
	"issuer" text DEFAULT '' NOT NULL,
	"names" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"not_before" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"order_url" text,
	"sealed_order_key" "bytea",
	"challenge_type" text,
	"challenge_token" text,
	"key_authorization" text,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "domain" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"container_port" integer,
	"proof" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone DEFAULT now(),
	"redirect_to_https" boolean DEFAULT true NOT NULL,
	"hsts_seconds" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "domain_certificate" ADD CONSTRAINT "domain_certificate_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_order_registered_domain_started_at_index" ON "certificate_order" USING btree ("registered_domain","started_at");--> statement-breakpoint
CREATE INDEX "domain_certificate_due" ON "domain_certificate" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "domain_certificate_challenge" ON "domain_certificate" USING btree ("challenge_token");--> statement-breakpoint
CREATE UNIQUE INDEX "domain_claim" ON "domain" USING btree ("organization_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "domain_holder" ON "domain" USING btree ("name") WHERE "domain"."state" in ('verified', 'unreachable');--> statement-breakpoint
CREATE INDEX "domain_instance_id_index" ON "domain" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "domain_name_index" ON "domain" USING btree ("name");--> statement-breakpoint
CREATE INDEX "domain_due" ON "domain" USING btree ("next_check_at");