ALTER TABLE "users" ADD COLUMN "device_epoch" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" ADD COLUMN "strange_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" DROP CONSTRAINT "login_codes_pkey";--> statement-breakpoint
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_email_asked_from_pk" PRIMARY KEY("email","asked_from");--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "password_resets" DROP CONSTRAINT "password_resets_pkey";--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_asked_from_pk" PRIMARY KEY("user_id","asked_from");--> statement-breakpoint
-- Sessions from before end 30 days after now at the latest, as if they were used just now.
UPDATE "sessions" SET "expires_at" = least("expires_at", now() + interval '30 days');
