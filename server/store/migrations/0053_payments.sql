CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"payment_method_id" uuid,
	"title" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"state" text NOT NULL,
	"message" text,
	"charge_id" text,
	"paid_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payment_method_id_payment_method_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_method"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_organization_id_created_at_index" ON "payment" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_charge" ON "payment" USING btree ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_open" ON "payment" USING btree ("organization_id") WHERE settled_at is null;