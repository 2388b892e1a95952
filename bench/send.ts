/** Sending 20 files of 4 MB until the link works, beside a plain tus server and as many inserted rows. */
import { createDelivery } from '@wingmark/contract/deliveries'
import { createTransfer } from '@wingmark/contract/transfers'
import { tusPath } from '@wingmark/contract/tus'
import { finish, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { largePng } from './support/large-png.ts'
import { sendTus, sendTusAtOnce } from './support/send-tus.ts'
import { type Uploading, whileUploading } from './support/uploading.ts'

/** The first is not counted. */
const rounds = 5
const count = 20
const body = largePng(4_000_000)
const metadata = `filename ${Buffer.from('frame.png').toString('base64')},purpose ${Buffer.from('TRANSFER').toString('base64')}`
const all = Array.from({ length: count })

async function measure({ ours, authorization, database, startPeer, untilDone }: Uploading) {
  const plain = await startPeer('plain-tus.js')
  await database.query('create table bare_things (id uuid primary key, owner uuid, name text, file text)')
  const post = async (path: string, given: object) => {
    const answer = await fetch(ours.origin + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(given),
    })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()).result
  }
  const timed = async (work: () => Promise<unknown>) => {
    // Earlier files are still being rendered and hashed, which no sender waits for.
    await untilDone()
    const from = performance.now()
    await work()
    return performance.now() - from
  }

  const found = await inRounds(rounds, {
    /** As the queue does it: one file after the other, each in one request, then all rows together. */
    ours: () =>
      timed(async () => {
        const files: string[] = []
        for (const _ of all) {
          const target = { origin: ours.origin, path: tusPath, headers: { authorization }, metadata }
          files.push(String((await sendTusAtOnce(target, body))['x-file-id']))
        }
        const made = await Promise.all(files.map((file) => post(createTransfer.path, { file })))
        const sent = await post(createDelivery.path, { items: made.map((one) => one._id) })
        const page = await fetch(`${ours.origin}/transfers/${sent._id}?share=${sent.shareCode}`)
        if (page.status !== 200) throw new Error(`the link answers ${page.status}`)
        await page.text()
      }),
    plain: () =>
      timed(async () => {
        for (const _ of all) await sendTus({ origin: plain.origin, path: '/files' }, body)
        for (const _ of all)
          await database.query(
            `insert into bare_things values (gen_random_uuid(), gen_random_uuid(), 'frame.png', 'file')`,
          )
      }),
  })
  return [
    report({
      what: '20 files of 4 MB sent to the working link, beside a plain tus server and 20 inserts',
      ours: found.ours,
      peer: found.plain,
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
  ]
}

finish(await whileUploading(measure))
