ALTER TABLE "notifications" ADD COLUMN "is_by_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A comment or reply, and what tells of it, are of one moment.
UPDATE "notifications" n SET "is_by_guest" = true WHERE n."review_id" IS NOT NULL AND n."comment_id" IS NOT NULL AND (
  EXISTS (SELECT 1 FROM "comments" c WHERE c."id" = n."comment_id" AND c."created_at" = n."created_at" AND c."guest_id" IS NOT NULL)
  OR EXISTS (SELECT 1 FROM "replies" p WHERE p."comment_id" = n."comment_id" AND p."created_at" = n."created_at" AND p."guest_id" IS NOT NULL)
);
