ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_pkey";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_source_pk" PRIMARY KEY("user_id","source");--> statement-breakpoint
-- Whom the payment house knows has a row of what is paid, apart from what was given.
WITH known AS (
	SELECT "user_id", "stripe_customer", "stripe_subscription" FROM "subscriptions"
	WHERE "source" <> 'STRIPE' AND "stripe_customer" IS NOT NULL
), given AS (
	UPDATE "subscriptions" SET "stripe_customer" = NULL, "stripe_subscription" = NULL, "past_due_since" = NULL
	WHERE "source" <> 'STRIPE' AND "stripe_customer" IS NOT NULL RETURNING "user_id"
)
INSERT INTO "subscriptions" ("user_id", "source", "plan", "status", "stripe_customer", "stripe_subscription")
SELECT k."user_id", 'STRIPE', 'COMMANDER', CASE WHEN k."stripe_subscription" IS NULL THEN 'NONE' ELSE 'ACTIVE' END,
	k."stripe_customer", k."stripe_subscription"
FROM known k JOIN given g ON g."user_id" = k."user_id";
