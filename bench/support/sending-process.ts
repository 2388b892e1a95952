import { type Connections, openConnections } from './kept-connections.ts'
import type { SendingJob } from './sending.ts'

// Sends photos one after the other, for each message with their number.
let job: SendingJob | undefined
let connections: Connections | undefined

async function sendPhotos(count: number) {
  if (!job || !connections) throw new Error('no job yet')
  const { path, token, forms } = job
  for (let n = 0; n < count; n++) {
    const form = forms[n % forms.length]
    await connections.ask({ method: 'POST', path, ...(token === null ? {} : { token }), ...form })
  }
  process.send?.('sent')
}

process.on('message', (notified: SendingJob | number) => {
  if (typeof notified === 'number') return void sendPhotos(notified)
  job = { ...notified, forms: notified.forms.map(({ type, body }) => ({ type, body: Buffer.from(body) })) }
  connections = openConnections(notified.origin)
})
process.on('disconnect', () => process.exit())
