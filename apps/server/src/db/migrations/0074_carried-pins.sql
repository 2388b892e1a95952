CREATE TABLE "alignments" (
	"file_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"page" integer NOT NULL,
	"pairs" jsonb NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alignments_file_id_version_page_pk" PRIMARY KEY("file_id","version","page")
);
--> statement-breakpoint
CREATE TABLE "carries" (
	"comment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"made_by" text NOT NULL,
	"outcome" text NOT NULL,
	"is_sure" boolean NOT NULL,
	"marker" json,
	"from_version" integer NOT NULL,
	"from_marker" json NOT NULL,
	"is_from_sure" boolean NOT NULL,
	"algorithm" integer,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carries_comment_id_version_made_by_pk" PRIMARY KEY("comment_id","version","made_by")
);
--> statement-breakpoint
CREATE TABLE "carry_runs" (
	"file_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"error" text,
	CONSTRAINT "carry_runs_file_id_version_pk" PRIMARY KEY("file_id","version")
);
--> statement-breakpoint
CREATE TABLE "fixes" (
	"comment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"result" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fixes_comment_id_version_pk" PRIMARY KEY("comment_id","version")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "resolved_version" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "starts_fresh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alignments" ADD CONSTRAINT "alignments_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignments" ADD CONSTRAINT "alignments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carries" ADD CONSTRAINT "carries_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carries" ADD CONSTRAINT "carries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carry_runs" ADD CONSTRAINT "carry_runs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixes" ADD CONSTRAINT "fixes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixes" ADD CONSTRAINT "fixes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alignments_user" ON "alignments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "carries_user" ON "carries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "fixes_user" ON "fixes" USING btree ("user_id");