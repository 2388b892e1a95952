ALTER TABLE "reviews" ADD COLUMN "rests_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "earlier_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "kept_for" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kept_for_users_id_fk" FOREIGN KEY ("kept_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kept_for_unique" UNIQUE("kept_for");