/** A 200 MB original, beside a bare Node stream of the same bytes. */
import { writeFile } from 'node:fs/promises'
import { getFile, uploadFile } from '@wingmark/contract/files'
import { finish, report } from './report.ts'
import { download } from './support/download.ts'
import { inRounds } from './support/in-rounds.ts'
import { formHeaders, largeForm } from './support/large-form.ts'
import { send } from './support/large-png.ts'
import { type Uploading, whileUploading } from './support/uploading.ts'

/** The first is not counted. */
const rounds = 8
const bytes = 200_000_000

async function measure({ ours, authorization, startPeer, untilDone }: Uploading): Promise<boolean[]> {
  const form = { url: ours.origin + uploadFile.path, headers: { ...formHeaders, authorization } }
  const sent = await send({ method: 'POST', ...form, body: largeForm(bytes) })
  await untilDone()
  const path = getFile.path.replace(':id', JSON.parse(sent.text).result._id)
  const notified = await send({ method: 'GET', url: ours.origin + path, headers: { authorization } })
  const { pathname, search } = new URL(JSON.parse(notified.text).result.url)
  const peer = await startPeer('bare-stream.js', async (file) => {
    const original = await fetch(ours.origin + pathname + search)
    await writeFile(file, original.body ?? '')
  })
  const runs = {
    ours: () => download(ours.origin + pathname + search, bytes),
    peer: () => download(`${peer.origin}/file`, bytes),
  }
  const rates = await inRounds(rounds, runs)
  return [
    report({
      what: 'a 200 MB original, beside a bare Node stream',
      ours: rates.ours,
      peer: rates.peer,
      unit: 'MB/s',
      limit: { atLeast: 0.8 },
    }),
  ]
}

finish(await whileUploading(measure))
