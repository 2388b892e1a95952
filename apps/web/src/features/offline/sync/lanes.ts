/** Processes lanes in parallel, each in order. After a failure it starts nothing more, and throws once the rest ends. */
export async function inLanes<T>(
  lanes: readonly (readonly T[])[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...lanes]
  let isOver = false
  const next = async () => {
    for (let lane = left.shift(); lane; lane = left.shift())
      for (const item of lane) {
        if (isOver) return
        await work(item)
      }
  }
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      next().catch((error: unknown) => {
        isOver = true
        throw error
      }),
    ),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
