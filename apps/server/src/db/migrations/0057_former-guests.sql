ALTER TABLE "guests" ADD COLUMN "is_former" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "guests" SET "is_former" = true WHERE "name" = 'Deleted account' AND "email" IS NULL;
