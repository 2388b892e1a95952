import classes from './lost-pin.module.css'

/** A pin beside an empty page. */
export function LostPin() {
  return (
    <svg width="120" height="96" viewBox="0 0 120 96" role="presentation">
      <rect x="12.5" y="20.5" width="72" height="63" rx="6" className={classes.sheet} />
      <path d="M92 44V32a12 12 0 1 1 12 12Z" className={classes.pin} />
      <path d="M92 52v6M92 64v6M92 76v6" className={classes.trail} />
    </svg>
  )
}
