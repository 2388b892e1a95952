import { uploadFile } from '@wingmark/contract/files'
import { createTransfer, listTransfers } from '@wingmark/contract/transfers'
import type { Studio } from './publish.ts'
import type { ReviewScript } from './review-script.ts'

const folderName = 'Skerry Line, final files'

/** A folder with the finished designs of one review. Answers whether it is new. */
export async function placeFinals({ call, owner }: Studio, { works }: ReviewScript): Promise<boolean> {
  const mine = await call(listTransfers, { as: owner, query: { limit: '100' } })
  if (mine.results.some(({ name }) => name === folderName)) return false
  const body = { type: 'FOLDER' as const, name: folderName }
  const { result: folder } = await call(createTransfer, { as: owner, body })
  for (const { name, mime, content } of works) {
    const form = new FormData()
    form.set('purpose', 'TRANSFER')
    form.set('file', new Blob([content], { type: mime }), name)
    const { result } = await call(uploadFile, { as: owner, form })
    await call(createTransfer, { as: owner, body: { name, file: result._id, parent: folder._id } })
  }
  return true
}
