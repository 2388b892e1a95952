import { Alert, Button, Group, Modal } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useSendFinals } from '#web/features/deliveries/queries'
import { LinkFields } from '#web/features/deliveries/terms/link-fields'
import { type LinkTerms, noTerms } from '#web/features/deliveries/terms/link-terms'
import { makeLink } from '#web/features/deliveries/terms/make-link'
import { LinkRow } from '#web/features/sharing/links/link-row'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import classes from './finals.module.css'

type Sent = { review: Pick<Review, '_id' | 'name' | 'fileCount'> }
type Props = Sent & { opened: boolean; onClose: () => void; onClosed: () => void }

/** The files of a review, sent as they are: one link, made with whatever can be said about it. */
export function FinalsDialog({ review, opened, onClose, onClosed }: Props) {
  const isNarrow = useIsNarrow()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Send final files"
      size="var(--wm-dialog-width)"
      fullScreen={isNarrow}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={onClosed}
    >
      <Finals key={review._id} review={review} onClose={onClose} />
    </Modal>
  )
}

function Finals({ review, onClose }: Sent & { onClose: () => void }) {
  const [terms, setTerms] = useState<LinkTerms>({ ...noTerms, title: review.name })
  const send = useSendFinals((key) => makeLink(terms, { review: review._id }, key))
  if (send.data) return <Done link={send.data} isMailed={terms.to.trim() !== ''} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.words}>
        {formatCount(review.fileCount, 'file')} of this review, as they are now, behind one link. Copies lie
        in your transfers from then on and count as storage; the review stays as it is.
      </p>
      {send.error && (
        <Alert color="pin" role="alert">
          {send.error.message}
        </Alert>
      )}
      <LinkFields terms={terms} onChange={(changed) => setTerms((before) => ({ ...before, ...changed }))} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus loading={send.isPending} disabled={review.fileCount === 0}>
          Make the link
        </Button>
      </Group>
    </form>
  )
}

type DoneProps = { link: { id: string; url: string }; isMailed: boolean; onClose: () => void }

function Done({ link, isMailed, onClose }: DoneProps) {
  return (
    <div className={classes.form}>
      <p className={classes.words} role="status">
        {isMailed ? 'The link is there, and the mails are on their way. ' : 'The link is there. '}
        Everything about it can still be changed.
      </p>
      <LinkRow url={link.url} isOn />
      <Group justify="flex-end" gap="xs">
        <Button component={Link} to={paths.sentDelivery(link.id)} variant="default" onClick={onClose}>
          Change it, see who fetched it
        </Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </div>
  )
}
