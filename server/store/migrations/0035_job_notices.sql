CREATE TABLE "deploy_hook_signature" (
	"hook_id" uuid NOT NULL,
	"signature_hash" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deploy_hook_signature_hook_id_signature_hash_pk" PRIMARY KEY("hook_id","signature_hash")
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "consecutive_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deploy_hook_signature" ADD CONSTRAINT "deploy_hook_signature_hook_id_deploy_hook_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."deploy_hook"("id") ON DELETE cascade ON UPDATE no action;