ALTER TABLE "blobs" ADD COLUMN "tiled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "blobs" ADD COLUMN "lock" text;--> statement-breakpoint
ALTER TABLE "blobs" ADD COLUMN "seconds" real;