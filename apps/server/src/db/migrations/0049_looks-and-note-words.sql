CREATE TABLE "workspace_looks" (
	"user_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"last_item_id" uuid NOT NULL,
	CONSTRAINT "workspace_looks_user_id_workspace_id_pk" PRIMARY KEY("user_id","workspace_id")
);
--> statement-breakpoint
DROP INDEX "tasks_column";--> statement-breakpoint
ALTER TABLE "private_notes" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace(replace(replace(replace(replace(replace(replace(replace(lower(regexp_replace(normalize(note, NFKD), '[\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufeff]+', '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u303f]+', ' ', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "workspace_looks" ADD CONSTRAINT "workspace_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_looks" ADD CONSTRAINT "workspace_looks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_looks_workspace" ON "workspace_looks" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "tasks_board" ON "tasks" USING btree ("workspace_id","rank","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_column" ON "tasks" USING btree ("workspace_id","status","rank","id") WHERE deleted_at is null;