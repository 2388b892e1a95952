CREATE TABLE "compared_pages" (
	"comparison_id" uuid NOT NULL,
	"page" integer NOT NULL,
	"found" jsonb,
	"error" text,
	CONSTRAINT "compared_pages_comparison_id_page_pk" PRIMARY KEY("comparison_id","page")
);
--> statement-breakpoint
CREATE TABLE "comparisons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"older_id" uuid NOT NULL,
	"newer_id" uuid NOT NULL,
	"pages" jsonb,
	CONSTRAINT "comparisons_pair" UNIQUE("file_id","older_id","newer_id")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "stack_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "version_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "version_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "last_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "gave_way_to" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "files" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "only_current" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "compared_pages" ADD CONSTRAINT "compared_pages_comparison_id_comparisons_id_fk" FOREIGN KEY ("comparison_id") REFERENCES "public"."comparisons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_older_id_blobs_id_fk" FOREIGN KEY ("older_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_newer_id_blobs_id_fk" FOREIGN KEY ("newer_id") REFERENCES "public"."blobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comparisons_older" ON "comparisons" USING btree ("older_id");--> statement-breakpoint
CREATE INDEX "comparisons_newer" ON "comparisons" USING btree ("newer_id");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_stack_id_files_id_fk" FOREIGN KEY ("stack_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_stack" ON "files" USING btree ("stack_id","version") WHERE stack_id is not null;