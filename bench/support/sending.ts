import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type SendingJob = {
  origin: string
  path: string
  token: string | null
  forms: readonly { type: string; body: Buffer }[]
}

/** Sends from a separate process, so that a clock in this one is not delayed. */
export function openSending(job: SendingJob) {
  const child = fork(join(import.meta.dirname, 'sending-process.ts'), { serialization: 'advanced' })
  child.send(job)
  return {
    send: async (count: number): Promise<void> => {
      const sent = once(child, 'message')
      child.send(count)
      await sent
    },
    close: async () => {
      // Not 'close', which never comes after a disconnect from this side.
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

export type Sending = ReturnType<typeof openSending>
