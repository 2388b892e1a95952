import { Link } from 'react-router'
import classes from './logo.module.css'

/** The mark and the word, as a link; `compact` hides the word on phones. */
export function Logo({ to, compact = false }: { to: string; compact?: boolean }) {
  return (
    <Link to={to} className={classes.link} data-touch aria-label="Wingmark">
      <LogoMark />
      <span className={classes.word} data-compact={compact || undefined}>
        Wingmark
      </span>
    </Link>
  )
}

export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
      <path d="M16 2.5c6.9 0 12.5 5.5 12.5 12.3 0 4.3-2.3 7.6-5.3 10.3-2 1.8-4.3 3.2-6.2 4.300a2 2 0 0 1-2 0c-1.9-1.1-4.2-2.5-6.2-4.3-3-2.7-5.3-6-5.3-10.300C3.5 8 9.1 2.5 16 2.500Z" />
      <path d="m9.8 11.3 3 8.4 3.2-6.9 3.2 6.9 3-8.4" className={classes.wing} />
    </svg>
  )
}
