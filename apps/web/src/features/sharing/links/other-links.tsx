import { Button, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ShareLink } from '@wingmark/contract/share-links'
import { useRef, useState } from 'react'
import rows from '../settings.module.css'
import { AddLink } from './add-link.tsx'
import choices from './choices.module.css'
import { LinkCard } from './link-card.tsx'

type Props = {
  reviewId: string
  isPrivate: boolean
  /** Undefined while loading. */
  links: readonly ShareLink[] | undefined
  /** Set if they failed to load. */
  onRetry: (() => void) | null
  onShowActivity: (linkId: string) => void
}

/** Further links, each with a name and its own terms. */
export function OtherLinks({ reviewId, isPrivate, links, onRetry, onShowActivity }: Props) {
  const [isAdding, setAdding] = useState(false)
  const [wasAdding, setWasAdding] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <section aria-label="More links" className={rows.section}>
      <div className={rows.row}>
        <div className={rows.rowText}>
          <Title order={3} className={rows.label} ref={title} tabIndex={-1}>
            More links
          </Title>
          <p className={rows.hint}>{hintFor({ isPrivate, links, onRetry })}</p>
        </div>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {!isAdding && !onRetry && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={!links}
            autoFocus={wasAdding}
            onClick={() => setAdding(true)}
          >
            Add link
          </Button>
        )}
      </div>
      {isAdding && (
        <AddLink
          reviewId={reviewId}
          onDone={(made) => {
            setAdding(false)
            setWasAdding(true)
            if (made) setOpened(made)
          }}
        />
      )}
      {links && links.length > 0 && (
        <ul className={choices.cards} data-list>
          {links.map((link) => (
            <LinkCard
              key={link._id}
              reviewId={reviewId}
              link={link}
              isOpen={opened === link._id}
              onToggle={() => setOpened(opened === link._id ? null : link._id)}
              onShowActivity={() => onShowActivity(link._id)}
              onGone={() => title.current?.focus()}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function hintFor({ isPrivate, links, onRetry }: Pick<Props, 'isPrivate' | 'links' | 'onRetry'>): string {
  if (onRetry) return 'They couldn’t be loaded. Nothing is lost.'
  if (isPrivate && links && links.length > 0) return 'While the review is private, no link opens it.'
  return 'Give each group its own link, to track and revoke it separately.'
}
