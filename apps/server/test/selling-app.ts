import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { createLog } from '#server/platform/log'
import { startPostgres } from '#server/platform/postgres/start-postgres'
import { startPaymentHouse, stripeSettings } from './payment-house.ts'
import { startTestApp } from './start-test-app.ts'

/** Wingmark that sells its plans, with its own PostgreSQL and payment provider. */
export async function startSellingApp(port: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-selling-'))
  // If tests run as root, another user may have to enter it.
  await chmod(dataDir, 0o755)
  const house = await startPaymentHouse()
  const postgres = await startPostgres({ dataDir, log: createLog('warn') })
  const app = await startTestApp({
    databaseUrl: postgres.url,
    config: {
      ...{ plansMode: 'STRIPE', stripe: stripeSettings },
      ...{ port, publicUrl: `http://127.0.0.1:${port}`, filesUrl: `http://127.0.0.1:${port}` },
    },
    paymentsPlace: house.place,
  })
  await vi.waitFor(() => {
    if (!app.deps.payments?.price('COMMANDER')) throw new Error('no price yet')
  })
  return {
    url: app.url,
    house,
    query: (text: string, values: unknown[]) => app.deps.db.pool.query(text, values),
    /** Sends an event about a customer as the payment provider does; returns the status. */
    async tell(customer: string): Promise<number> {
      const { payload, signature } = house.event(customer)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const path = '/subscription/api/v1/webhook'
      return (await app.fetch(path, { method: 'POST', headers, body: payload })).status
    },
    async close() {
      await app.close()
      await house.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
