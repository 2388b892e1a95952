import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type SendingJob = {
  origin: string
  path: string
  token: string | null
  forms: readonly { type: string; body: Uint8Array }[]
}

/** Sends from a thread of its own, so that a clock in this one is not held up by it. */
export function openSending(job: SendingJob) {
  const thread = new Worker(new URL('./sending-thread.ts', import.meta.url), { workerData: job })
  return {
    send: async (count: number): Promise<void> => {
      const sent = once(thread, 'message')
      thread.postMessage(count)
      await sent
    },
    close: () => thread.terminate(),
  }
}

export type Sending = ReturnType<typeof openSending>
