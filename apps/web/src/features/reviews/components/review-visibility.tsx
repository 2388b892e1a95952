import { IconLink, IconLock, IconWorld } from '@tabler/icons-react'
import type { Review, Visibility } from '@wingmark/contract/reviews'
import classes from './review-card.module.css'

const looks: Record<Visibility, { label: string; Icon: typeof IconLock }> = {
  PRIVATE: { label: 'Private', Icon: IconLock },
  UNLISTED: { label: 'With link', Icon: IconLink },
  PUBLIC: { label: 'Public', Icon: IconWorld },
}

/** Who can find the review: its members, anyone with the link, or everybody. */
export function ReviewVisibility({ visibility }: { visibility: Review['visibility'] }) {
  const { label, Icon } = looks[visibility]
  return (
    <p className={classes.visibility}>
      <Icon size={14} aria-hidden />
      {label}
    </p>
  )
}
