/** Uploads by tus: 500 MB, and 8 × 60 MB at once, beside a synced PUT and an unsynced tus server. */
import { maxFileBytes } from '@wingmark/contract/limits'
import { tusPath } from '@wingmark/contract/tus'
import { finish, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { type LargeBody, largePng, send } from './support/large-png.ts'
import { sendTus } from './support/send-tus.ts'
import { memoryOver, timed, type Uploading, whileUploading } from './support/uploading.ts'

/** The first is not counted. */
const rounds = 6
const one = { body: largePng(maxFileBytes), count: 1 }
const several = { body: largePng(60_000_000), count: 8 }

type Load = { body: LargeBody; count: number }

const times = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, () => work()))

async function measure({ ours, authorization, startPeer, forget }: Uploading): Promise<boolean[]> {
  const bare = await startPeer('bare-put.js')
  const plain = await startPeer('plain-tus.js')
  const sum = (load: Load) => load.body.contentLength * load.count

  const sendOurs = (load: Load) =>
    times(load.count, async () => {
      const target = { origin: ours.origin, path: tusPath, headers: { authorization } }
      return String((await sendTus(target, load.body))['x-file-id'])
    })

  const runsOf = (load: Load) => ({
    ours: async () => {
      const { rate, result } = await timed(sum(load), () => sendOurs(load))
      await forget(result)
      return rate
    },
    bare: async () => {
      const put = () => send({ method: 'PUT', url: `${bare.origin}/`, body: load.body })
      return (await timed(sum(load), () => times(load.count, put))).rate
    },
    plain: async () => {
      const upload = () => sendTus({ origin: plain.origin, path: '/files' }, load.body)
      return (await timed(sum(load), () => times(load.count, upload))).rate
    },
  })

  const memory = async (load: Load) => {
    const { over, result } = await memoryOver(ours, () => sendOurs(load))
    await forget(result)
    return over
  }

  const kept: boolean[] = []
  for (const [what, load] of [
    ['500 MB by tus', one],
    ['8 × 60 MB by tus at once', several],
  ] as const) {
    const first = await memory(load)
    const rate = await inRounds(rounds, runsOf(load))
    const beside = (peer: number, name: string, atLeast: number) =>
      report({ what: `${what}, beside ${name}`, ours: rate.ours, peer, unit: 'MB/s', limit: { atLeast } })
    kept.push(
      beside(rate.bare, 'a bare PUT to a file that is synced', 0.8),
      beside(rate.plain, 'a plain @tus/server with its file store', 1),
      report({
        what: `${what}, memory over idle`,
        ours: Math.max(first, await memory(load)),
        peer: null,
        unit: 'MB',
        limit: { atMost: 60 },
      }),
    )
    note(`${what}: the plain tus server to the bare PUT`, rate.plain / rate.bare, 'times')
  }
  return kept
}

finish(await whileUploading(measure))
