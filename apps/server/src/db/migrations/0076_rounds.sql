CREATE TABLE "round_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"is_last" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"question_id" uuid NOT NULL,
	"answer" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"is_last" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"file_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" "bytea",
	"decision" text NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round_files" (
	"round_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text,
	"version" integer,
	CONSTRAINT "round_files_round_id_file_id_pk" PRIMARY KEY("round_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "round_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"user_id" uuid,
	"guest_id" uuid,
	"email" text,
	"name" text DEFAULT '' NOT NULL,
	"is_asked" boolean NOT NULL,
	"is_needed" boolean NOT NULL,
	"gone_at" timestamp with time zone,
	"was_gone" boolean DEFAULT false NOT NULL,
	"quiet_since" timestamp with time zone,
	"is_former" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round_verifications" (
	"round_id" uuid NOT NULL,
	"guest_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "round_verifications_round_id_guest_id_pk" PRIMARY KEY("round_id","guest_id")
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"message" text NOT NULL,
	"of_all_files" boolean NOT NULL,
	"rule_kind" text NOT NULL,
	"rule_count" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"closes_at_end" boolean NOT NULL,
	"independent" boolean NOT NULL,
	"verified_only" boolean NOT NULL,
	"started_by" uuid,
	"started_by_name" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"reminded_half_at" timestamp with time zone,
	"reminded_day_at" timestamp with time zone,
	"reminded_hour_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "round_id" uuid;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "allow_decide" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "round_answers" ADD CONSTRAINT "round_answers_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_answers" ADD CONSTRAINT "round_answers_person_id_round_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."round_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_decisions" ADD CONSTRAINT "round_decisions_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_decisions" ADD CONSTRAINT "round_decisions_person_id_round_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."round_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_files" ADD CONSTRAINT "round_files_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_people" ADD CONSTRAINT "round_people_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_people" ADD CONSTRAINT "round_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_people" ADD CONSTRAINT "round_people_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_verifications" ADD CONSTRAINT "round_verifications_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_verifications" ADD CONSTRAINT "round_verifications_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_answers_round" ON "round_answers" USING btree ("round_id");--> statement-breakpoint
CREATE INDEX "round_answers_person" ON "round_answers" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "round_answers_last" ON "round_answers" USING btree ("person_id","question_id") WHERE is_last;--> statement-breakpoint
CREATE INDEX "round_decisions_round" ON "round_decisions" USING btree ("round_id","id");--> statement-breakpoint
CREATE INDEX "round_decisions_person" ON "round_decisions" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "round_decisions_last" ON "round_decisions" USING btree ("person_id","file_id") WHERE is_last;--> statement-breakpoint
CREATE UNIQUE INDEX "round_people_user" ON "round_people" USING btree ("round_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "round_people_guest" ON "round_people" USING btree ("round_id","guest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "round_people_email" ON "round_people" USING btree ("round_id","email");--> statement-breakpoint
CREATE INDEX "round_people_of_user" ON "round_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "round_people_of_guest" ON "round_people" USING btree ("guest_id");--> statement-breakpoint
CREATE INDEX "round_verifications_guest" ON "round_verifications" USING btree ("guest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rounds_review" ON "rounds" USING btree ("review_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "rounds_open" ON "rounds" USING btree ("review_id") WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX "rounds_starter" ON "rounds" USING btree ("started_by");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_person_id_round_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."round_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_round" ON "notifications" USING btree ("round_id") WHERE round_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_person" ON "share_links" USING btree ("person_id") WHERE person_id is not null;