import { useEffect, useEffectEvent, useRef } from 'react'
import { usePlanNews, useReadNotifications } from '#web/features/notifications/queries'
import { usePlanChanged } from '#web/features/plans/queries'
import { openPopup, whenNoDialog } from '#web/lib/popups'

/** Shows a new plan once, on any page; a change of plan reads everything affected again. */
export function PlanNews() {
  const { started, newest } = usePlanNews()
  const { mutate: read } = useReadNotifications()
  const changed = usePlanChanged()
  const known = useRef(newest)
  // Of a person's open pages, the one that marked it as read shows it.
  const show = useEffectEvent((id: string) =>
    read({ ids: [id] }, { onSuccess: ({ ids }) => ids.includes(id) && openPopup('commander-success') }),
  )
  useEffect(() => (started === null ? undefined : whenNoDialog(() => show(started))), [started])
  const compare = useEffectEvent(() => {
    if (known.current !== undefined && known.current !== newest) void changed()
    known.current = newest
  })
  useEffect(() => compare(), [newest])
  return null
}
