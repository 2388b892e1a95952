import { IconLink, IconLock, IconWorld } from '@tabler/icons-react'
import type { Review, Visibility } from '@wingmark/contract/reviews'
import classes from './review-card.module.css'

const looks: Record<Visibility, { label: string; Icon: typeof IconLock }> = {
  PRIVATE: { label: 'Private', Icon: IconLock },
  UNLISTED: { label: 'With link', Icon: IconLink },
  PUBLIC: { label: 'Public', Icon: IconWorld },
}

/** The same as a sign, where there is one line for everything. */
export function VisibilityIcon({ visibility }: { visibility: Review['visibility'] }) {
  const { label, Icon } = looks[visibility]
  return <Icon size={14} className={classes.sign} role="img" aria-label={label} title={label} />
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
