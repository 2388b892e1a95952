import { useLinkAtHand } from '#web/ui/use-link-at-hand'
import { LinkRow } from './link-row.tsx'
import classes from './links.module.css'

/** A new link, already copied if the browser permits. */
export function LinkAtHand({ url }: { url: string }) {
  const state = useLinkAtHand(url)
  return (
    <div className={classes.atHand}>
      <LinkRow url={url} isOn />
      <p className={classes.copiedNote} role="status">
        {state === 'copied' && 'The link has been copied.'}
      </p>
    </div>
  )
}
