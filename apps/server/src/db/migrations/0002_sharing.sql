CREATE TABLE "review_activity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_name" text,
	"link_id" uuid,
	"link_name" text,
	"subject" text,
	"before" text,
	"after" text,
	"once_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea",
	"invited_by" uuid NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "share_links_review_id_unique";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "is_default" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "name" text DEFAULT 'Share link' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "epoch" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_activity" ADD CONSTRAINT "review_activity_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_activity" ADD CONSTRAINT "review_activity_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_invitations" ADD CONSTRAINT "review_invitations_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_invitations" ADD CONSTRAINT "review_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_activity_review" ON "review_activity" USING btree ("review_id","id");--> statement-breakpoint
CREATE INDEX "review_activity_link" ON "review_activity" USING btree ("link_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_activity_once" ON "review_activity" USING btree ("review_id","once_key");--> statement-breakpoint
CREATE UNIQUE INDEX "review_invitations_pending" ON "review_invitations" USING btree ("review_id","email") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "review_invitations_inviter" ON "review_invitations" USING btree ("invited_by");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_link" ON "comments" USING btree ("link_id","id") WHERE link_id is not null;--> statement-breakpoint
CREATE INDEX "replies_link" ON "replies" USING btree ("link_id","id") WHERE link_id is not null;--> statement-breakpoint
CREATE INDEX "share_links_review" ON "share_links" USING btree ("review_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_default" ON "share_links" USING btree ("review_id") WHERE is_default;