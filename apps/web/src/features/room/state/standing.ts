import type { Comment } from '@wingmark/contract/comments'

/** The comment as its pin stands on the version: made there, or carried there; null if it has none there. */
export function standingOn(comment: Comment, version: number, mayPlace = false): Comment | null {
  const { carried, can } = comment
  if (comment.version === version) return comment
  if (carried?.version !== version || !carried.marker) return null
  // Everyone who may resolve it may drag its pin.
  return { ...comment, marker: carried.marker, can: { ...can, edit: mayPlace && can.resolve } }
}

/** As a list for the stage. */
export const allStandingOn = (comments: readonly Comment[], version: number, mayPlace = false): Comment[] =>
  comments.flatMap((comment) => standingOn(comment, version, mayPlace) ?? [])

/** Whether its pin is nowhere on the version: it lies in the tray. */
export const isLostOn = ({ carried, deleted }: Comment, version: number): boolean =>
  !deleted && carried?.version === version && !carried.marker
