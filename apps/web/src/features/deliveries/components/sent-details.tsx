import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { DeliveryDetails } from '@wingmark/contract/deliveries'
import { DeliveryItems } from '#web/features/deliveries/components/delivery-items'
import { DeliveryLinks } from '#web/features/deliveries/components/delivery-links'
import { DeliveryRecord } from '#web/features/deliveries/components/delivery-record'
import { DeliveryTerms } from '#web/features/deliveries/components/delivery-terms'
import { DeliveryWords } from '#web/features/deliveries/components/delivery-words'
import { deliveryFacts, stateWords } from '#web/features/deliveries/delivery-facts'
import { useDeliveryLive } from '#web/features/deliveries/use-delivery-live'
import { LinkRow } from '#web/features/sharing/links/link-row'
import { PageSection } from '#web/ui/page'
import classes from './deliveries.module.css'

/** Everything about what one has sent, and all of it can still be changed. */
export function SentDetails({ delivery }: { delivery: DeliveryDetails }) {
  useDeliveryLive(delivery)
  const { state, shareUrl } = delivery
  return (
    <>
      <div className={classes.fields}>
        <p className={classes.facts} role="status">
          {state === 'OPEN' ? '' : `${stateWords[state]} · `}
          {deliveryFacts(delivery)}
        </p>
        <LinkRow url={shareUrl} isOn={state === 'OPEN' || state === 'WAITING'} />
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
            See it as they do
          </Button>
        </div>
      </div>
      <PageSection title="Title and message">
        <DeliveryWords delivery={delivery} />
      </PageSection>
      <PageSection title="Files">
        <DeliveryItems id={delivery._id} />
      </PageSection>
      <PageSection title="Terms">
        <DeliveryTerms delivery={delivery} />
      </PageSection>
      <PageSection title="Recipients and links">
        <DeliveryLinks delivery={delivery} />
      </PageSection>
      <PageSection title="Who fetched what">
        <DeliveryRecord id={delivery._id} />
      </PageSection>
    </>
  )
}
