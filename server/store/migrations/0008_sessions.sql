ALTER TABLE "device_login" ADD COLUMN "session_id" uuid;--> statement-breakpoint
CREATE INDEX "session_secret_hash_index" ON "session" USING btree ("secret_hash");