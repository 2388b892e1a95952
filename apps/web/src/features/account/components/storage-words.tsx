import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'

/** How much of the plan's storage is used; nothing until that is known. */
export function StorageWords() {
  const { data } = useQuery(usageQuery)
  if (!data) return null
  const { usedBytes, limitBytes } = data.storage
  return `${formatStorage(usedBytes)} of ${formatStorage(limitBytes)} used`
}
