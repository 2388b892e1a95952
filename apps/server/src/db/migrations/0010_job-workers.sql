CREATE TABLE "job_workers" (
	"id" text PRIMARY KEY NOT NULL,
	"process" text NOT NULL
);
