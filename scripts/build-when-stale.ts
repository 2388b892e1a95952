import { buildServer } from '../apps/server/build-server.ts'
import { fingerprint, markFresh, staleParts } from './freshness.js'

/** Vitest global setup: tests that run a separate server run the bundle, as `npm start` does. */
export default async function setup() {
  if (!staleParts().includes('server')) return
  const print = fingerprint('server')
  await buildServer()
  markFresh('server', print)
}
