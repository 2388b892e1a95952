CREATE TABLE "check_briefs" (
	"review_id" uuid PRIMARY KEY NOT NULL,
	"medium" text,
	"scale" integer,
	"width" integer,
	"height" integer,
	"strictness" text DEFAULT 'AA' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_dismissals" (
	"review_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "check_dismissals_review_id_fingerprint_pk" PRIMARY KEY("review_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "check_findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"severity" text NOT NULL,
	"page" integer NOT NULL,
	"region" jsonb,
	"words" text,
	"says" text NOT NULL,
	"proposal" text NOT NULL,
	"swatches" text[] NOT NULL,
	"maybe" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"comment_id" uuid
);
--> statement-breakpoint
CREATE TABLE "check_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"user_id" uuid,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"pages_done" integer DEFAULT 0 NOT NULL,
	"pages" integer NOT NULL,
	"rules" text[] NOT NULL,
	"not_run" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"taken_for" jsonb,
	"more" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "from_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_briefs" ADD CONSTRAINT "check_briefs_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_dismissals" ADD CONSTRAINT "check_dismissals_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_findings" ADD CONSTRAINT "check_findings_run_id_check_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."check_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_findings" ADD CONSTRAINT "check_findings_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_findings" ADD CONSTRAINT "check_findings_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_findings_run" ON "check_findings" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "check_findings_file" ON "check_findings" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "check_findings_comment" ON "check_findings" USING btree ("comment_id") WHERE comment_id is not null;--> statement-breakpoint
CREATE INDEX "check_runs_file" ON "check_runs" USING btree ("file_id","id");--> statement-breakpoint
CREATE INDEX "check_runs_user" ON "check_runs" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_runs_active" ON "check_runs" USING btree ("file_id") WHERE "check_runs"."state" in ('QUEUED', 'RUNNING');