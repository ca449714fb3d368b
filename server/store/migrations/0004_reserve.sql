CREATE TABLE "log_reserve" (
	"block" "bytea" NOT NULL
);
--> statement-breakpoint
-- Compressed it would hold nothing, and beside the rows it would need an index.
ALTER TABLE "log_reserve" ALTER COLUMN "block" SET STORAGE PLAIN;
