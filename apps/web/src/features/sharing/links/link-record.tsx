import { UnstyledButton } from '@mantine/core'
import type { ShareLink } from '@wingmark/contract/share-links'
import { formatCount, formatRelativeTime } from '#web/lib/format'
import classes from './links.module.css'

/** A link's usage; opens its part of the record. Keeps its line while loading. */
export function LinkRecord({ link, onShow }: { link: ShareLink | undefined; onShow: () => void }) {
  if (!link) return <span className={classes.record}>{'\u00a0'}</span>
  const { openingCount, commentCount, lastOpenedAt } = link
  if (openingCount === 0 && commentCount === 0) return <span className={classes.record}>Not opened yet</span>
  const parts = [
    openingCount > 0 ? `Opened ${openingCount === 1 ? 'once' : formatCount(openingCount, 'time')}` : '',
    commentCount > 0 ? formatCount(commentCount, 'comment') : '',
    lastOpenedAt ? `last opened ${formatRelativeTime(lastOpenedAt)}` : '',
  ]
  return (
    <UnstyledButton className={classes.record} title="See who used it" onClick={onShow}>
      {parts.filter((part) => part !== '').join(' · ')}
    </UnstyledButton>
  )
}
