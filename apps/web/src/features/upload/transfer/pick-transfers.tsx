import { Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { filesOfFolder } from '../dropped-files.ts'
import { handlePicker, rememberHandle } from '../file-handles.ts'
import { pickerWanted } from './picker-wanted.ts'
import { transfers } from './transfer-runtime.ts'

const hasFolders = matchMedia('(pointer: fine)').matches

/** Picks files of any type, or a folder, whose subfolders are created. */
export function PickTransfers() {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement, chosen: readonly File[]) => {
    const taken = [...chosen]
    const isChoice = input.files?.length !== 0
    // Emptied, so that choosing the same files again fires an event.
    input.value = ''
    if (isChoice) transfers.add(taken)
  }
  const pick = async () => {
    const picker = handlePicker()
    if (!picker) return files.current?.click()
    // Cancelling the picker is not an error.
    const handles = await picker({ multiple: true, id: 'wingmark-transfer', types: [] }).catch(() => [])
    if (handles.length === 0) return
    transfers.add(Promise.all(handles.map(async (handle) => rememberHandle(await handle.getFile(), handle))))
  }
  const onWanted = useEffectEvent(pick)
  useEffect(() => {
    if (!pickerWanted.get()) return
    pickerWanted.dispatch(false)
    if (navigator.userActivation.isActive) void onWanted()
  }, [])
  return (
    <Group gap="xs" justify="center">
      <Button data-autofocus onClick={() => void pick()}>
        Select Files
      </Button>
      {hasFolders && (
        <Button variant="default" onClick={() => folder.current?.click()}>
          Select folder
        </Button>
      )}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to transfer"
        onChange={({ currentTarget }) => take(currentTarget, [...(currentTarget.files ?? [])])}
      />
      <input
        ref={(input) => {
          folder.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label="Folder to transfer"
        onChange={({ currentTarget }) => take(currentTarget, filesOfFolder([...(currentTarget.files ?? [])]))}
      />
    </Group>
  )
}
