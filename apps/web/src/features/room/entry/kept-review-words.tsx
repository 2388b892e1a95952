import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { KeptWords } from '#web/features/comments/cards/kept-words'
import { type CommentItem, commentKinds } from '#web/features/comments/outbox/comment-changes'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { textOf } from '#web/features/comments/outbox/outbox-queues'
import { forgetItem, readItems } from '#web/features/comments/outbox/outbox-storage'
import { useLeftDrafts } from '#web/features/comments/outbox/use-left-drafts'
import { useSession } from '#web/lib/session'

/** What this person wrote in a review that no longer opens, sent or not; nothing if there is none. */
export function KeptReviewWords({ reviewId }: { reviewId: string }) {
  const { token } = useSession()
  const { data } = useQuery({ ...profileQuery, enabled: token !== null })
  const [gone, setGone] = useState<readonly string[]>([])
  const drafts = useLeftDrafts(reviewId)
  const writer = token === null ? null : data?.user._id
  const items = writer === undefined ? [] : readItems(reviewId, writer, commentKinds.read)
  const discard = ({ key, files }: CommentItem) => {
    forgetItem(reviewId, key)
    void forgetKept(files)
    setGone([...gone, key])
  }
  const texts = [
    ...drafts.map(({ slot, draft, discard }) => ({
      key: slot,
      text: draft.text.trim(),
      files: [...draft.files, ...draft.unfinished].map(({ name }) => name),
      discard,
    })),
    ...items
      .filter((item) => textOf(commentKinds, item) !== '' && !gone.includes(item.key))
      .map((item) => ({
        key: item.key,
        text: textOf(commentKinds, item),
        files: item.files.map(({ name }) => name),
        discard: () => discard(item),
      })),
  ]
  return <KeptWords texts={texts} />
}
