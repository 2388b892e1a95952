DROP INDEX "transfers_tree";--> statement-breakpoint
CREATE INDEX "transfers_root" ON "transfers" USING btree ("owner_id","type","id") WHERE deleted_at is null and parent_id is null;--> statement-breakpoint
CREATE INDEX "transfers_folder" ON "transfers" USING btree ("owner_id","parent_id","type","id") WHERE deleted_at is null;