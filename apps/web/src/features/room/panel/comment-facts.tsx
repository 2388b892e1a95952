import { Button } from '@mantine/core'
import type { Carried, Comment } from '@wingmark/contract/comments'
import { isolated } from '@wingmark/contract/names'
import { PlaceButton } from '#web/features/room/panel/place-button'
import { useCommentActions } from '#web/features/room/panel/use-comment-actions'
import { choiceOf } from '#web/features/room/state/choice'
import { outcomeWords } from '#web/features/room/state/outcome-words'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData, useShownVersion } from '#web/features/room/state/room-data'
import { formatCount } from '#web/lib/format'
import { authorName } from '#web/lib/has-no-account'
import { useSession } from '#web/lib/session'
import classes from './comment.module.css'

type Props = {
  comment: Comment
  /** Its file and page, if no heading says so. */
  where: string | null
  isLost: boolean
  isSelected: boolean
}

/** Everything about a comment besides its text, in one line. */
export function CommentFacts({ comment, where, isLost, isSelected }: Props) {
  const { store } = useRoom()
  const isOfOther = useIsOfOtherVersion(comment)
  const carried = isOfOther ? comment.carried : undefined
  const isOpen = comment.can.resolve && comment.status === 'OPEN'
  const facts = [
    isLost && 'Marked spot no longer exists',
    where,
    isOfOther && `Version ${comment.version}`,
    carried && outcomeWords(carried),
    !isSelected && comment.replyCount > 0 && formatCount(comment.replyCount, 'reply', 'replies'),
    comment.isFromCheck && 'From the automatic checks',
    comment.status === 'RESOLVED' && resolvedWords(comment),
  ].filter((fact) => typeof fact === 'string')
  if (facts.length === 0) return null
  const show = () =>
    store.dispatch({
      do: 'choose',
      comment: { ...choiceOf(comment), page: comment.marker?.page ?? null, version: comment.version },
      from: 'link',
    })
  return (
    <p className={classes.facts}>
      {facts.join(' · ')}
      {isOfOther && isSelected && (
        <Button size="compact-xs" variant="default" onClick={show}>
          {carried ? 'Show where it was' : `Show version ${comment.version}`}
        </Button>
      )}
      {carried && isSelected && isOpen && <PlaceActions comment={comment} carried={carried} />}
    </p>
  )
}

/** What someone may say about a carried pin, besides dragging it. */
function PlaceActions({ comment, carried }: { comment: Comment; carried: Carried }) {
  const { place } = useCommentActions()
  const { marker, confidence } = carried
  if (useSession().token === null) return null
  if (!marker) return <PlaceButton comment={comment} />
  return (
    <>
      {confidence === 'UNSURE' && (
        <Button size="compact-xs" variant="default" onClick={() => place(comment, marker)}>
          Confirm place
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => place(comment, null)}>
        Mark as gone{' '}
      </Button>
    </>
  )
}

/** Made on a version that is not on screen. */
function useIsOfOtherVersion({ file, version }: Comment): boolean {
  const { files } = useReviewData()
  const isOpen = useRoomState((state) => state.fileId) === file
  const shown = useShownVersion()
  return version !== (isOpen ? shown : files.find(({ _id }) => _id === file)?.version)
}

function resolvedWords({ resolvedBy, author }: Comment): string {
  if (!resolvedBy) return 'Resolved'
  const { task } = resolvedBy
  // Besides members, only the author can resolve a comment.
  const name = resolvedBy._id === author._id ? authorName(author) : isolated(resolvedBy.name)
  return task ? `Resolved by ${name} with task #${task}` : `Resolved by ${name}`
}
