CREATE TABLE "usage_charge" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"interval_ids" uuid[] NOT NULL,
	"amounts" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_interval" ADD COLUMN "counted_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_interval" ADD COLUMN "counted_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usage_interval" ADD COLUMN "settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "billing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usage_charge" ADD CONSTRAINT "usage_charge_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_charge_organization_id_until_index" ON "usage_charge" USING btree ("organization_id","until");--> statement-breakpoint
CREATE INDEX "usage_interval_unsettled" ON "usage_interval" USING btree ("organization_id") WHERE not settled;--> statement-breakpoint
create trigger usage_charge_unchanged before update or truncate on usage_charge
  for each statement execute function reject_ledger_change();
--> statement-breakpoint
-- What is counted of a running interval changes every minute: room for it on the same page spares the indexes.
alter table usage_interval set (fillfactor = 70);
