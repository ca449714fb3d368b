CREATE TABLE "released_address" (
	"ip" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"released_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
