ALTER TABLE "avatar" DROP CONSTRAINT "avatar_userId_unique";--> statement-breakpoint
CREATE INDEX "avatar_user_id_index" ON "avatar" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notification_unread_index" ON "notification" USING btree ("user_id") WHERE not "notification"."read";