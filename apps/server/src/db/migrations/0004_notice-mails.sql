ALTER TABLE "notifications" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify" text DEFAULT 'INSTANT' NOT NULL;--> statement-breakpoint
-- What was told before there were mails is not told again.
UPDATE "notifications" SET "mailed_at" = "created_at";--> statement-breakpoint
CREATE INDEX "notifications_unmailed" ON "notifications" USING btree ("id") WHERE mailed_at is null;