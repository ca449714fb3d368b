CREATE TABLE "host_port" (
	"port" integer PRIMARY KEY NOT NULL,
	"deployment_id" uuid NOT NULL,
	"container_port" integer NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "host_port_deployment_id_index" ON "host_port" USING btree ("deployment_id");