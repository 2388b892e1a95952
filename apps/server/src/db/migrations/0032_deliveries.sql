CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"max_downloads" integer,
	"allow_preview" boolean NOT NULL,
	"tell_on_download" boolean NOT NULL,
	"remind" boolean NOT NULL,
	"delete_after" boolean NOT NULL,
	"is_complete" boolean NOT NULL,
	"expected_count" integer,
	"download_count" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"emptied_at" timestamp with time zone,
	"access_epoch" integer DEFAULT 1 NOT NULL,
	"event_seq" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_items" (
	"delivery_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "delivery_items_delivery_id_transfer_id_pk" PRIMARY KEY("delivery_id","transfer_id")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"delivery_id" uuid,
	"link_id" uuid,
	"user_id" uuid,
	"items" uuid[] NOT NULL,
	"what" text NOT NULL,
	"bytes" bigint NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_subject";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_subject";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_subject";--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "share_links_subject";--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "download_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_items" ADD CONSTRAINT "delivery_items_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_items" ADD CONSTRAINT "delivery_items_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_owner" ON "deliveries" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "delivery_items_transfer" ON "delivery_items" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "downloads_delivery" ON "downloads" USING btree ("delivery_id","started_at");--> statement-breakpoint
CREATE INDEX "downloads_link" ON "downloads" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "downloads_owner" ON "downloads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "downloads_user" ON "downloads" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_delivery" ON "activity" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_once_delivery" ON "activity" USING btree ("delivery_id","once_key");--> statement-breakpoint
CREATE UNIQUE INDEX "events_delivery" ON "events" USING btree ("delivery_id","seq");--> statement-breakpoint
CREATE INDEX "notifications_delivery" ON "notifications" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_delivery_default" ON "share_links" USING btree ("delivery_id") WHERE is_default;--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_recipient" ON "share_links" USING btree ("delivery_id","email");--> statement-breakpoint
CREATE INDEX "share_links_email" ON "share_links" USING btree ("email") WHERE email is not null;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_subject" CHECK (num_nonnulls(review_id, workspace_id, delivery_id) = 1);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_subject" CHECK (num_nonnulls(review_id, workspace_id, delivery_id) = 1);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subject" CHECK (num_nonnulls(review_id, workspace_id, delivery_id, person_id) = 1);--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_subject" CHECK (num_nonnulls(review_id, workspace_id, delivery_id) = 1);