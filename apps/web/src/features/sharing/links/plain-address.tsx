import { Switch } from '@mantine/core'
import type { ShareLink } from '@wingmark/contract/share-links'
import { useState } from 'react'
import rows from '../settings.module.css'
import choices from './choices.module.css'
import { LinkCard } from './link-card.tsx'
import type { ShareSettings } from './use-share-settings.ts'
import { isLinkOn } from './who-can-see.ts'

type Props = {
  reviewId: string
  link: ShareLink
  settings: ShareSettings
  onShowActivity: () => void
}

/** Whether the plain address opens the review, and its terms. */
export function PlainAddress({ reviewId, link, settings, onShowActivity }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const isOpen = settings.wantedPlainAddress ?? isLinkOn({ visibility: 'UNLISTED', share: link })
  return (
    <section aria-label="The address alone" className={rows.section}>
      <Switch
        label="Allow opening with the address alone"
        description={
          isOpen
            ? 'Anyone can copy it from the browser and pass it on. It’s turned off when you restrict access.'
            : 'Off: an address copied from the browser only works for members. Send the link instead.'
        }
        labelPosition="left"
        classNames={{ body: choices.switch, label: rows.label, description: choices.switchHint }}
        checked={isOpen}
        disabled={settings.saving}
        onChange={(event) => settings.setPlainAddress(event.currentTarget.checked)}
      />
      {isOpen && (
        <ul className={choices.cards} data-list>
          <LinkCard
            reviewId={reviewId}
            link={link}
            isOpen={isExpanded}
            onToggle={() => setExpanded(!isExpanded)}
            onShowActivity={onShowActivity}
          />
        </ul>
      )}
    </section>
  )
}
