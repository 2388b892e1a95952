ALTER TABLE "round_people" ADD COLUMN "quiet_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_person_id_round_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."round_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_person" ON "share_links" USING btree ("person_id") WHERE person_id is not null;