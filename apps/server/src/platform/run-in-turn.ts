/** Runs at most `most` of the given works at once; the others wait. */
export function inTurn(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** The same for each name separately: heavy callers only wait for themselves. */
export function inTurnOfEach(most: number): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { run: ReturnType<typeof inTurn>; asking: number }>()
  return async (name, work) => {
    const turn = turns.get(name) ?? { run: inTurn(most), asking: 0 }
    turns.set(name, turn)
    turn.asking += 1
    try {
      return await turn.run(work)
    } finally {
      turn.asking -= 1
      if (turn.asking === 0) turns.delete(name)
    }
  }
}
