ALTER TABLE "comments" ADD COLUMN "resolved_task" integer;--> statement-breakpoint
UPDATE "comments" c SET "resolved_task" = t."number"
FROM "tasks" t
WHERE t."comment_id" = c."id" AND t."deleted_at" IS NULL AND t."status" = 'DONE' AND t."linked_by" IS NOT NULL
  AND c."status" = 'RESOLVED' AND c."resolved_by" IS NOT NULL AND (
    SELECT i."after" FROM "timeline_items" i
    WHERE i."task_id" = t."id" AND i."kind" IN ('COMMENT_RESOLVED', 'COMMENT_REOPENED')
    ORDER BY i."id" DESC LIMIT 1) = 'TASK';
