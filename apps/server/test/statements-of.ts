import type { TestApp } from './start-test-app.ts'

/** Names of the statements that `run` sends outside transactions, in order; undefined for the query builder's. */
export async function statementsOf(
  { deps }: TestApp,
  run: () => Promise<unknown>,
): Promise<(string | undefined)[]> {
  const { pool, lookups } = deps.db
  const names: (string | undefined)[] = []
  const listened = [pool, lookups].map((on) => {
    const original = on.query
    on.query = new Proxy(original, {
      apply: (target, self, args) => {
        names.push(args[0]?.name)
        return Reflect.apply(target, self, args)
      },
    })
    return () => {
      on.query = original
    }
  })
  try {
    await run()
  } finally {
    for (const end of listened) end()
  }
  return names
}

/** The statements by which a request decides who may. */
export async function accessAsked(app: TestApp, run: () => Promise<unknown>): Promise<string[]> {
  const names = await statementsOf(app, run)
  return names.flatMap((name) => (name?.startsWith('access-') ? [name] : []))
}
