import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import {
  changeOf,
  type TransferActions,
  type TransferInput,
} from '#web/features/transfers/changes/transfer-changes'
import { type Item, type Named, type Newer, TransferRefusal } from '#web/features/transfers/transfer-source'
import { toastForError } from '#web/lib/error-toast'
import { nameOrCount } from '#web/lib/name-files'
import { toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

export type Commands = ReturnType<typeof useTransferCommands>

/** The actions with their toasts and Undo; callers of the server report failures. */
export function useTransferCommands(actions: TransferActions) {
  const [isBusy, setBusy] = useState(false)
  const run = async (input: TransferInput, items: readonly Item[] = []): Promise<boolean> => {
    setBusy(true)
    try {
      const undo = await actions.run(input, items)
      const words = changeOf(input).messages.done?.(input, nameOrCount(items)) ?? ''
      offerUndo(words, () => void undo().catch(tell))
      return true
    } catch (error) {
      tell(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const { canCopy, download, send } = actions
  const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)
  const copying = (items: readonly Item[]) =>
    ({ kind: 'copy', ids: idsOf(items), copies: uuid(), at: now() }) as const
  return {
    isBusy,
    createFolder: (name: string, parent: string | null) =>
      run({ kind: 'create', id: uuid(), name, parent, at: now() }),
    rename: (item: Item, name: string) => run({ kind: 'rename', id: item.id, name }, [item]),
    duplicate: (items: readonly Item[]) => run(copying(items), items),
    move: (items: readonly Item[], parent: string | null, where: string) =>
      run({ kind: 'move', ids: idsOf(items), parent, where }, items),
    extract: (folder: Item) => run({ kind: 'extract', id: folder.id }, [folder]),
    remove: (items: readonly Item[]) => run({ kind: 'remove', ids: idsOf(items), deletion: uuid() }, items),
    copy: canCopy
      ? (items: readonly Item[], parent: string | null, where: string) =>
          run({ ...copying(items), parent, where }, items)
      : undefined,
    addNewer: ({ name: beside, parent }: Item, { file, name, version }: Newer) =>
      run({ kind: 'newer', id: uuid(), file, name, version, parent, beside }),
    download: download && ((items: readonly Named[]) => void download(items).catch(tell)),
    send,
  }
}

const now = () => new Date().toISOString()

function tell(error: unknown): void {
  if (error instanceof TransferRefusal) toastError(error.message)
  else toastForError(error)
}
