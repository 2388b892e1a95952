import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import {
  type Item,
  type Named,
  type Newer,
  type TransferActions,
  TransferRefusal,
  type Undo,
} from '#web/features/transfers/transfer-source'
import { toastForError } from '#web/lib/error-toast'
import { nameOrCount } from '#web/lib/name-files'
import { toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

export type Commands = ReturnType<typeof useTransferCommands>

/** The actions with their toasts and Undo; callers of the server report failures. */
export function useTransferCommands(actions: TransferActions) {
  const [isBusy, setBusy] = useState(false)
  const run = async (words: string, work: Promise<Undo>): Promise<boolean> => {
    setBusy(true)
    try {
      const undo = await work
      offerUndo(words, () => void undo().catch(tell))
      return true
    } catch (error) {
      tell(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const { copy, addNewer, download, send } = actions
  return {
    isBusy,
    createFolder: (name: string, parent: string | null) =>
      run(`“${isolated(name)}” created`, actions.createFolder(name, parent)),
    rename: (item: Item, name: string) => run(`Renamed to “${isolated(name)}”`, actions.rename(item, name)),
    duplicate: (items: readonly Item[]) => run(`${nameOrCount(items)} duplicated`, actions.duplicate(items)),
    move: (items: readonly Item[], parent: string | null, where: string) =>
      run(`${nameOrCount(items)} moved to ${where}`, actions.move(items, parent)),
    extract: (folder: Item) => run(`“${isolated(folder.name)}” extracted`, actions.extract(folder)),
    remove: (items: readonly Item[]) => run(`${nameOrCount(items)} deleted`, actions.remove(items)),
    copy:
      copy &&
      ((items: readonly Item[], parent: string | null, where: string) =>
        run(`${nameOrCount(items)} copied to ${where}`, copy(items, parent))),
    addNewer:
      addNewer &&
      ((beside: Item, newer: Newer) =>
        run(`Version ${newer.version} added beside ${isolated(beside.name)}`, addNewer(beside, newer))),
    download: download && ((items: readonly Named[]) => void download(items).catch(tell)),
    send,
  }
}

function tell(error: unknown): void {
  if (error instanceof TransferRefusal) toastError(error.message)
  else toastForError(error)
}
