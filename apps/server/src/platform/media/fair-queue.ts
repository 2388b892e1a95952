import type { Viewers } from '#server/platform/media/shared-drawing'

type Looked = { viewers: Viewers }

/** Start-time fair queuing: next is whose running jobs are fewest, then whose work was least while others waited. */
export class FairQueue<T extends Looked> {
  #waiting: T[] = []
  #working = new Set<T>()
  /** The next turn of each, in milliseconds of work; those missing here have it now. */
  #nextRound = new Map<string, number>()
  #round = 0
  #most: number

  /** `most`: how many may wait. */
  constructor(most: number) {
    this.#most = most
  }

  /** Returns the job displaced from a full queue: the last one of the viewer with most waiting jobs. */
  add(job: T): T | null {
    this.#waiting.push(job)
    if (this.#waiting.length <= this.#most) return null
    const counts = this.#countByViewer(this.#waiting)
    const most = Math.max(...counts.values())
    const greediest = [...counts.keys()].findLast((viewer) => counts.get(viewer) === most) ?? ''
    const displaced = this.#waiting.findLast(({ viewers }) => viewers.has(greediest)) ?? job
    this.#remove(displaced)
    return displaced
  }

  /** For a job that was taken and could not run yet. */
  putBack(job: T): void {
    this.#waiting.unshift(job)
  }

  peek(): T | undefined {
    const working = this.#countByViewer(this.#working)
    const rank = (viewer: string) => (working.get(viewer) ?? 0) * 1e9 + this.#roundOf(viewer)
    const ranks = new Map(
      this.#waiting.map((job) => [job, Math.min(...[...job.viewers].map((one) => rank(one)))]),
    )
    const least = Math.min(...ranks.values())
    return this.#waiting.find((job) => ranks.get(job) === least)
  }

  /** Takes a waiting job; it counts as running until `done`. */
  take(job: T): void {
    this.#remove(job)
    this.#working.add(job)
    const rounds = [...job.viewers].map((viewer) => this.#roundOf(viewer))
    this.#round = Math.max(this.#round, Math.min(...rounds))
    for (const viewer of job.viewers) this.#nextRound.set(viewer, this.#roundOf(viewer) + 1)
    for (const [viewer, round] of this.#nextRound) if (round <= this.#round) this.#nextRound.delete(viewer)
  }

  /** `costMs`: how long it ran, shared among all its viewers. */
  done(job: T, costMs = 0): void {
    if (!this.#working.delete(job)) return
    for (const viewer of job.viewers)
      this.#nextRound.set(viewer, this.#roundOf(viewer) + costMs / job.viewers.size)
    // While nothing is asked for, nobody has to catch up.
    if (this.#working.size + this.#waiting.length === 0) this.#nextRound.clear()
  }

  all(): readonly T[] {
    return this.#waiting
  }

  #roundOf(viewer: string): number {
    return this.#nextRound.get(viewer) ?? this.#round
  }

  #remove(job: T) {
    this.#waiting.splice(this.#waiting.indexOf(job), 1)
  }

  #countByViewer(jobs: Iterable<T>): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { viewers } of jobs)
      for (const viewer of viewers) counts.set(viewer, (counts.get(viewer) ?? 0) + 1)
    return counts
  }
}
