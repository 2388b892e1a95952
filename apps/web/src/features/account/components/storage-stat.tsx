import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { Stat } from '#web/ui/stat'

/** How much of the plan's storage is used. */
export function StorageStat() {
  const { data } = useQuery(usageQuery)
  const { usedBytes, limitBytes } = data?.storage ?? { usedBytes: 0, limitBytes: 1 }
  const percent = Math.min(100, (usedBytes / limitBytes) * 100)
  return (
    <Stat
      label="Storage used"
      value={data ? formatStorage(usedBytes) : '–'}
      note={data && `of ${formatStorage(limitBytes)}`}
    >
      <Progress
        value={percent}
        size={4}
        mt={6}
        color={percent > 90 ? 'pin' : 'gray'}
        aria-label={`${percent.toFixed(0)} percent of the storage used`}
      />
    </Stat>
  )
}
