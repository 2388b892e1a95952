CREATE TABLE "private_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"note" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'TODO' NOT NULL,
	"rank" text collate "C" NOT NULL,
	"parent_id" uuid,
	"assignee_id" uuid,
	"starts_on" date,
	"due_on" date,
	"created_by" uuid,
	"done_at" timestamp with time zone,
	"deletion_id" uuid,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timeline_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"task_id" uuid,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"before" text,
	"after" text,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"hides_status" boolean DEFAULT false NOT NULL,
	"task_seq" integer DEFAULT 0 NOT NULL,
	"event_seq" bigint DEFAULT 0 NOT NULL,
	"access_epoch" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_subject";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_subject";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_subject";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_subject";--> statement-breakpoint
ALTER TABLE "members" DROP CONSTRAINT "members_subject";--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "share_links_subject";--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "private_notes" ADD CONSTRAINT "private_notes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_notes" ADD CONSTRAINT "private_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_items" ADD CONSTRAINT "timeline_items_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_items" ADD CONSTRAINT "timeline_items_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_items" ADD CONSTRAINT "timeline_items_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "private_notes_own" ON "private_notes" USING btree ("user_id","workspace_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_number" ON "tasks" USING btree ("workspace_id","number");--> statement-breakpoint
CREATE INDEX "tasks_column" ON "tasks" USING btree ("workspace_id","status","rank","id");--> statement-breakpoint
CREATE INDEX "tasks_assignee" ON "tasks" USING btree ("assignee_id","status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_parent" ON "tasks" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "tasks_deleted" ON "tasks" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "timeline_items_workspace" ON "timeline_items" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "timeline_items_task" ON "timeline_items" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "timeline_items_actor" ON "timeline_items" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "workspaces_owner" ON "workspaces" USING btree ("owner_id","updated_at");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_workspace" ON "events" USING btree ("workspace_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_workspace" ON "invitations" USING btree ("workspace_id","email") WHERE state = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "members_workspace" ON "members" USING btree ("workspace_id","user_id");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_subject" CHECK (num_nonnulls(review_id, workspace_id) = 1);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_subject" CHECK (num_nonnulls(review_id, workspace_id) = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subject" CHECK (num_nonnulls(review_id, workspace_id) = 1);--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_subject" CHECK (num_nonnulls(review_id, workspace_id) = 1);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_subject" CHECK (num_nonnulls(review_id, workspace_id) = 1);--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_subject" CHECK (num_nonnulls(review_id, workspace_id) = 1);