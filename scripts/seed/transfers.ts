import { basename } from 'node:path'
import { createDelivery } from '@wingmark/contract/deliveries'
import { createTransfer, downloadTransfers, listTransfers } from '@wingmark/contract/transfers'
import { type Session, upload } from './session.ts'
import { studio } from './studio.ts'

/** A folder of finished designs, sent to a colleague, one file behind a password. Returns whether it is new. */
export async function placeFinals(session: Session): Promise<boolean> {
  const { call, owner: as, address } = session
  const { folder: name, files, sent, protected: guarded } = studio.transfers
  const mine = await call(listTransfers, { as, query: { limit: '100' } })
  if (mine.results.some((one) => one.name === name)) return false
  const { result: folder } = await call(createTransfer, { as, body: { type: 'FOLDER', name } })
  const placed: string[] = []
  for (const path of files) {
    const file = await upload(session, as, path, 'TRANSFER')
    const body = { name: basename(path), file, parent: folder._id }
    placed.push((await call(createTransfer, { as, body })).result._id)
  }
  const { result } = await call(createDelivery, { as, body: { ...sent, items: [folder._id] } })
  // Downloaded once.
  const claim = { body: { delivery: result._id }, share: result.shareCode }
  const { result: download } = await call(downloadTransfers, claim)
  await (await fetch(new URL(download.url, address))).arrayBuffer()
  const terms = { ...guarded, accessKey: studio.password }
  await call(createDelivery, { as, body: { ...terms, items: placed.slice(0, 1) } })
  return true
}
