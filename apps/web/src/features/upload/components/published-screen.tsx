import { Button } from '@mantine/core'
import { IconCheck, IconLink, IconShare } from '@tabler/icons-react'
import { publishRedirectMs } from '@wingmark/contract/limits'
import type { Review } from '@wingmark/contract/reviews'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths'
import { requestShare } from '#web/lib/share-request'
import { useCopy } from '#web/ui/use-copy'
import { notUploadedWords } from '../left-words.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isComing, notUploaded } from '../upload-session.ts'
import classes from './published-screen.module.css'

export function PublishedScreen({ review }: { review: Review }) {
  const navigate = useNavigate()
  const queue = useUploads((session) => session.queue)
  const remaining = useUploads((session) => session.goesOn && session.queue.items.some(isComing))
  const left = notUploaded({ queue })
  const { copied, copy } = useCopy()

  useEffect(() => {
    const timer = setTimeout(() => {
      void navigate(paths.review(review._id))
      uploads.close()
    }, publishRedirectMs)
    return () => clearTimeout(timer)
  }, [navigate, review._id])

  return (
    <div className={classes.screen} role="status">
      <span className={classes.tick}>
        <IconCheck size={28} stroke={2.5} aria-hidden />
      </span>
      <h2 className={classes.title}>Review Published Successfully!</h2>
      <p className={classes.text}>Your review has been created and is now available.</p>
      {remaining && <p className={classes.text}>Continuing to upload remaining files...</p>}
      {left.length > 0 && <p className={classes.left}>{notUploadedWords(left)}</p>}
      <div className={classes.actions}>
        {review.share.shareUrl && (
          <Button
            autoFocus
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
            onClick={() => copy(review.share.shareUrl ?? '')}
          >
            {copied ? 'Link copied' : 'Copy link'}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => requestShare(review)}
        >
          Share settings
        </Button>
      </div>
    </div>
  )
}
