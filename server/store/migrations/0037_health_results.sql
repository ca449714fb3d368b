CREATE UNLOGGED TABLE "health_result" (
	"replica_id" uuid PRIMARY KEY NOT NULL,
	"results" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "health_result" ADD CONSTRAINT "health_result_replica_id_replica_id_fk" FOREIGN KEY ("replica_id") REFERENCES "public"."replica"("id") ON DELETE cascade ON UPDATE no action;