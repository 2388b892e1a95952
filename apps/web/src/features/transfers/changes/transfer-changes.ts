import { transferItemsMax } from '@wingmark/contract/limits'
import { v4 as uuid } from 'uuid'
import type { TransferChange } from '#web/features/transfers/changed-pages'
import { addNewer } from '#web/features/transfers/changes/add-newer'
import { copyTransfers } from '#web/features/transfers/changes/copy-transfers'
import { createFolder } from '#web/features/transfers/changes/create-folder'
import {
  deleteTransfers,
  extractFolder,
  restoreTransfers,
} from '#web/features/transfers/changes/delete-transfers'
import { moveTransfers, putTransfersBack } from '#web/features/transfers/changes/move-transfers'
import { renameTransfer } from '#web/features/transfers/changes/rename-transfer'
import type { Sending, Tree } from '#web/features/transfers/changes/transfer-change'
import type { Undo } from '#web/features/transfers/in-steps'
import type { Item, Named } from '#web/features/transfers/transfer-source'
import type { Change, InputOf } from '#web/lib/changes/change'

const kinds = {
  create: createFolder,
  rename: renameTransfer,
  copy: copyTransfers,
  newer: addNewer,
  move: moveTransfers,
  putBack: putTransfersBack,
  remove: deleteTransfers,
  extract: extractFolder,
  restore: restoreTransfers,
}

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
/** Everything that people change in their transfers. */
export type TransferInput = Inputs[keyof Inputs]

export const changeOf = ({
  kind,
}: TransferInput): Change<TransferInput, Tree, object, Sending, TransferChange> => kinds[kind]

export const after = (tree: Tree, inputs: readonly TransferInput[]): Tree =>
  inputs.reduce<Tree>((now, input) => changeOf(input).apply?.(now, input, {}) ?? now, tree)

/** The same in as many calls as needed. */
export function partsOf(input: TransferInput): TransferInput[] {
  if (!('ids' in input) || input.ids.length <= transferItemsMax) return [input]
  const part = { ...input, ids: input.ids.slice(0, transferItemsMax) }
  const rest = { ...input, ids: input.ids.slice(transferItemsMax) }
  return [part, ...partsOf(rest.kind === 'remove' ? { ...rest, deletion: uuid() } : rest)]
}

/** Actions of both trees, the server's and the sample's. */
export type TransferActions = {
  /** Changes these items; returns the undo, and throws the sentence to show. */
  run: (input: TransferInput, items: readonly Item[]) => Promise<Undo>
  canCopy?: boolean
  /** Absent if unavailable. */
  download?: (items: readonly Named[]) => Promise<void>
  /** Opens the dialog for their link. */
  send?: (items: readonly Named[]) => void
}
