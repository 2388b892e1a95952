import { transferDepthMax } from '@wingmark/contract/limits'
import { TransferName, transferMessages } from '@wingmark/contract/transfers'
import { childrenOf, type Node, parentOf } from '#web/features/transfers/changes/transfer-change'
import { TransferRefusal } from '#web/features/transfers/transfer-source'

/** The name as the server keeps it. */
export function checkedName(given: string): string {
  const { success, data, error } = TransferName.safeParse(given)
  if (!success) throw new TransferRefusal(error.issues[0]?.message ?? '')
  return data
}

/** The depth of nested folders; a file has none. */
export function heightOf(items: readonly Node[], id: string): number {
  if (items.find((item) => item.id === id)?.type !== 'FOLDER') return 0
  return 1 + Math.max(0, ...childrenOf(items, id).map((child) => heightOf(items, child.id)))
}

export function requireDepth(items: readonly Node[], parent: string | null, height: number): void {
  let level = height
  for (let at = parent; at !== null; at = parentOf(items, at)) level += 1
  if (height > 0 && level > transferDepthMax) throw new TransferRefusal(transferMessages.tooDeep)
}
