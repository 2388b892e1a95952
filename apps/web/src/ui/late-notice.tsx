import { Button, CloseButton } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { dropFirstPage } from '#web/lib/first-view'
import type { Late } from '#web/ui/lazily'
import { PageMessage } from '#web/ui/page-message'
import { useIsOnline } from '#web/ui/use-is-online'
import classes from './late-notice.module.css'

type Props = { late: Late; what: string }

/** Replaces a page that failed to load. */
export function LatePage({ late }: { late: Late }) {
  useLayoutEffect(dropFirstPage, [])
  return (
    <div role="status">
      <PageMessage title="This page didn’t load" text={useReason(late)}>
        <Again late={late} />
      </PageMessage>
    </div>
  )
}

/** Replaces a part of a page. */
export function LatePart({ late, what }: Props) {
  return (
    <div role="status" className={classes.part}>
      <p className={classes.text}>
        {what} didn’t load. {useReason(late)}
      </p>
      <Again late={late} />
    </div>
  )
}

/** Replaces a dialog: over the page, which stays usable. */
export function LateDialog({ late, what, onClose }: Props & { onClose: () => void }) {
  return (
    <div role="status" className={classes.dialog}>
      <p className={classes.text}>
        {what} didn’t load. {useReason(late)}
      </p>
      <Again late={late} />
      <CloseButton aria-label="Dismiss" onClick={onClose} />
    </div>
  )
}

function useReason({ needsReload }: Late): string {
  const isOnline = useIsOnline()
  if (needsReload) return 'Reload the page to continue; your text is saved.'
  return isOnline
    ? 'Wingmark isn’t responding. Retrying automatically.'
    : 'You’re offline. It loads automatically once you’re back.'
}

function Again({ late: { needsReload, again } }: { late: Late }) {
  return needsReload ? (
    <Button size="xs" onClick={() => window.location.reload()}>
      Reload the page
    </Button>
  ) : (
    <Button size="xs" variant="default" onClick={again}>
      Try again
    </Button>
  )
}
