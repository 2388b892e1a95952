ALTER TABLE "reviews" ADD COLUMN "writers" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "reviews" r SET "writers" = w."people" FROM (
  SELECT f."review_id", (array_agg(f."person" ORDER BY f."first"))[1:8] AS "people" FROM (
    SELECT s."review_id", s."person", min(s."id"::text) AS "first" FROM (
      SELECT c."review_id", coalesce(c."user_id", c."guest_id") AS "person", c."id" FROM "comments" c
      UNION ALL
      SELECT c."review_id", coalesce(p."user_id", p."guest_id"), p."id" FROM "replies" p JOIN "comments" c ON c."id" = p."comment_id"
    ) s WHERE s."person" IS NOT NULL GROUP BY s."review_id", s."person"
  ) f GROUP BY f."review_id"
) w WHERE w."review_id" = r."id";
