import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconCopy } from '@tabler/icons-react'
import type { ShareLink } from '@wingmark/contract/share-links'
import { useId, useState } from 'react'
import { AskFirst } from '#web/features/sharing/ask-first'
import { useDeleteLink } from '#web/features/sharing/queries'
import { toastError } from '#web/lib/toast'
import { useCopy } from '#web/ui/use-copy'
import rows from '../settings.module.css'
import choices from './choices.module.css'
import { LinkEnd } from './link-end.tsx'
import { LinkKey } from './link-key.tsx'
import { LinkName } from './link-name.tsx'
import { LinkRecord } from './link-record.tsx'
import links from './links.module.css'
import { NewLink } from './new-link.tsx'
import { CurrentSwitch, DecideSwitch, DownloadSwitch, ShareAccessChoice } from './share-choices.tsx'
import { useLinkSettings } from './use-share-settings.ts'
import { linkTerms, mayComment } from './who-can-see.ts'

type Props = {
  reviewId: string
  link: ShareLink
  isOpen: boolean
  onToggle: () => void
  onShowActivity: () => void
  onGone?: () => void
}

/** A named link or the plain address: what it gives, how much it is used and, when open, its settings. */
export function LinkCard({ reviewId, link, isOpen, onToggle, onShowActivity, onGone }: Props) {
  const { copied, copy } = useCopy()
  const name = link.isPlain ? 'The address alone' : link.name
  const panel = useId()
  const settings = useLinkSettings(reviewId, link)
  const copyLink = async () => {
    if (!(await copy(link.shareUrl))) toastError(`Copy this link: ${link.shareUrl}`)
  }
  return (
    <li className={links.linkCard}>
      <div className={links.linkHead}>
        <div className={links.linkWords}>
          <div className={choices.cardLabel}>{name}</div>
          <p className={rows.hint}>{linkTerms(settings.link)}</p>
          <LinkRecord link={link} onShow={onShowActivity} />
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={copied ? 'Copied' : `Copy link “${name}”`}
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copyLink}
        >
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <ActionIcon
          size={30}
          aria-label={`Settings of link “${name}”`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={onToggle}
        >
          <IconChevronDown size={18} className={links.chevron} data-open={isOpen || undefined} />
        </ActionIcon>
      </div>
      {isOpen && (
        <div id={panel} className={links.linkBody}>
          {link.can.rename && <LinkName name={link.name} reviewId={reviewId} linkId={link._id} />}
          <ShareAccessChoice
            value={settings.link.access}
            visibility="UNLISTED"
            isPlain={link.isPlain}
            onChange={(access) => settings.change({ access })}
          />
          <DownloadSwitch
            value={settings.link.allowDownload}
            onChange={(allowDownload) => settings.change({ allowDownload })}
          />
          <CurrentSwitch
            value={settings.link.onlyCurrent === true}
            onChange={(onlyCurrent) => settings.change({ onlyCurrent })}
          />
          {mayComment(settings.link.access) && (
            <DecideSwitch
              value={settings.allowDecide ?? link.allowDecide}
              onChange={(allowDecide) => settings.change({ allowDecide })}
            />
          )}
          <LinkKey settings={settings} />
          <LinkEnd settings={settings} />
          {link.can.rotate && <NewLink settings={settings} />}
          {link.can.delete && <DeleteLink reviewId={reviewId} link={link} onGone={onGone} />}
        </div>
      )}
    </li>
  )
}

type DeleteProps = { reviewId: string; link: ShareLink; onGone?: (() => void) | undefined }

function DeleteLink({ reviewId, link, onGone }: DeleteProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle')
  const remove = useDeleteLink(reviewId)
  if (step === 'asking') {
    return (
      <AskFirst
        keep="Keep link"
        act="Delete link"
        busy={remove.isPending}
        onKeep={() => setStep('kept')}
        onAct={() => void remove.mutateAsync(link._id).then(onGone, () => null)}
      >
        Anyone who came through “<bdi>{link.name}</bdi>” loses access immediately. What they wrote stays.
        Delete it?
      </AskFirst>
    )
  }
  return (
    <UnstyledButton className={rows.quiet} autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
      Delete link…
    </UnstyledButton>
  )
}
