ALTER TABLE "referral" ADD COLUMN "purchase" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "purchase_micros" bigint;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "refunds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "earned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "matured_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "referral_pending" ON "referral" USING btree ("earned_at") WHERE "referral"."matured_at" is null and "referral"."earned_at" is not null;