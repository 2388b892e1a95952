import type { File } from '@wingmark/contract/files'
import type { Transfer } from '@wingmark/contract/transfers'
import type { UserActor } from '#server/http/actor'
import { transferAbilities } from '#server/modules/transfers/policy'
import type { TransferRow } from '#server/modules/transfers/store'

export type Around = {
  files: ReadonlyMap<string, File>
  /** The folders above an item, nearest first. */
  parents: (id: string) => readonly Pick<TransferRow, 'id' | 'name'>[]
  /** For folders whose size was requested. */
  sizes?: ReadonlyMap<string, number>
}

export function presentTransfer(
  actor: UserActor,
  row: TransferRow,
  { files, parents, sizes }: Around,
): Transfer {
  return {
    _id: row.id,
    isRoot: row.parentId === null,
    name: row.name,
    type: row.type,
    file: (row.fileId !== null && files.get(row.fileId)) || null,
    parent: row.parentId,
    parents: parents(row.id).map(({ id, name }, n) => ({
      parent: id,
      name,
      level: n + 1,
      current: n === 0,
    })),
    itemCount: row.itemCount,
    size: row.type === 'FILE' ? row.size : (sizes?.get(row.id) ?? null),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    can: transferAbilities(actor, row),
  }
}
