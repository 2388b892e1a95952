import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { plans } from '@wingmark/contract/plans'
import { MessagesMeter } from '#web/features/account/components/settings/messages-meter'
import { StorageMeter } from '#web/features/account/components/settings/storage-meter'
import { AiMeter } from '#web/features/ai/settings/ai-meter'
import { useReadPlanNews } from '#web/features/notifications/queries'
import { OwnPlan } from '#web/features/plans/components/own-plan'
import { PaymentNews } from '#web/features/plans/components/payment-news'
import { PlanColumns } from '#web/features/plans/components/plan-columns'
import { PlanTable } from '#web/features/plans/components/plan-table'
import { plansQuery, subscriptionQuery } from '#web/features/plans/queries'
import { useSession } from '#web/lib/session'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import { PlanFooter } from '#web/ui/plan-footer'
import classes from './pricing-page.module.css'

const columnsHeight = 240

export function PricingPage() {
  const { token } = useSession()
  const offers = useQuery(plansQuery)
  const own = useQuery({ ...subscriptionQuery, enabled: token !== null })
  useReadPlanNews()
  // The plan's buttons would move what is below.
  const isThere = offers.data && (own.isFetched || token === null)
  const given = offers.data?.hasAi ? 'storage, AI characters and messages' : 'storage and messages'
  return (
    <Page title="Unlock Commander" name="Pricing" note={offers.data && <HowItWorks {...offers.data} />}>
      {!offers.data && offers.error && <LoadError what="The plans" onRetry={() => void offers.refetch()} />}
      {!isThere && !offers.error && <Skeleton height={columnsHeight} />}
      {isThere && (
        <>
          {token && <PaymentNews of="plan" />}
          <PlanColumns offers={offers.data} plan={own.data?.plan ?? null} />
          <Text c="dimmed">
            Pilot and Commander have the same {given}. A Pilot can send {plans.PILOT.connectionsMax}{' '}
            connection requests; a Commander has no limit. A Commander has {given} even without a Connection
            Profile, but everyone needs one to connect.
          </Text>
          {token && <OwnPlan />}
          {token && (
            <PageSection title="What you use">
              <Panel isPadded>
                <div className={classes.use}>
                  <StorageMeter />
                  {offers.data.hasAi && <AiMeter />}
                  <MessagesMeter />
                </div>
              </Panel>
            </PageSection>
          )}
          <PageSection title="Compare plans">
            <Panel isPadded>
              <PlanTable offers={offers.data} />
            </Panel>
          </PageSection>
          <PlanFooter />
        </>
      )}
    </Page>
  )
}

function HowItWorks({ mode, operatorEmail }: { mode: string; operatorEmail: string | null }) {
  if (mode === 'OPEN') return 'On this server every plan is free.'
  if (mode === 'STRIPE') return 'Paid through Stripe, on Stripe’s own pages. Cancel at any time.'
  return (
    <>
      Plans on this server are assigned by the person who runs it
      {operatorEmail && (
        <>
          : <a href={`mailto:${operatorEmail}`}>{operatorEmail}</a>
        </>
      )}
      .
    </>
  )
}
