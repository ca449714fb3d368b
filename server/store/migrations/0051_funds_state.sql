CREATE TABLE "funds_state" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"lots" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "funds_state" ADD CONSTRAINT "funds_state_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;