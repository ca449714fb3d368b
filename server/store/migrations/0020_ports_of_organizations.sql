ALTER TABLE "host_port" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "host_port" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_quota" ADD COLUMN "ports" integer;--> statement-breakpoint
ALTER TABLE "host_port" ADD CONSTRAINT "host_port_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "host_port" SET "organization_id" = i."organization_id", "user_id" = i."created_by" FROM "deployment" d JOIN "instance" i ON i."id" = d."instance_id" WHERE d."id" = "host_port"."deployment_id";