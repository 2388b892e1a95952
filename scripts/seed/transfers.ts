import { createDelivery } from '@wingmark/contract/deliveries'
import { uploadFile } from '@wingmark/contract/files'
import { createTransfer, downloadTransfers, listTransfers } from '@wingmark/contract/transfers'
import type { Studio } from './publish.ts'
import type { ReviewScript } from './review-script.ts'
import { demoPassword } from './studio.ts'

const folderName = 'Skerry Line, final files'

/** A folder with the finished designs of one review, sent to a colleague, and one file of it behind a password. Answers whether it is new. */
export async function placeFinals(
  { call, owner }: Studio,
  { works }: ReviewScript,
  address: string,
): Promise<boolean> {
  const mine = await call(listTransfers, { as: owner, query: { limit: '100' } })
  if (mine.results.some(({ name }) => name === folderName)) return false
  const body = { type: 'FOLDER' as const, name: folderName }
  const { result: folder } = await call(createTransfer, { as: owner, body })
  const placed: string[] = []
  for (const { name, mime, content } of works) {
    const form = new FormData()
    form.set('purpose', 'TRANSFER')
    form.set('file', new Blob([content], { type: mime }), name)
    const { result } = await call(uploadFile, { as: owner, form })
    const body = { name, file: result._id, parent: folder._id }
    placed.push((await call(createTransfer, { as: owner, body })).result._id)
  }
  const { result: sent } = await call(createDelivery, {
    as: owner,
    body: {
      title: 'Skerry Line – final files',
      message: 'Everything for the ferry, ready for the sign maker. The folder has it in one piece.',
      items: [folder._id],
      recipients: ['jonas@example.com'],
      days: 30,
    },
  })
  // Downloaded once.
  const claim = { body: { delivery: sent._id }, share: sent.shareCode }
  const { result: download } = await call(downloadTransfers, claim)
  await (await fetch(new URL(download.url, address))).arrayBuffer()
  await call(createDelivery, {
    as: owner,
    body: { items: placed.slice(0, 1), accessKey: demoPassword, maxDownloads: 3 },
  })
  return true
}
