import { startTestApp, type TestApp } from './start-test-app.ts'
import { createTestDatabase } from './test-database.ts'

/** Two processes on one database with a settable clock: statements call now() without a schema. */
export async function startTwoWithClock() {
  const database = await createTestDatabase()
  const maker = await startTestApp({ databaseUrl: database.url })
  await maker.deps.db.pool.query(`
    create schema clock;
    create table clock.reading (at timestamptz not null);
    insert into clock.reading values (pg_catalog.now());
    create function clock.now() returns timestamptz language sql stable as 'select at from clock.reading';
    do $$ begin execute format('alter database %I set search_path = clock, public, pg_catalog', current_database()); end $$`)
  await maker.close()
  const start = () => startTestApp({ databaseUrl: database.url })
  const apps: [TestApp, TestApp] = [await start(), await start()]
  return {
    apps,
    setClock: (time: string) => apps[0].deps.db.pool.query('update clock.reading set at = $1', [time]),
    async close() {
      await Promise.all(apps.map((app) => app.close()))
      await database.drop()
    },
  }
}
