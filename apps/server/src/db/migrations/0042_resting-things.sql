ALTER TABLE "deliveries" ADD COLUMN "rests_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "rests_since" timestamp with time zone;