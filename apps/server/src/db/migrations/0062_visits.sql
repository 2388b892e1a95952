ALTER TABLE "downloads" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "visit_id" uuid;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "visitor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_guest" ON "downloads" USING btree ("guest_id") WHERE guest_id is not null;