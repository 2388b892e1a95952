CREATE TABLE "conversation_sides" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"box" text NOT NULL,
	"last_message_id" uuid NOT NULL,
	"last_seq" integer NOT NULL,
	"read_seq" integer NOT NULL,
	CONSTRAINT "conversation_sides_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"low_id" uuid,
	"high_id" uuid,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"request_by" uuid,
	"is_open" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("low_id","high_id"),
	CONSTRAINT "conversations_order" CHECK (low_id < high_id)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" uuid,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "messages_place" UNIQUE("conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "usage_meters" (
	"user_id" uuid NOT NULL,
	"meter" text NOT NULL,
	"period" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "usage_meters_user_id_meter_period_pk" PRIMARY KEY("user_id","meter","period")
);
--> statement-breakpoint
DROP INDEX "files_unsent";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "message_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD CONSTRAINT "conversation_sides_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD CONSTRAINT "conversation_sides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_low_id_users_id_fk" FOREIGN KEY ("low_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_high_id_users_id_fk" FOREIGN KEY ("high_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_request_by_users_id_fk" FOREIGN KEY ("request_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_meters" ADD CONSTRAINT "usage_meters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_sides_list" ON "conversation_sides" USING btree ("user_id","box","last_message_id");--> statement-breakpoint
CREATE INDEX "conversation_sides_unread" ON "conversation_sides" USING btree ("user_id","box") WHERE last_seq > read_seq;--> statement-breakpoint
CREATE INDEX "conversations_high" ON "conversations" USING btree ("high_id");--> statement-breakpoint
CREATE INDEX "conversations_request" ON "conversations" USING btree ("request_by") WHERE request_by is not null;--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_message" ON "files" USING btree ("message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "files_unsent" ON "files" USING btree ("created_at") WHERE "files"."purpose" = 'COMMENT' and "files"."comment_id" is null and "files"."reply_id" is null and "files"."message_id" is null;