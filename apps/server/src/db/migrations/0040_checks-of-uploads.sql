CREATE TABLE "check_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "check_words_user" UNIQUE("user_id","word")
);
--> statement-breakpoint
ALTER TABLE "check_briefs" ADD COLUMN "languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_briefs" ADD COLUMN "checks_uploads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_findings" ADD COLUMN "word" text;--> statement-breakpoint
ALTER TABLE "check_words" ADD CONSTRAINT "check_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;