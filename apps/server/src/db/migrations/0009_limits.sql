DROP INDEX "uploads_owner";--> statement-breakpoint
ALTER TABLE "blobs" ADD COLUMN "derived_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "uploads_unfinished" ON "uploads" USING btree ("owner_id") WHERE "uploads"."file_id" is null;