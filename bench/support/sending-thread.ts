import { parentPort, workerData } from 'node:worker_threads'
import { openConnections } from './kept-connections.ts'
import type { SendingJob } from './sending.ts'

// Sends photos one after the other, each time it is told how many.
const { origin, path, token, forms }: SendingJob = workerData
const bodies = forms.map(({ type, body }) => ({ type, body: Buffer.from(body) }))
const connections = openConnections(origin)

parentPort?.on('message', async (count: number) => {
  for (let n = 0; n < count; n++) {
    const form = bodies[n % bodies.length]
    await connections.ask({ method: 'POST', path, ...(token === null ? {} : { token }), ...form })
  }
  parentPort?.postMessage('sent')
})
