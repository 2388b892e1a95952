/** 500 MB through the multipart call: its rate and memory, beside a minimal handler. */
import { uploadFile } from '@wingmark/contract/files'
import { maxFileBytes } from '@wingmark/contract/limits'
import { finish, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { formHeaders, largeForm } from './support/large-form.ts'
import { type Answer, send } from './support/large-png.ts'
import { watchMemory } from './support/memory.ts'
import { memoryOver, timed, type Uploading, whileUploading } from './support/uploading.ts'

/** The first is not counted. */
const rounds = 6
const body = largeForm(maxFileBytes)

async function measure({ ours, authorization, startPeer, untilDone, forget }: Uploading): Promise<boolean[]> {
  const peer = await startPeer('bare-multipart.js')
  const url = ours.origin + uploadFile.path
  const sendOurs = () => send({ method: 'POST', url, headers: { ...formHeaders, authorization }, body })
  const sendPeer = () => send({ method: 'POST', url: `${peer.origin}/`, headers: formHeaders, body })
  const forgetIt = ({ text }: Answer) => forget([JSON.parse(text).result._id])

  const runs = {
    ours: async () => {
      const { rate, result } = await timed(maxFileBytes, sendOurs)
      await forgetIt(result)
      return rate
    },
    peer: async () => (await timed(maxFileBytes, sendPeer)).rate,
  }
  const memory = async () => {
    const { idle, over, result } = await memoryOver(ours, sendOurs)
    const stopWatching = watchMemory(ours.pid)
    await untilDone()
    const afterwards = stopWatching() - idle
    await forgetIt(result)
    return { ours: over, afterwards, peer: (await memoryOver(peer, sendPeer)).over }
  }

  const first = await memory()
  const rates = await inRounds(rounds, runs)
  const last = await memory()
  const kept = [
    report({
      what: '500 MB by multipart, beside a bare Fastify handler that streams to a file and syncs it',
      ours: rates.ours,
      peer: rates.peer,
      unit: 'MB/s',
      limit: { atLeast: 1 },
    }),
    report({
      what: 'memory over idle while it comes in, the first after the start and a later one',
      ours: Math.max(first.ours, last.ours),
      peer: Math.max(first.peer, last.peer),
      unit: 'MB',
      limit: { atMost: 60 },
      isAbsolute: true,
    }),
  ]
  note(
    'over idle afterwards, while a process of its own draws and sums it',
    Math.max(first.afterwards, last.afterwards),
    'MB',
  )
  return kept
}

finish(await whileUploading(measure))
