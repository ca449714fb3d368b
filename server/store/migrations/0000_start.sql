CREATE TABLE "deployment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid NOT NULL,
	"status" text DEFAULT 'Queued' NOT NULL,
	"image" text NOT NULL,
	"logs_length" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"region" text NOT NULL,
	"template_id" text,
	"machine_image_id" text NOT NULL,
	"image" text NOT NULL,
	"command" jsonb,
	"environment" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"container_ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed_registry" "bytea",
	"cpu_milli" integer NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"storage_bytes" bigint NOT NULL,
	"daily_price_micros" bigint NOT NULL,
	"wish" text DEFAULT 'active' NOT NULL,
	"state" text DEFAULT 'Starting' NOT NULL,
	"status" text DEFAULT 'Queued' NOT NULL,
	"stage" text DEFAULT '' NOT NULL,
	"fault" jsonb,
	"active_deployment" uuid,
	"published_ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"observed_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"active_since" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_host_unique" UNIQUE("host")
);
--> statement-breakpoint
CREATE TABLE "log_chunk" (
	"deployment_id" uuid NOT NULL,
	"log_type" text NOT NULL,
	"first_sequence" bigint NOT NULL,
	"last_sequence" bigint NOT NULL,
	"resume" jsonb,
	"lines" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_chunk_deployment_id_log_type_first_sequence_pk" PRIMARY KEY("deployment_id","log_type","first_sequence")
);
--> statement-breakpoint
CREATE TABLE "login_connection" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_connection_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"session" text,
	"additional_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_userId_sequence_unique" UNIQUE("user_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "organization_event" (
	"organization_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_event_organization_id_sequence_pk" PRIMARY KEY("organization_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"image" text,
	"prefered_app_type" text DEFAULT 'compute' NOT NULL,
	"site_id" uuid NOT NULL,
	"compute_id" uuid NOT NULL,
	"storage_id" uuid NOT NULL,
	"publicly_accessible" boolean DEFAULT false NOT NULL,
	"event_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_username_unique" UNIQUE("username"),
	CONSTRAINT "organization_siteId_unique" UNIQUE("site_id"),
	CONSTRAINT "organization_computeId_unique" UNIQUE("compute_id"),
	CONSTRAINT "organization_storageId_unique" UNIQUE("storage_id")
);
--> statement-breakpoint
CREATE TABLE "project" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'MAINTAINED' NOT NULL,
	"last_instance_started_at" timestamp (3) with time zone,
	"last_instance_activated_at" timestamp (3) with time zone,
	"last_instance_closed_at" timestamp (3) with time zone,
	"last_instance_failed_at" timestamp (3) with time zone,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"avatar" text,
	"role" text DEFAULT 'user' NOT NULL,
	"theme" text DEFAULT 'dark' NOT NULL,
	"referral_enabled" boolean DEFAULT false NOT NULL,
	"default_organization" uuid,
	"referred_with" text,
	"notification_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_username_unique" UNIQUE("username")
);
--> statement-breakpoint
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_instance_id_instance_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instance"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_connection" ADD CONSTRAINT "login_connection_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_event" ADD CONSTRAINT "organization_event_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployment_instance_id_created_at_index" ON "deployment" USING btree ("instance_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_index" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "instance_project_id_created_at_index" ON "instance" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "instance_organization_id_index" ON "instance" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "login_connection_user_id_index" ON "login_connection" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "member_user_id_index" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organization_event_created_at_index" ON "organization_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "project_organization_id_created_at_index" ON "project" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");