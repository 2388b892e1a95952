ALTER TABLE "tasks" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "comment_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "linked_by" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_linked_by_users_id_fk" FOREIGN KEY ("linked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_comment" ON "tasks" USING btree ("comment_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_linked_by" ON "tasks" USING btree ("linked_by") WHERE linked_by is not null;