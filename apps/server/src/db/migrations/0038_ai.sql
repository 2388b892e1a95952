CREATE TABLE "ai_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"review_id" uuid NOT NULL,
	"file_id" uuid,
	"status" text,
	"kind" text NOT NULL,
	"points" jsonb NOT NULL,
	"disagreements" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"comments_read" integer NOT NULL,
	"comments_left_out" integer NOT NULL,
	"replies_read" integer NOT NULL,
	"characters" integer NOT NULL,
	"is_cut" boolean NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ai_readings_scope" UNIQUE NULLS NOT DISTINCT("user_id","review_id","file_id","status","kind")
);
--> statement-breakpoint
CREATE TABLE "usage_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"meter" text NOT NULL,
	"period" date NOT NULL,
	"amount" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "ai_may_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "uses_ai" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ai_told_host" text;--> statement-breakpoint
ALTER TABLE "ai_readings" ADD CONSTRAINT "ai_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_readings" ADD CONSTRAINT "ai_readings_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_readings" ADD CONSTRAINT "ai_readings_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_readings_review" ON "ai_readings" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "ai_readings_file" ON "ai_readings" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "usage_reservations_user" ON "usage_reservations" USING btree ("user_id","meter");