import { readdirSync } from 'node:fs'
import type { Route } from '@wingmark/contract/route'
import type { z } from 'zod'
import type { Row, Rows } from './expectation.ts'
import type { Name, Somebody, World } from './people.ts'

/** A domain's rows are a file beside this one, which is found by its name. */
export const table: Rows = {}
for (const name of readdirSync(import.meta.dirname)) {
  if (!name.endsWith('-rows.ts')) continue
  const { rows }: { rows: Rows } = await import(new URL(name, import.meta.url).href)
  Object.assign(table, rows)
}

const contract = new URL('../../../../packages/contract/src/', import.meta.url)
/** Rows give bodies as plain objects, whatever the route takes. */
export type AnyRoute = Route & { body: z.ZodType<unknown, Record<string, unknown>> }
export const routes = new Map<string, AnyRoute>()
for (const name of readdirSync(contract)) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
  const values: unknown[] = Object.values(await import(new URL(name, contract).href))
  for (const value of values) if (isRoute(value)) routes.set(`${value.method} ${value.path}`, value)
}

function isRoute(value: unknown): value is AnyRoute {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  )
}

/** `begin` comes right before the call itself. */
export async function statusOf(
  world: World,
  row: Row,
  route: AnyRoute | undefined,
  name: Name,
  { given, begin }: { given?: Somebody; begin?: () => Promise<unknown> } = {},
): Promise<number> {
  const somebody = given ?? world.everybody.find((one) => one.name === name)
  if (!somebody) throw new Error(`nobody is ${name}`)
  if (row.send) {
    await begin?.()
    return (await row.send(world, somebody)).status
  }
  if (!route) throw new Error('neither a route nor a way to send')
  const { caller = somebody.caller, ...input } =
    (await row.with?.(world, somebody, row.expect[name] < 300)) ?? {}
  await begin?.()
  return (await world.app.call(route, input, caller)).status
}
