import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { DeliveryDetails } from '@wingmark/contract/deliveries'
import { DeliveryItems } from '#web/features/deliveries/components/delivery-items'
import { DeliveryLinks } from '#web/features/deliveries/components/delivery-links'
import { DeliveryRecord } from '#web/features/deliveries/components/delivery-record'
import { DeliveryTerms } from '#web/features/deliveries/components/delivery-terms'
import { DeliveryWords } from '#web/features/deliveries/components/delivery-words'
import { accessWords, deliveryFacts, stateWords } from '#web/features/deliveries/delivery-facts'
import { useChangeDelivery } from '#web/features/deliveries/queries'
import { useDeliveryAccess } from '#web/features/deliveries/use-delivery-access'
import { useDeliveryLive } from '#web/features/deliveries/use-delivery-live'
import { LinkRow } from '#web/features/sharing/links/link-row'
import { PageSection } from '#web/ui/page'
import classes from './deliveries.module.css'

/** What became of a sent delivery, then all that can still be changed. */
export function SentDetails({ delivery }: { delivery: DeliveryDetails }) {
  useDeliveryLive(delivery)
  const { state, shareUrl, isLinkOpen } = delivery
  const access = useDeliveryAccess(delivery)
  return (
    <>
      <div className={classes.fields}>
        <p className={classes.facts} role="status">
          {state === 'OPEN' ? '' : `${stateWords[state]} · `}
          {deliveryFacts(delivery)}
        </p>
        {isLinkOpen && <LinkRow url={shareUrl} isOn={state === 'OPEN' || state === 'WAITING'} />}
        {!isLinkOpen && state !== 'CLOSED' && <ClosedLink delivery={delivery} />}
        <div className={classes.buttons}>
          <Button
            component="a"
            href={shareUrl}
            target="_blank"
            rel="noreferrer"
            size="xs"
            variant="default"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            Preview as recipient
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={access.isBusy}
            onClick={state === 'CLOSED' ? access.open : access.close}
          >
            {accessWords(delivery)}
          </Button>
        </div>
      </div>
      <PageSection title="Recipients and links">
        <DeliveryLinks delivery={delivery} />
      </PageSection>
      <PageSection title="Activity">
        <DeliveryRecord id={delivery._id} />
      </PageSection>
      <PageSection title="Files">
        <DeliveryItems delivery={delivery} />
      </PageSection>
      <PageSection title="Title and message">
        <DeliveryWords delivery={delivery} />
      </PageSection>
      <PageSection title="Terms">
        <DeliveryTerms delivery={delivery} />
      </PageSection>
    </>
  )
}

/** Replaces the closed main link while others are open. */
function ClosedLink({ delivery: { _id: id, links } }: { delivery: DeliveryDetails }) {
  const change = useChangeDelivery(id)
  const main = links.filter((link) => link.isFirst).map((link) => link._id)
  return (
    <div className={classes.buttons}>
      <p className={classes.notice}>The main link is turned off. Other links still open it.</p>
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ access: 'VIEW', links: main })}
      >
        Turn on main link
      </Button>
    </div>
  )
}
