import { Button } from '@mantine/core'
import { IconCheck, IconLink, IconShare } from '@tabler/icons-react'
import { publishRedirectMs } from '@wingmark/contract/limits'
import type { Review } from '@wingmark/contract/reviews'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths'
import { requestShare } from '#web/lib/share-request'
import { DoneMark } from '#web/ui/done-mark'
import { useCopy } from '#web/ui/use-copy'
import { useLinkAtHand } from '#web/ui/use-link-at-hand'
import { notUploadedWords } from '../left-words.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isComing, notUploaded } from '../upload-session.ts'
import classes from './published-screen.module.css'

export function PublishedScreen({ review }: { review: Review }) {
  const navigate = useNavigate()
  const queue = useUploads((session) => session.queue)
  const remaining = useUploads((session) => session.goesOn && session.queue.items.some(isComing))
  const left = notUploaded({ queue })
  const screen = useRef<HTMLDivElement>(null)
  const isHeld = useIsHeld(screen)
  const { shareUrl } = review.share
  const link = useLinkAtHand(shareUrl)

  const open = useCallback(() => {
    void navigate(paths.review(review._id))
    uploads.close()
  }, [navigate, review._id])
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(open, publishRedirectMs)
    return () => clearTimeout(timer)
  }, [open, isHeld])

  // The pressed button is gone: the next action gets the focus.
  useEffect(() => {
    const button = link === 'refused' && screen.current?.querySelector<HTMLElement>('[data-copy]')
    const target = button || screen.current
    target?.focus()
  }, [link])

  return (
    <div ref={screen} className={classes.screen} tabIndex={-1}>
      <DoneMark size={52} />
      <div className={classes.words} role="status">
        <h2 className={classes.title}>Review Published Successfully!</h2>
        <p className={classes.text}>Your review has been created and is now available.</p>
        {shareUrl && (
          <p className={classes.text}>
            {link === 'copied' && 'The link has been copied. '}Send it to your client, and their comments will
            appear in the review.
          </p>
        )}
        {remaining && <p className={classes.text}>Continuing to upload remaining files...</p>}
        {left.length > 0 && <p className={classes.left}>{notUploadedWords(left)}</p>}
      </div>
      <div className={classes.actions}>
        {shareUrl && <CopyLink url={shareUrl} isCopied={link === 'copied'} />}
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => requestShare(review)}
        >
          Share settings
        </Button>
        <Button variant="subtle" color="gray" onClick={open}>
          Open review
        </Button>
      </div>
    </div>
  )
}

function CopyLink({ url, isCopied }: { url: string; isCopied: boolean }) {
  const { copied, copy } = useCopy()
  const isDone = copied || isCopied
  return (
    <Button
      data-copy
      leftSection={isDone ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
      onClick={() => void copy(url)}
    >
      {isDone ? 'Link copied' : 'Copy link'}
    </Button>
  )
}

/** True while the pointer is in the dialog, or after a key or touch; a resting pointer does not count. */
function useIsHeld(inside: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('[role="dialog"]')
    const listening = new AbortController()
    const { signal } = listening
    const onMove = ({ pointerType, movementX, movementY }: PointerEvent) =>
      pointerType === 'mouse' && (movementX !== 0 || movementY !== 0) && setPointedAt(true)
    dialog?.addEventListener('pointermove', onMove, { signal })
    dialog?.addEventListener('pointerleave', () => setPointedAt(false), { signal })
    dialog?.addEventListener('pointerdown', (event) => event.pointerType !== 'mouse' && setUsed(true), {
      signal,
    })
    dialog?.addEventListener('keydown', (event) => !event.repeat && setUsed(true), { signal })
    return () => listening.abort()
  }, [inside])
  return isPointedAt || isUsed
}
