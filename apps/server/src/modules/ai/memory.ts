const keptMs = 10 * 60_000
const keptMax = 500

/** Answers that are being written or were just given, by who asked and their key. */
export function createAiMemory() {
  const answers = new Map<string, { answer: Promise<unknown>; until: number }>()
  return {
    get<T>(key: string): Promise<T> | undefined {
      const one = answers.get(key)
      return one && one.until > performance.now() ? (one.answer as Promise<T>) : undefined
    },
    /** One that fails is forgotten, so that it can be asked for again. */
    keep(key: string, answer: Promise<unknown>): void {
      for (const [old, { until }] of answers)
        if (until < performance.now() || answers.size >= keptMax) answers.delete(old)
      answers.set(key, { answer, until: performance.now() + keptMs })
      answer.catch(() => answers.delete(key))
    },
  }
}
