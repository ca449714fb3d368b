CREATE TABLE "scaling_decision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid NOT NULL,
	"service" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"from_replicas" integer NOT NULL,
	"to_replicas" integer NOT NULL,
	"measures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "scaled_replicas" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scaling_decision" ADD CONSTRAINT "scaling_decision_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scaling_decision_instance_id_at_index" ON "scaling_decision" USING btree ("instance_id","at");--> statement-breakpoint
CREATE INDEX "scaling_decision_at_index" ON "scaling_decision" USING btree ("at");