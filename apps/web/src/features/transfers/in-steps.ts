import { transferItemsMax } from '@wingmark/contract/limits'
import type { Undo } from '#web/features/transfers/transfer-source'

/** Splits work over several calls, in order. A failure undoes earlier calls. Returns an undo for all of them. */
export async function inSteps<T>(
  items: readonly T[],
  step: (some: readonly T[]) => Promise<Undo>,
  most = transferItemsMax,
): Promise<Undo> {
  const undos: Undo[] = []
  const takeBack = async () => {
    for (const undo of undos.toReversed()) await undo()
  }
  try {
    for (let at = 0; at < items.length; at += most) undos.push(await step(items.slice(at, at + most)))
  } catch (error) {
    await takeBack()
    throw error
  }
  return takeBack
}
