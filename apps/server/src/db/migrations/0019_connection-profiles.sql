CREATE TABLE "connection_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"location" text NOT NULL,
	"designation" text NOT NULL,
	"company" text NOT NULL,
	"experience" text NOT NULL,
	"skills" text[] NOT NULL,
	"skill_keys" text[] NOT NULL,
	"words" text[] NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(words)) STORED,
	"is_open_to_messages" boolean DEFAULT true NOT NULL,
	"shows_email" boolean DEFAULT false NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"is_indexed" boolean DEFAULT false NOT NULL,
	"active_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "username_key" text GENERATED ALWAYS AS (translate(username, '0l1._-', 'oii')) STORED;--> statement-breakpoint
ALTER TABLE "connection_profiles" ADD CONSTRAINT "connection_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_profiles_search" ON "connection_profiles" USING gin ("search");--> statement-breakpoint
CREATE INDEX "connection_profiles_skills" ON "connection_profiles" USING gin ("skill_keys");--> statement-breakpoint
CREATE INDEX "connection_profiles_active" ON "connection_profiles" USING btree ("active_at","user_id");--> statement-breakpoint
CREATE INDEX "connection_profiles_created" ON "connection_profiles" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "users_username_key" ON "users" USING btree ("username_key");