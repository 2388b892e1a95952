import { Button, Progress } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { errorCatalogue } from '@wingmark/contract/errors'
import { isolated } from '@wingmark/contract/names'
import { shorten } from '@wingmark/contract/shorten'
import { StorageLink } from '#web/lib/storage-full'
import { useStore } from '#web/lib/store'
import { useIsOnline } from '#web/ui/use-is-online'
import { devicePerson } from '../device-person.ts'
import { readProgress } from '../sync/progress.ts'
import { syncState } from '../sync/sync-state.ts'
import { useDeviceReviews } from '../use-device-reviews.ts'
import classes from './device-reviews.module.css'

const shownFaults = 5

/** The upload's progress, its failures with reasons, and Retry. */
export function SyncStatus() {
  const { running } = useStore(syncState, (state) => state)
  const { reviews } = useDeviceReviews()
  const isOnline = useIsOnline()
  if (running) {
    const percent = running.total === 0 ? 0 : (running.done / running.total) * 100
    return (
      <div className={classes.status} role="status">
        <p className={classes.words}>
          {isOnline
            ? `Uploading “${isolated(running.name)}”: ${running.done} of ${running.total}`
            : `You’re offline. ${running.done} of ${running.total} are uploaded; the rest will follow once you’re back online.`}
        </p>
        <Progress value={percent} size={4} aria-label={`${percent.toFixed(0)} percent uploaded`} />
      </div>
    )
  }
  const person = devicePerson()
  if (reviews.length === 0 || person === null) return null
  const faults = reviews.flatMap(({ name, _id }) =>
    readProgress(_id).faults.map((fault) => ({ ...fault, name, key: `${_id} ${fault.what}` })),
  )
  const retry = async () => {
    const { runSync } = await import('../sync/run-sync.ts')
    await runSync(person, { retry: true })
  }
  return (
    <div className={classes.status}>
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.slice(0, shownFaults).map((fault, place) => (
            <li key={`${place} ${fault.key}`}>
              {shorten(fault.name, 40)}, {fault.what}: {fault.reason}{' '}
              {fault.reason === errorCatalogue.STORAGE_QUOTA.message && <StorageLink />}
            </li>
          ))}
          {faults.length > shownFaults && <li>and {faults.length - shownFaults} more</li>}
        </ul>
      )}
      {isOnline ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void retry()}
        >
          Retry
        </Button>
      ) : (
        <p className={classes.words}>It uploads automatically once you’re back online.</p>
      )}
    </div>
  )
}
