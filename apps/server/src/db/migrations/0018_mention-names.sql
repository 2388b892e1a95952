ALTER TABLE "comments" ADD COLUMN "mention_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "mention_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "comments" c SET "mention_names" = array(SELECT u.name FROM unnest(c.mentions) WITH ORDINALITY m(id, place) JOIN users u ON u.id = m.id ORDER BY m.place) WHERE c.mentions <> '{}';--> statement-breakpoint
UPDATE "replies" p SET "mention_names" = array(SELECT u.name FROM unnest(p.mentions) WITH ORDINALITY m(id, place) JOIN users u ON u.id = m.id ORDER BY m.place) WHERE p.mentions <> '{}';
