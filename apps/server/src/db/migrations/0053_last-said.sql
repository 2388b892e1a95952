ALTER TABLE "files" ADD COLUMN "last_said_at" timestamp with time zone;--> statement-breakpoint
UPDATE "files" SET "last_said_at" = s."at" FROM (
	SELECT c."file_id", max(greatest(CASE WHEN c."deleted_at" IS NULL THEN c."created_at" END, p."created_at")) AS "at"
	FROM "comments" c LEFT JOIN "replies" p ON p."comment_id" = c."id" GROUP BY c."file_id"
) s WHERE s."file_id" = "files"."id";
