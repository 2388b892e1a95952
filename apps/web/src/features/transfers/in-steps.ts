import { transferItemsMax } from '@wingmark/contract/limits'
import type { Undo } from '#web/features/transfers/transfer-source'

/**
 * Does with many what one call does with some, one call after the other. Where one fails, those before it are taken back:
 * all or nothing. Answers what takes back all of them.
 */
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
