CREATE TABLE "image_confirmation" (
	"organization_id" uuid NOT NULL,
	"credentials_hash" text NOT NULL,
	"image" text NOT NULL,
	"reference" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_confirmation_organization_id_credentials_hash_image_pk" PRIMARY KEY("organization_id","credentials_hash","image")
);
--> statement-breakpoint
CREATE TABLE "pulled_image" (
	"reference" text PRIMARY KEY NOT NULL,
	"pulled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unused_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "organization_quota" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"instances" integer,
	"cpu_milli" integer,
	"memory_bytes" bigint,
	"storage_bytes" bigint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "image_reference" text;--> statement-breakpoint
ALTER TABLE "image_confirmation" ADD CONSTRAINT "image_confirmation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_quota" ADD CONSTRAINT "organization_quota_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_confirmation_confirmed_at_index" ON "image_confirmation" USING btree ("confirmed_at");--> statement-breakpoint
CREATE INDEX "deployment_image_reference_index" ON "deployment" USING btree ("image_reference");