import type { Comment } from '@wingmark/contract/comments'
import { placeInWords } from '#web/features/room/stage/crosshair'
import { markerPlace } from '#web/features/room/stage/markers'
import { firstWords, spokenMax } from '#web/features/room/state/first-words'
import { authorName } from '#web/lib/has-no-account'

/** A comment for screen readers: its text, author and place. */
export function sayComment(comment: Comment): string {
  const { author, marker, type } = comment
  const where = type === 'GENERAL' ? 'About the whole file' : marker && placeInWords(markerPlace(marker))
  return [beginningOf(comment, spokenMax), authorName(author), where].filter(Boolean).join(' · ')
}

/** The text's beginning; never empty. */
export function beginningOf({ deleted, message }: Comment, max: number): string {
  return deleted ? 'This comment was deleted.' : firstWords(message, max)
}
