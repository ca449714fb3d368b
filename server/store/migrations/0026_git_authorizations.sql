CREATE TABLE "git_authorization" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"username" text NOT NULL,
	"tokens" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "git_authorization_organization_id_user_id_provider_pk" PRIMARY KEY("organization_id","user_id","provider")
);
--> statement-breakpoint
ALTER TABLE "git_authorization" ADD CONSTRAINT "git_authorization_member_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."member"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;