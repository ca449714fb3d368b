CREATE TABLE "invite_sending" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "invite_sending_organization_id_sent_at_index" ON "invite_sending" USING btree ("organization_id","sent_at");--> statement-breakpoint
CREATE INDEX "invite_sending_user_id_sent_at_index" ON "invite_sending" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "invite_sending_sent_at_index" ON "invite_sending" USING btree ("sent_at");