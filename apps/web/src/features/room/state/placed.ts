import type { Carried, Comment, Marker } from '@wingmark/contract/comments'

type Of = Pick<Comment, '_id' | 'file'>

/** A person's place for a carried pin; null: it is gone. */
export function placed({ _id, file }: Of, carried: Carried, marker: Marker | null) {
  const isConfirmed = marker === carried.marker || carried.outcome === 'CHANGED'
  const outcome = !marker ? 'NOT_FOUND' : isConfirmed ? carried.outcome : 'MOVED'
  return {
    kind: 'carry',
    file,
    comment: _id,
    version: carried.version,
    to: marker ? 'PLACE' : 'GONE',
    marker,
    outcome,
    confidence: 'SURE',
    seen: carried.decidedAt ?? null,
  } as const
}

/** A pin dragged to a place: of the comment itself, or where it was carried. */
export function movedTo(comment: Comment, marker: Marker) {
  const { _id, file, carried } = comment
  const isCarried = carried && comment.marker === carried.marker
  return isCarried
    ? placed(comment, carried, marker)
    : ({ kind: 'move', file, comment: _id, marker } as const)
}
