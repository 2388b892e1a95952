import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { Stat } from '#web/ui/stat'
import { UsageBar } from '#web/ui/usage-bar'

/** How much of the plan's storage is used. */
export function StorageStat() {
  const { data } = useQuery(usageQuery)
  const { usedBytes, limitBytes } = data?.storage ?? { usedBytes: 0, limitBytes: 1 }
  return (
    <Stat
      label="Storage used"
      value={data ? formatStorage(usedBytes) : '–'}
      note={data && `of ${formatStorage(limitBytes)}`}
    >
      <UsageBar used={usedBytes} limit={limitBytes} what="storage" mt={6} />
    </Stat>
  )
}
