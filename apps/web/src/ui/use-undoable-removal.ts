import { useEffect, useState } from 'react'
import { toastForError } from '#web/lib/error-toast'
import { createRemovals } from '#web/lib/removals'
import { offerUndo } from '#web/lib/undo'

type Options = {
  /** The address that deletes it, if the page closes meanwhile. */
  pathOf: (id: string) => string
  commit: (id: string) => Promise<unknown>
  said: string
}

/** Hides removed items at once; deletes them once Undo has passed or the screen is left. */
export function useUndoableRemoval({ pathOf, commit, said }: Options) {
  const [removals] = useState(() => createRemovals())
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [offers] = useState<(() => void)[]>(() => [])
  useEffect(() => {
    const stop = removals.start()
    return () => {
      stop()
      // They are deleted now, so Undo is over.
      for (const end of offers.splice(0)) end()
    }
  }, [removals, offers])
  const remove = (id: string) => {
    const show = () => setHidden((before) => before.filter((one) => one !== id))
    setHidden((before) => [...before, id])
    const { cancel, settle } = removals.add(pathOf(id), () =>
      commit(id).then(show, (failure: unknown) => {
        show()
        toastForError(failure)
      }),
    )
    const undo = () => {
      cancel()
      show()
    }
    offers.push(offerUndo(said, undo, settle))
  }
  return { hidden, remove }
}
