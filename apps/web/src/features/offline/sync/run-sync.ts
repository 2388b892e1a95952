import { isolated } from '@wingmark/contract/names'
import { reviewKeys } from '#web/features/reviews/queries'
import { queryClient } from '#web/lib/query-client'
import { toast, toastError, toastSuccess } from '#web/lib/toast'
import { bytesOf, forgetBytes } from '../device-files.ts'
import { devicePerson } from '../device-person.ts'
import {
  claimReview,
  DeviceFull,
  filesOf,
  findReview,
  readComments,
  readReviews,
  removeReview,
} from '../device-store.ts'
import type { OfflineReview } from '../offline-form.ts'
import { forgetProgress, keepProgress, type Progress, readProgress } from './progress.ts'
import { Interrupted, sendingOf } from './send-review.ts'
import { sender } from './sender.ts'
import { syncState, uploadedTo } from './sync-state.ts'

const allUp = 'Your offline reviews, comments, and replies have been uploaded successfully!'
const someFailed =
  'Some offline reviews, comments, or replies failed to upload. You can retry from the reviews page.'

const lock = 'wingmark.offline-sync'
/** The screen need not render again for each of thousands of comments. */
const shownEveryMs = 100
let isRunning = false

/** Uploads a person's device reviews; `retry` includes earlier failures. One tab at a time. */
export async function runSync(person: string, { retry }: { retry: boolean }): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    // A waiting tab continues with what the previous one left.
    if ('locks' in navigator) await navigator.locks.request(lock, () => run(person, retry))
    else await run(person, retry)
  } finally {
    isRunning = false
    syncState.dispatch({ running: null })
  }
}

async function run(person: string, retry: boolean): Promise<void> {
  const waiting = readReviews(person).reviews.filter(
    ({ _id }) => retry || readProgress(_id).faults.length === 0,
  )
  if (waiting.length === 0) return
  name(waiting.filter(({ owner }) => owner === null))
  let failed = 0
  const queue = new Queue(waiting)
  // While comments of one review are sent, files of the next one upload.
  let before: Promise<void> = Promise.resolve()
  try {
    for (const review of waiting) {
      // Someone else may have signed in meanwhile.
      if (devicePerson() !== person) return
      claim(review, person)
      const sending = uploadOf(review, person, queue)
      await sending.sendParents()
      await before
      before = sending.finish().then((isUp) => {
        if (!isUp) failed += 1
      })
      // It is awaited below; until then this prevents an unhandled rejection.
      before.catch(() => undefined)
    }
    await before
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    if (error.message === 'session') return
    failed += 1
  } finally {
    await before.catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: reviewKeys.lists })
  }
  if (failed === 0) toastSuccess(allUp)
  else toastError(someFailed)
}

function claim({ _id }: OfflineReview, person: string): void {
  try {
    claimReview(_id, person)
  } catch (error) {
    // Without room for the name, the upload continues.
    if (!(error instanceof DeviceFull)) throw error
  }
}

/** Announces uploads before they start. */
function name(unowned: readonly OfflineReview[]): void {
  const [first] = unowned
  if (!first) return
  const what = unowned.length === 1 ? `“${isolated(first.name)}”` : `${unowned.length} reviews`
  toast(`Uploading ${what}, created on this device before you signed in.`)
}

/** Shows the first unfinished upload of several. */
class Queue {
  private readonly left: OfflineReview[]
  private last = 0
  constructor(waiting: readonly OfflineReview[]) {
    this.left = [...waiting]
  }
  show(review: OfflineReview, done: number, total: number): void {
    if (this.left[0] !== review) return
    const now = performance.now()
    if (done > 0 && done < total && now - this.last < shownEveryMs) return
    this.last = now
    syncState.dispatch({ running: { name: review.name, done, total } })
  }
  through(review: OfflineReview): void {
    this.left.splice(this.left.indexOf(review), 1)
  }
}

function uploadOf(review: OfflineReview, person: string, queue: Queue) {
  const progress = readProgress(review._id)
  const { sendParents, sendWords } = sendingOf(review, progress, {
    sender,
    bytesOf,
    comments: () => readComments(review).comments,
    keep: (now) => keepProgress(review._id, now),
    isTheirs: () => devicePerson() === person,
    onStep: (done, total) => queue.show(review, done, total),
    // The specification: errors of the offline sync are only logged.
    log: (words) => console.warn(words),
  })
  return {
    sendParents,
    /** Sends its text and checks that it is complete; then deletes it from the device. */
    async finish(): Promise<boolean> {
      await sendWords()
      queue.through(review)
      return close(review, progress)
    },
  }
}

async function close(review: OfflineReview, progress: Progress): Promise<boolean> {
  const { unreadable } = readComments(review)
  if (unreadable > 0)
    progress.faults.push({ what: 'Comments', reason: 'Some of them can’t be read on this device.' })
  if (progress.faults.length > 0) {
    keepProgress(review._id, progress)
    return false
  }
  // Deleted here during its upload: it stays on the server, and the person finds it in the list.
  const refs = findReview(review._id) ? filesOf(review) : review.images
  if (progress.review) uploadedTo.set(review._id, progress.review)
  removeReview(review)
  forgetProgress(review._id)
  await forgetBytes(refs)
  return true
}
