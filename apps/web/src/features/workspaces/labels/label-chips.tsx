import type { Label, LabelColor } from '@wingmark/contract/labels'
import classes from './label-chips.module.css'

/** Always beside its name. */
export const LabelDot = ({ color }: { color: LabelColor }) => (
  <span
    className={classes.dot}
    style={{ background: `var(--wm-label-${color.toLowerCase()})` }}
    aria-hidden
  />
)

/** Names with their colours; renders nothing without any. */
export function LabelChips({ labels, className = '' }: { labels: readonly Label[]; className?: string }) {
  if (labels.length === 0) return null
  return (
    <ul className={`${classes.chips} ${className}`} aria-label="Labels">
      {labels.map(({ _id, name, color }) => (
        <li key={_id} className={classes.chip}>
          <LabelDot color={color} />
          <span className={classes.name}>{name}</span>
        </li>
      ))}
    </ul>
  )
}
