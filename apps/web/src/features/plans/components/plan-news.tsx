import { useEffect, useEffectEvent } from 'react'
import { useLatestNotifications, useReadNotifications } from '#web/features/notifications/queries'
import { startedNews } from '#web/features/plans/plan-news'
import { usePlanChanged } from '#web/features/plans/queries'
import { openPopup } from '#web/lib/popups'

/** On whichever page they are: a plan that was paid for or given is shown once, whenever they come by. */
export function PlanNews() {
  const started = startedNews(useLatestNotifications())
  const { mutate: read } = useReadNotifications()
  const changed = usePlanChanged()
  const show = useEffectEvent((id: string) => {
    read({ ids: [id] })
    void changed()
    openPopup('commander-success')
  })
  useEffect(() => {
    if (started !== null) show(started)
  }, [started])
  return null
}
