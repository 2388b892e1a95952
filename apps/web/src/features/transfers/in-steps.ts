/** Undoes what was done. */
export type Undo = () => Promise<unknown>

/** Does one after the other. A failure undoes earlier ones. Returns an undo for all of them. */
export async function inSteps<T>(steps: readonly T[], take: (step: T) => Promise<Undo>): Promise<Undo> {
  const undos: Undo[] = []
  const takeBack = async () => {
    for (const undo of undos.toReversed()) await undo()
  }
  try {
    for (const step of steps) undos.push(await take(step))
  } catch (error) {
    await takeBack()
    throw error
  }
  return takeBack
}
