CREATE FUNCTION "words_within"("within" uuid, "words" tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 2000
RETURN array_to_tsvector(array(SELECT right("within"::text, 8) || left(lexeme, 200) FROM unnest("words")));--> statement-breakpoint
DROP INDEX "comments_search";--> statement-breakpoint
DROP INDEX "replies_search";--> statement-breakpoint
DROP INDEX "files_search";--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "review_id" uuid;--> statement-breakpoint
UPDATE "replies" a SET "review_id" = c.review_id FROM "comments" c WHERE c.id = a.comment_id;--> statement-breakpoint
ALTER TABLE "replies" ALTER COLUMN "review_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_words" ON "comments" USING gin (words_within(review_id, search));--> statement-breakpoint
CREATE INDEX "replies_words" ON "replies" USING gin (words_within(review_id, search));--> statement-breakpoint
CREATE INDEX "files_words" ON "files" USING gin (words_within(review_id, search));--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (words_within(conversation_id, search));
