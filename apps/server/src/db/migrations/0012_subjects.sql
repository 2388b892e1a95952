ALTER TABLE "review_members" RENAME TO "members";--> statement-breakpoint
ALTER TABLE "review_invitations" RENAME TO "invitations";--> statement-breakpoint
ALTER TABLE "review_activity" RENAME TO "activity";--> statement-breakpoint
ALTER TABLE "review_events" RENAME TO "events";--> statement-breakpoint
ALTER TABLE "activity" RENAME COLUMN "subject" TO "target";--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "subject_id" TO "target_id";--> statement-breakpoint
ALTER TABLE "members" RENAME CONSTRAINT "review_members_review_id_reviews_id_fk" TO "members_review_id_reviews_id_fk";--> statement-breakpoint
ALTER TABLE "members" RENAME CONSTRAINT "review_members_user_id_users_id_fk" TO "members_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "invitations" RENAME CONSTRAINT "review_invitations_review_id_reviews_id_fk" TO "invitations_review_id_reviews_id_fk";--> statement-breakpoint
ALTER TABLE "invitations" RENAME CONSTRAINT "review_invitations_invited_by_users_id_fk" TO "invitations_invited_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "activity" RENAME CONSTRAINT "review_activity_review_id_reviews_id_fk" TO "activity_review_id_reviews_id_fk";--> statement-breakpoint
ALTER TABLE "activity" RENAME CONSTRAINT "review_activity_link_id_share_links_id_fk" TO "activity_link_id_share_links_id_fk";--> statement-breakpoint
ALTER TABLE "events" RENAME CONSTRAINT "review_events_review_id_reviews_id_fk" TO "events_review_id_reviews_id_fk";--> statement-breakpoint
ALTER TABLE "invitations" RENAME CONSTRAINT "review_invitations_token_hash_unique" TO "invitations_token_hash_unique";--> statement-breakpoint
ALTER TABLE "activity" RENAME CONSTRAINT "review_activity_pkey" TO "activity_pkey";--> statement-breakpoint
ALTER TABLE "invitations" RENAME CONSTRAINT "review_invitations_pkey" TO "invitations_pkey";--> statement-breakpoint
ALTER INDEX "review_members_user" RENAME TO "members_user";--> statement-breakpoint
ALTER INDEX "review_invitations_pending" RENAME TO "invitations_pending";--> statement-breakpoint
ALTER INDEX "review_invitations_inviter" RENAME TO "invitations_inviter";--> statement-breakpoint
ALTER INDEX "review_activity_review" RENAME TO "activity_review";--> statement-breakpoint
ALTER INDEX "review_activity_link" RENAME TO "activity_link";--> statement-breakpoint
ALTER INDEX "review_activity_once" RENAME TO "activity_once";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "review_events_review_id_seq_pk";--> statement-breakpoint
ALTER TABLE "members" DROP CONSTRAINT "review_members_review_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "review_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "activity" ALTER COLUMN "review_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "review_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "review_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "review_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ALTER COLUMN "review_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "events_review" ON "events" USING btree ("review_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "members_review" ON "members" USING btree ("review_id","user_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_subject" CHECK (num_nonnulls(review_id) = 1);--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_subject" CHECK (num_nonnulls(review_id) = 1);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_subject" CHECK (num_nonnulls(review_id) = 1);--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_subject" CHECK (num_nonnulls(review_id) = 1);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_subject" CHECK (num_nonnulls(review_id) = 1);--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_subject" CHECK (num_nonnulls(review_id) = 1);