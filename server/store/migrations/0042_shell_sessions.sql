CREATE TABLE "shell_session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"instance_name" text NOT NULL,
	"user_id" uuid NOT NULL,
	"caller_id" text NOT NULL,
	"api_key_name" text,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"engine" text NOT NULL,
	"workload_id" text NOT NULL,
	"service" text NOT NULL,
	"replica" integer NOT NULL,
	"node" uuid,
	"started_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shell_session" ADD CONSTRAINT "shell_session_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shell_session" ADD CONSTRAINT "shell_session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shell_session_leased_until_index" ON "shell_session" USING btree ("leased_until");