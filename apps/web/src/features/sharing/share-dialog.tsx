import { Tabs } from '@mantine/core'
import { isolated } from '@wingmark/contract/names'
import type { Review } from '@wingmark/contract/reviews'
import { type KeyboardEvent, useState } from 'react'
import { isKey } from '#web/lib/keys'
import type { ShareRequest } from '#web/lib/share-request'
import { Dialog } from '#web/ui/dialog'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import { ActivityPanel } from './activity/activity-panel.tsx'
import { LinksPanel } from './links/links-panel.tsx'
import { useShareSettings } from './links/use-share-settings.ts'
import { membershipOfReview, membershipOfWorkspace } from './people/membership.ts'
import { PeoplePanel } from './people/people-panel.tsx'
import classes from './share-dialog.module.css'

type Props = {
  wanted: ShareRequest
  opened: boolean
  onClose: () => void
  /** After its exit, when the focus can return. */
  onClosed: () => void
}

/** Who has access to a review or workspace, how, and who used it. Changes apply at once. */
export function ShareDialog({ wanted, opened, onClose, onClosed }: Props) {
  const isNarrow = useIsNarrow()
  const { name } = wanted.kind === 'REVIEW' ? wanted.review : wanted.workspace
  const isShare = wanted.kind === 'REVIEW' && wanted.review.can.share
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      // Our own handler: a form or question inside may use Escape itself, wherever the focus is.
      closeOnEscape={false}
      onKeyDown={(event) => isForDialog(event) && onClose()}
      onExitTransitionEnd={onClosed}
      title={isShare ? `Share “${isolated(name)}”` : `People in “${isolated(name)}”`}
      size="var(--wm-dialog-width)"
      // At a fixed distance from the top, so that longer tabs do not move it.
      centered={false}
      yOffset="6dvh"
      fullScreen={isNarrow}
      classNames={{ title: classes.title, body: classes.body }}
    >
      {isShare ? (
        <OwnerTabs review={wanted.review} first={wanted.isForPeople ? 'people' : 'links'} onClose={onClose} />
      ) : (
        <PeoplePanel membership={circleOf(wanted)} onClose={onClose} />
      )}
    </Dialog>
  )
}

const circleOf = (wanted: ShareRequest) =>
  wanted.kind === 'REVIEW' ? membershipOfReview(wanted.review) : membershipOfWorkspace(wanted.workspace)

function isForDialog(event: KeyboardEvent): boolean {
  const { target } = event
  const isInner = target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]')
  return isKey(event, 'Escape') && !isInner
}

type Tab = 'links' | 'people' | 'activity'
const isTab = (value: string | null): value is Tab =>
  value === 'links' || value === 'people' || value === 'activity'

// Rendered again each time the dialog opens: it starts from the current review.
function OwnerTabs({ review, first, onClose }: { review: Review; first: Tab; onClose: () => void }) {
  const settings = useShareSettings(review)
  const [tab, setTab] = useState<Tab>(first)
  const [link, setLink] = useState<string | null>(null)
  const showActivity = (linkId: string) => {
    setLink(linkId)
    setTab('activity')
  }
  return (
    <Tabs
      value={tab}
      onChange={(value) => isTab(value) && setTab(value)}
      keepMounted={false}
      classNames={{ panel: classes.panel }}
    >
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="links">Links</Tabs.Tab>
        <Tabs.Tab value="people">People</Tabs.Tab>
        <Tabs.Tab value="activity">Activity</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="links">
        <LinksPanel review={review} settings={settings} onShowActivity={showActivity} />
      </Tabs.Panel>
      <Tabs.Panel value="people">
        <PeoplePanel membership={membershipOfReview(review)} onClose={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <ActivityPanel reviewId={review._id} link={link} onLink={setLink} />
      </Tabs.Panel>
    </Tabs>
  )
}
