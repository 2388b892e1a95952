/** A 4 MB picture through the form until it is synced and acknowledged, beside a bare handler that syncs. */
import { uploadFile } from '@wingmark/contract/files'
import { finish, median, note, report } from './report.ts'
import { formOf } from './support/form.ts'
import { openConnections } from './support/kept-connections.ts'
import { photo } from './support/picture.ts'
import { type Uploading, whileUploading } from './support/uploading.ts'

const count = 40
/** Warm-up rounds are not counted. */
const warmUp = 5

async function measure({ ours, authorization, startPeer, untilDone }: Uploading): Promise<boolean[]> {
  const bare = await startPeer('bare-multipart.js')
  const { type, body } = formOf(await photo(4032, 3024, 'Frame', 97), 'photo.jpg')
  note('the picture has', body.length / 1e6, 'MB')
  const token = authorization.replace('Bearer ', '')
  const takers = [
    { name: 'ours', connections: openConnections(ours.origin), path: uploadFile.path, token },
    { name: 'bare', connections: openConnections(bare.origin), path: '/', token },
  ] as const
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let n = 0; n < warmUp + count; n++) {
    for (const { name, connections, path, token } of n % 2 === 0 ? takers : takers.toReversed()) {
      // The previous picture is still being rendered, which no sender waits for.
      await untilDone()
      const from = performance.now()
      await connections.ask({ method: 'POST', path, token, type, body })
      if (n >= warmUp) times[name].push(performance.now() - from)
    }
  }
  for (const { connections } of takers) connections.close()
  return [
    report({
      what: 'a picture of 4 MB, stored and acknowledged',
      ours: median(times.ours),
      peer: median(times.bare),
      unit: 'ms',
      limit: { atMost: 1.3 },
    }),
  ]
}

finish(await whileUploading(measure))
