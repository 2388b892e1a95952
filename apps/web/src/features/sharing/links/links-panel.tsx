import { useQuery } from '@tanstack/react-query'
import type { Review } from '@wingmark/contract/reviews'
import { useId, useState } from 'react'
import { linksQuery } from '#web/features/sharing/queries'
import { Fold } from '#web/ui/fold'
import { AiSwitch } from './ai-switch.tsx'
import { KeyTriesNotice } from './key-tries.tsx'
import { LinkEnd } from './link-end.tsx'
import { LinkKey } from './link-key.tsx'
import { LinkRecord } from './link-record.tsx'
import { LinkRow } from './link-row.tsx'
import classes from './links.module.css'
import { NewLink } from './new-link.tsx'
import { OtherLinks } from './other-links.tsx'
import { PlainAddress } from './plain-address.tsx'
import {
  CurrentSwitch,
  DecideSwitch,
  DownloadSwitch,
  ShareAccessChoice,
  VisibilityChoice,
} from './share-choices.tsx'
import type { ShareSettings } from './use-share-settings.ts'
import { isLinkOn, mayComment, optionsNow, whoCanSee } from './who-can-see.ts'

type Props = { review: Review; settings: ShareSettings; onShowActivity: (linkId: string) => void }

/** First the link to send, then the two questions, then all else. */
export function LinksPanel({ review, settings, onShowActivity }: Props) {
  const { _id: reviewId } = review
  const { data: links, error, refetch } = useQuery(linksQuery(reviewId))
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const { visibility, link } = settings
  const plain = links?.find((one) => one.isPlain)
  const others = links?.filter((one) => !one.isFirst && !one.isPlain)
  const state = { visibility, share: link, plain }
  const first = links?.find((one) => one.isFirst)
  return (
    <>
      <LinkRow url={link.shareUrl ?? ''} isOn={isLinkOn(state)} />
      <div className={classes.sentence}>
        <p role="status">{whoCanSee(state)}</p>
        <LinkRecord link={first} onShow={() => first && onShowActivity(first._id)} />
      </div>
      {links?.map((one) => (
        <KeyTriesNotice key={one._id} reviewId={reviewId} link={one} />
      ))}
      <VisibilityChoice
        value={visibility}
        isPlainOpen={plain ? isLinkOn({ visibility: 'UNLISTED', share: plain }) : link.plainAddress === true}
        onChange={settings.setVisibility}
      />
      {visibility !== 'PRIVATE' && (
        <ShareAccessChoice
          label="What can they do?"
          value={link.access}
          visibility={visibility}
          onChange={(access) => settings.change({ access })}
        />
      )}
      <Fold isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)}>
        <span className={classes.more}>More options</span>{' '}
        {optionsNow(state, { others: others?.length, isFailed: error !== null && !links })}
      </Fold>
      {isOpen && (
        <div id={panel} className={classes.options}>
          {visibility === 'UNLISTED' && link.access !== 'NONE' && (
            <>
              <LinkKey settings={settings} />
              <LinkEnd settings={settings} />
            </>
          )}
          {visibility !== 'PRIVATE' && (
            <DownloadSwitch
              value={link.allowDownload}
              onChange={(allowDownload) => settings.change({ allowDownload })}
            />
          )}
          {visibility !== 'PRIVATE' && (
            <CurrentSwitch
              value={link.onlyCurrent === true}
              onChange={(onlyCurrent) => settings.change({ onlyCurrent })}
            />
          )}
          {first && visibility !== 'PRIVATE' && mayComment(link.access) && (
            <DecideSwitch
              value={settings.allowDecide ?? first.allowDecide}
              onChange={(allowDecide) => settings.change({ allowDecide })}
            />
          )}
          <AiSwitch review={review} />
          {visibility !== 'PUBLIC' && <NewLink settings={settings} />}
          {visibility === 'UNLISTED' && plain && (
            <PlainAddress
              reviewId={reviewId}
              link={plain}
              settings={settings}
              onShowActivity={() => onShowActivity(plain._id)}
            />
          )}
          <OtherLinks
            reviewId={reviewId}
            isPrivate={visibility === 'PRIVATE'}
            links={others}
            onRetry={error && !links ? () => void refetch() : null}
            onShowActivity={onShowActivity}
          />
        </div>
      )}
    </>
  )
}
