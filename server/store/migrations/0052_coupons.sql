CREATE TABLE "used_captcha" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_redemption" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"coupon_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"redeemed_by" jsonb NOT NULL,
	"redeemed_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"amount" bigint,
	"lot_id" uuid,
	"purchase_id" uuid
);
--> statement-breakpoint
CREATE TABLE "coupon" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"code_hash" text NOT NULL,
	"amount" bigint,
	"percent" integer,
	"max_amount" bigint,
	"organization_id" uuid,
	"min_balance" bigint,
	"first_purchase" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"credit_days" integer,
	"max_uses" integer,
	"max_uses_per_organization" integer,
	"max_uses_per_user" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupon_grant" CHECK (num_nonnulls(amount, percent) = 1 and amount > 0 and percent between 1 and 100),
	CONSTRAINT "coupon_uses" CHECK (uses between 0 and max_uses)
);
--> statement-breakpoint
ALTER TABLE "coupon_redemption" ADD CONSTRAINT "coupon_redemption_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_redemption_coupon_id_user_id_index" ON "coupon_redemption" USING btree ("coupon_id","user_id");--> statement-breakpoint
CREATE INDEX "coupon_redemption_organization_id_coupon_id_index" ON "coupon_redemption" USING btree ("organization_id","coupon_id");--> statement-breakpoint
CREATE INDEX "coupon_redemption_pending" ON "coupon_redemption" USING btree ("organization_id") WHERE applied_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemption_lot" ON "coupon_redemption" USING btree ("lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("code_hash");