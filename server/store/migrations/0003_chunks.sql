-- Pieces of the first form are not read any more. No version was released with it, so they are cleared and not converted;
-- what the engines still have of running workloads is read again.
TRUNCATE "log_chunk";
--> statement-breakpoint
CREATE TABLE "log_download" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"deployment_id" uuid NOT NULL,
	"log_type" text NOT NULL,
	"service" text,
	"format" text NOT NULL,
	"first_sequence" bigint NOT NULL,
	"last_sequence" bigint,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "log_chunk" DROP CONSTRAINT "log_chunk_deployment_id_log_type_first_sequence_pk";--> statement-breakpoint
ALTER TABLE "log_chunk" ADD COLUMN "service" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD COLUMN "first_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD COLUMN "last_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD COLUMN "raw_bytes" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_deployment_id_log_type_service_first_sequence_pk" PRIMARY KEY("deployment_id","log_type","service","first_sequence");--> statement-breakpoint
ALTER TABLE "log_download" ADD CONSTRAINT "log_download_deployment_id_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_chunk_last_at_index" ON "log_chunk" USING btree ("last_at");--> statement-breakpoint
-- The lines are compressed already.
ALTER TABLE "log_chunk" ALTER COLUMN "lines" SET STORAGE EXTERNAL;
