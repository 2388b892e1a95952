import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useSendFinals } from '#web/features/deliveries/queries'
import { LinkFields } from '#web/features/deliveries/terms/link-fields'
import {
  type LinkTerms,
  noTerms,
  problemsLeft,
  TermsError,
  type TermsProblems,
} from '#web/features/deliveries/terms/link-terms'
import { linkOfItems, makeLink } from '#web/features/deliveries/terms/make-link'
import { LinkAtHand } from '#web/features/sharing/links/link-at-hand'
import type { ToSend } from '#web/lib/finals-request'
import { formatCount } from '#web/lib/format'
import { nameOrCount } from '#web/lib/name-files'
import { paths } from '#web/lib/paths'
import { Dialog } from '#web/ui/dialog'
import foot from '#web/ui/dialog-foot.module.css'
import { DoneMark } from '#web/ui/done-mark'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import classes from './finals.module.css'

type Sent = { sent: ToSend }
type Props = Sent & { opened: boolean; onClose: () => void; onClosed: () => void }

/** Sends existing files as they are: makes one link with all its terms. */
export function FinalsDialog({ sent, opened, onClose, onClosed }: Props) {
  const isNarrow = useIsNarrow()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={'review' in sent ? 'Send final files' : 'Send files'}
      size="var(--wm-dialog-width)"
      fullScreen={isNarrow}
      returnFocus={false}
      classNames={{ content: foot.content }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={onClosed}
    >
      <Finals
        key={'review' in sent ? sent.review._id : idsOf(sent.items).join()}
        sent={sent}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** What the link gives: all files, or `file`. */
function wordsOf(fileCount: number, file: { name: string } | null): string {
  if (fileCount === 0) return 'This review has no files to send.'
  const what = file ? file.name : formatCount(fileCount, 'file')
  return file || fileCount === 1
    ? `One link to ${what} from this review, as it is now. A copy is kept in your transfers and uses storage. The review doesn’t change.`
    : `One link to ${what} from this review, as they are now. Copies are kept in your transfers and use storage. The review doesn’t change.`
}

const idsOf = (items: readonly { id: string }[]) => items.map((item) => item.id)

function Finals({ sent, onClose }: Sent & { onClose: () => void }) {
  const [terms, setTerms] = useState<LinkTerms>({
    ...noTerms,
    title: 'review' in sent ? sent.review.name : '',
  })
  const [problems, setProblems] = useState<TermsProblems>({})
  const [isOneFile, setOneFile] = useState('review' in sent && sent.file !== null)
  const isEmpty = 'review' in sent && sent.review.fileCount === 0
  const send = useSendFinals((key) =>
    'review' in sent
      ? makeLink(
          terms,
          { review: sent.review._id, files: isOneFile && sent.file ? [sent.file.id] : undefined },
          key,
        )
      : linkOfItems(terms, idsOf(sent.items), key),
  )
  if (send.data) return <Done link={send.data} isMailed={terms.to.trim() !== ''} onClose={onClose} />
  const change = (changed: Partial<LinkTerms>) => {
    setTerms((before) => ({ ...before, ...changed }))
    setProblems((before) => problemsLeft(before, changed))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems({})
    send.mutate(undefined, {
      onError: (error) => setProblems(error instanceof TermsError ? error.problems : {}),
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {'review' in sent && sent.file && sent.review.fileCount > 1 && (
        <NativeSelect
          label="What to send"
          value={isOneFile ? 'file' : 'review'}
          data={[
            { value: 'file', label: sent.file.name },
            { value: 'review', label: `All ${formatCount(sent.review.fileCount, 'file')} in the review` },
          ]}
          onChange={(event) => setOneFile(event.currentTarget.value === 'file')}
        />
      )}
      <p className={classes.words}>
        {'review' in sent
          ? wordsOf(sent.review.fileCount, isOneFile ? sent.file : null)
          : `One link to ${nameOrCount(sent.items)} from your transfers. Files you add to a folder later are included too.`}
      </p>
      <LinkFields terms={terms} problems={problems} onChange={change} />
      <div className={foot.foot}>
        {send.error && !(send.error instanceof TermsError) && (
          <Alert color="pin" role="alert">
            {send.error.message}
          </Alert>
        )}
        <div className={foot.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" data-autofocus loading={send.isPending} disabled={isEmpty}>
            Create link
          </Button>
        </div>
      </div>
    </form>
  )
}

type DoneProps = { link: { id: string; url: string }; isMailed: boolean; onClose: () => void }

function Done({ link, isMailed, onClose }: DoneProps) {
  return (
    <div className={classes.form}>
      <Group justify="center">
        <DoneMark size={56} />
      </Group>
      <p className={classes.words} role="status">
        {isMailed ? 'The link is ready, and the emails are on their way. ' : 'The link is ready. '}
        You can still change any of its settings.
      </p>
      <LinkAtHand url={link.url} />
      <Group justify="flex-end" gap="xs">
        <Button component={Link} to={paths.sentDelivery(link.id)} variant="default" onClick={onClose}>
          Edit link or see downloads
        </Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </div>
  )
}
