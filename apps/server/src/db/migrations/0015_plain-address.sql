ALTER TABLE "share_links" ALTER COLUMN "code" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "access_when_open" text DEFAULT 'COMMENT' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "share_links_plain" ON "share_links" USING btree ("review_id") WHERE code is null;--> statement-breakpoint
-- Reviews that are there already were published as closed to their address, and stay so; opened, it gives what their first link gives.
INSERT INTO "share_links" ("id", "review_id", "is_default", "name", "code", "access", "access_when_open", "access_key_hash", "expires_at", "allow_download")
SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid,
  l."review_id", false, 'Plain address', null, 'NONE', case when l."access" in ('COMMENT', 'EDIT') then 'COMMENT' else 'VIEW' end,
  l."access_key_hash", l."expires_at", l."allow_download"
FROM "share_links" l WHERE l."is_default" AND l."review_id" IS NOT NULL;
