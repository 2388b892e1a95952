CREATE TABLE "round_verifications" (
	"round_id" uuid NOT NULL,
	"guest_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "round_verifications_round_id_guest_id_pk" PRIMARY KEY("round_id","guest_id")
);
--> statement-breakpoint
ALTER TABLE "round_verifications" ADD CONSTRAINT "round_verifications_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_verifications" ADD CONSTRAINT "round_verifications_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_verifications_guest" ON "round_verifications" USING btree ("guest_id");