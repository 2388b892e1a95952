CREATE TABLE "review_mutes" (
	"user_id" uuid NOT NULL,
	"review_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_mutes_user_id_review_id_pk" PRIMARY KEY("user_id","review_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_areas" text[] DEFAULT '{"COMMENTS","PEOPLE","TRANSFERS","WORKSPACES","PLANS"}' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "notify" = 'INSTANT', "mail_areas" = '{}' WHERE "notify" = 'OFF';--> statement-breakpoint
ALTER TABLE "review_mutes" ADD CONSTRAINT "review_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_mutes" ADD CONSTRAINT "review_mutes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_mutes_review" ON "review_mutes" USING btree ("review_id");