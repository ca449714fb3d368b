CREATE TABLE "abandoned_data" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engine" text NOT NULL,
	"abandoned_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "host_port" ADD COLUMN "address" text DEFAULT '127.0.0.1' NOT NULL;--> statement-breakpoint
ALTER TABLE "host_port" DROP CONSTRAINT "host_port_pkey";--> statement-breakpoint
ALTER TABLE "host_port" ADD CONSTRAINT "host_port_address_port_pk" PRIMARY KEY("address","port");--> statement-breakpoint
ALTER TABLE "volume" ADD COLUMN "deletion_error" jsonb;
