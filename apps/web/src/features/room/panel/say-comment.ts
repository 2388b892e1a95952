import type { Comment } from '@wingmark/contract/comments'
import { placeInWords } from '#web/features/room/stage/crosshair'
import { markerPlace } from '#web/features/room/stage/markers'

/** So much is heard before somebody has gone on. */
const spokenMax = 200

/** A comment for those who hear it: its words, who wrote it, and where it is. */
export function sayComment({ author, deleted, marker, message, type }: Comment): string {
  const words = deleted ? 'This comment was deleted.' : message.slice(0, spokenMax) || 'Files alone.'
  const where = type === 'GENERAL' ? 'About the whole file' : marker && placeInWords(markerPlace(marker))
  return [words, author.name, where].filter(Boolean).join(' · ')
}
