ALTER TABLE "users" drop column "avatar";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar_key" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar" text GENERATED ALWAYS AS ('/files/avatar/' || avatar_key) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_avatar_key_files_key_fk" FOREIGN KEY ("avatar_key") REFERENCES "public"."files"("key") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_avatar_key_unique" UNIQUE("avatar_key");