import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { copyWords } from '#web/features/comments/cards/delivery'
import { type CommentItem, parseCommentTarget } from '#web/features/comments/outbox/comment-target'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { forgetItem, readItems } from '#web/features/comments/outbox/outbox-storage'
import { useSession } from '#web/lib/session'
import classes from './entry.module.css'

/** What this person wrote in a review that does not open any longer; nothing where there is nothing. */
export function KeptWords({ reviewId }: { reviewId: string }) {
  const { token } = useSession()
  const { data } = useQuery({ ...profileQuery, enabled: token !== null })
  const [gone, setGone] = useState<readonly string[]>([])
  const writer = token === null ? null : data?.user._id
  if (writer === undefined) return null
  const items = readItems(reviewId, writer, parseCommentTarget).filter(
    ({ key, message }) => message !== '' && !gone.includes(key),
  )
  if (items.length === 0) return null
  const discard = ({ key, files }: CommentItem) => {
    forgetItem(reviewId, key)
    void forgetKept(files)
    setGone([...gone, key])
  }
  return (
    <section className={classes.kept} aria-label="Not sent">
      <p>You wrote this here, and it was not sent. It stays on this device until you discard it.</p>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <p>{item.message}</p>
            <Button size="compact-xs" variant="light" onClick={() => void copyWords(item.message)}>
              Copy
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discard(item)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
