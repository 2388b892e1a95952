CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"file_id" uuid,
	"size" bigint DEFAULT 0 NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"deletion_id" uuid,
	"deleted_at" timestamp with time zone,
	"extracted_from" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfers_file_id_unique" UNIQUE("file_id")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "transfer_state" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_parent_id_transfers_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."transfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfers_tree" ON "transfers" USING btree ("owner_id","parent_id","deleted_at","type","id");--> statement-breakpoint
CREATE INDEX "transfers_parent" ON "transfers" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "transfers_deleted" ON "transfers" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "files_untransferred" ON "files" USING btree ("created_at") WHERE "files"."purpose" = 'TRANSFER' and "files"."transfer_state" is null;