import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newUser } from '../../test/people.ts'
import { withApp } from '../../test/shared-app.ts'
import type { TestApp } from '../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

test('commits both of two transactions that wait for each other, after a retry', async () => {
  const ids = (await Promise.all([newUser(app), newUser(app)])).map(({ user }) => user._id)
  const both = Promise.withResolvers<void>()
  let tries = 0
  const lockBoth = (order: readonly string[]) =>
    app.deps.db.orm.transaction(async (tx) => {
      const [first, second] = order.map((id) => sql`select 1 from users where id = ${id} for update`)
      await tx.execute(first ?? sql`select 1`)
      tries += 1
      if (tries === 2) both.resolve()
      await both.promise
      await tx.execute(second ?? sql`select 1`)
      return order.length
    })
  expect(await Promise.all([lockBoth(ids), lockBoth(ids.toReversed())])).toEqual([2, 2])
  // PostgreSQL decides which of them has to wait again.
  expect(tries).toBeGreaterThan(2)
})

test('throws any other error at the first try', async () => {
  let tries = 0
  const failing = app.deps.db.orm.transaction(async (tx) => {
    tries += 1
    await tx.execute(sql`select 1 / 0`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(tries).toBe(1)
})
