import type { QueryClient } from '@tanstack/react-query'
import { moveBefore } from '@wingmark/contract/file-order'
import { deleteFile, duplicateFile, type File, renameFile } from '@wingmark/contract/files'
import { moveFiles, type Review, type ReviewPage, updateReview } from '@wingmark/contract/reviews'
import { reviewKeys } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { withFile, withoutFile, withReview } from '#web/lib/review-page'
import { sendInTurn } from '#web/lib/send-in-turn'
import { shareTokenOf } from '#web/lib/share-token'

/** Moves files before another one of their review, or to the end (null). */
export type Move = { files: string[]; before: string | null }

/** Running moves by review; `stored` is the last answered order. */
type Moves = { turn: number; left: number; stored: string[] }
const moving = new Map<string, Moves>()

/** Shows the new order at once, sends moves one by one, reverts on failure. Reads again once all are answered. */
export async function moveInReview(client: QueryClient, reviewId: string, move: Move): Promise<void> {
  const page = { queryKey: reviewKeys.page(reviewId), exact: true }
  const { review } = client.getQueryData<ReviewPage>(page.queryKey) ?? {}
  const moves: Moves = moving.get(reviewId) ?? {
    turn: 0,
    left: 0,
    stored: review?.files ?? [],
  }
  moving.set(reviewId, moves)
  const turn = ++moves.turn
  moves.left += 1
  void client.cancelQueries(page)
  change(client, reviewId, (shown) =>
    withOrder(shown, moveBefore(shown.review.files, move.files, move.before)),
  )
  const share = shareTokenOf(reviewId)
  try {
    const send = () => call(moveFiles, { params: { id: reviewId }, body: move, share })
    const { result } = await sendInTurn(`files of ${reviewId}`, send)
    moves.stored = result.review.files
    void client.invalidateQueries({ queryKey: reviewKeys.lists })
  } catch (error) {
    if (moves.turn === turn) change(client, reviewId, (shown) => withOrder(shown, moves.stored))
    throw error
  } finally {
    moves.left -= 1
    if (moves.left === 0) {
      moving.delete(reviewId)
      // Offline, it is read once the connection is back.
      void client.invalidateQueries(page)
    }
  }
}

export async function renameInReview(client: QueryClient, reviewId: string, id: string, name: string) {
  const share = shareTokenOf(reviewId)
  const { result } = await call(renameFile, { params: { id }, body: { name }, share })
  keepFile(client, reviewId, result)
}

/** A copy that belongs to no review yet. */
export async function copyFile(id: string, key: string, share?: string): Promise<File> {
  const { result } = await call(duplicateFile, { params: { id }, share, idempotencyKey: key })
  return result
}

/** A copy without comments, after its original. */
export async function duplicateInReview(
  client: QueryClient,
  reviewId: string,
  { id, key }: { id: string; key: string },
): Promise<File> {
  const share = shareTokenOf(reviewId)
  const copy = await copyFile(id, key, share)
  try {
    const before = client.getQueryData<ReviewPage>(reviewKeys.page(reviewId))?.review.files ?? []
    const at = before.indexOf(id) + 1
    const files = [...before.slice(0, at), copy._id, ...before.slice(at)]
    const { result } = await call(updateReview, { params: { id: reviewId }, body: { files }, share })
    change(client, reviewId, (page) => withFile(page, copy))
    keepReview(client, result.review)
    return copy
  } catch (error) {
    // Outside a review it would only use storage.
    await call(deleteFile, { params: { id: copy._id } }).catch(() => undefined)
    throw error
  }
}

export async function removeFromReview(client: QueryClient, reviewId: string, id: string): Promise<void> {
  await call(deleteFile, { params: { id }, share: shareTokenOf(reviewId) })
  change(client, reviewId, (page) => withoutFile(page, id))
  void client.invalidateQueries({ queryKey: reviewKeys.lists })
}

/** Puts a newer state of a file into its cached review. */
export function keepFile(client: QueryClient, reviewId: string, file: File): void {
  change(client, reviewId, (page) => withFile(page, file))
}

function withOrder(page: ReviewPage, files: string[]): ReviewPage {
  return withReview(page, { ...page.review, files })
}

function keepReview(client: QueryClient, review: Review): void {
  change(client, review._id, (page) => withReview(page, review))
  void client.invalidateQueries({ queryKey: reviewKeys.lists })
}

function change(client: QueryClient, reviewId: string, how: (page: ReviewPage) => ReviewPage): void {
  client.setQueryData<ReviewPage>(reviewKeys.page(reviewId), (page) => page && how(page))
}
