import { Button } from '@mantine/core'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useStackFile } from '#web/features/room/state/room-data'
import { versionWords } from '#web/features/room/state/version-words'
import classes from './version-bar.module.css'

/** Above a version that is not the current one: which it is, and the way back. */
export function VersionBar() {
  const { store } = useRoom()
  const stack = useStackFile()
  const shown = useCurrentFile()
  const arrived = useRoomState((state) => state.newVersion)
  if (!stack || !shown || shown.version === stack.version) return null
  const isNew = arrived === stack.version
  return (
    <div className={classes.bar} role="status">
      <span>
        {!isNew
          ? versionWords(shown.version, stack)
          : stack.version > shown.version
            ? `Version ${stack.version} is available`
            : `Version ${stack.version} is now the current version`}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => store.dispatch({ do: 'showVersion', number: null })}
      >
        {isNew ? `Show version ${stack.version}` : 'Show current version'}
      </Button>
    </div>
  )
}
