CREATE INDEX "activity_workspace" ON "activity" USING btree ("workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE INDEX "invitations_review" ON "invitations" USING btree ("review_id") WHERE review_id is not null;--> statement-breakpoint
CREATE INDEX "invitations_workspace" ON "invitations" USING btree ("workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE INDEX "share_links_workspace" ON "share_links" USING btree ("workspace_id") WHERE workspace_id is not null;--> statement-breakpoint
CREATE INDEX "private_notes_workspace" ON "private_notes" USING btree ("workspace_id");