CREATE TABLE "card_customer" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_method" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"setup_id" text,
	"card_id" text,
	"fingerprint" text,
	"brand" text,
	"last4" text,
	"expiration_month" integer,
	"expiration_year" integer,
	"is_primary" boolean DEFAULT false NOT NULL,
	"added_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"connected_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "card_customer" ADD CONSTRAINT "card_customer_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_method_organization_id_index" ON "payment_method" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_method_card" ON "payment_method" USING btree ("card_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_method_primary" ON "payment_method" USING btree ("organization_id") WHERE is_primary;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_method_number" ON "payment_method" USING btree ("organization_id","fingerprint") WHERE connected_at is not null;