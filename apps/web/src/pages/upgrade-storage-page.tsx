import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { StorageMeter } from '#web/features/account/components/settings/storage-meter'
import { MoreStorage } from '#web/features/plans/components/more-storage'
import { PaymentNews } from '#web/features/plans/components/payment-news'
import { StorageUseList } from '#web/features/plans/components/storage-use-list'
import { plansQuery, storageUseQuery } from '#web/features/plans/queries'
import { LoadError } from '#web/ui/load-error'
import { Page, PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'

export function UpgradeStoragePage() {
  const use = useQuery(storageUseQuery)
  const offers = useQuery(plansQuery)
  const error = use.error ?? offers.error
  const retry = () => void Promise.all([use.refetch(), offers.refetch()])
  return (
    <Page title="Storage" width="reading">
      <PaymentNews of="storage" />
      <Panel isPadded>
        <StorageMeter />
      </Panel>
      {error && !(use.data && offers.data) && <LoadError what="Your storage" onRetry={retry} />}
      {!error && !(use.data && offers.data) && <Skeleton height={240} />}
      {use.data && offers.data && (
        <>
          <PageSection title="Get more">
            <Panel isPadded>
              <MoreStorage offers={offers.data} />
            </Panel>
          </PageSection>
          <PageSection title="What uses it">
            <StorageUseList use={use.data} />
          </PageSection>
        </>
      )}
    </Page>
  )
}
