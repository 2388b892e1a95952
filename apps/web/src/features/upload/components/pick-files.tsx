import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconChevronDown, IconFiles, IconFolder } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { acceptAttribute, acceptTypes } from '#web/lib/choose-files'
import { filesOfFolder, withoutHidden } from '../dropped-files.ts'
import { handlePicker, rememberHandle } from '../file-handles.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './pick-files.module.css'

type Props = { children: ReactNode; isMain?: boolean } & Pick<
  ButtonProps,
  'variant' | 'loading' | 'leftSection'
>

const isPhone = !matchMedia('(pointer: fine)').matches

/** The button that picks files; beside it, if folders are supported, one for a folder. */
export function PickFiles({ children, isMain, ...look }: Props) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const processing = useUploads((session) => session.processing)

  // The pressed button is gone or disabled while files are checked.
  useEffect(() => {
    if (!processing && document.activeElement === document.body) button.current?.focus()
  }, [processing])

  const pick = async () => {
    const picker = handlePicker()
    if (!picker) return files.current?.click()
    const types = [{ description: 'Images and PDF', accept: acceptTypes('REVIEW') }]
    // Cancelling the picker is not an error.
    const handles = await picker({ multiple: true, id: 'wingmark-upload', types }).catch(() => [])
    if (handles.length === 0) return
    uploads.add(Promise.all(handles.map(async (handle) => rememberHandle(await handle.getFile(), handle))))
  }

  return (
    <div className={classes.pick}>
      <Button
        {...look}
        ref={button}
        className={isPhone ? undefined : classes.files}
        data-autofocus={isMain}
        onClick={() => void pick()}
      >
        {children}
      </Button>
      {!isPhone && (
        <Menu position="top-end">
          <Menu.Target>
            <Button variant={look.variant} className={classes.more} aria-label="Choose files or folder">
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFiles size={16} aria-hidden />} onClick={() => void pick()}>
              Select files
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFolder size={16} aria-hidden />}
              onClick={() => folder.current?.click()}
            >
              Select folder
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={acceptAttribute('REVIEW')}
        aria-label="Files to upload"
        onChange={(event) => take([...(event.currentTarget.files ?? [])], event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder to upload"
        {...{ webkitdirectory: '' }}
        onChange={(event) =>
          take(withoutHidden(filesOfFolder([...(event.currentTarget.files ?? [])])), event.currentTarget)
        }
      />
    </div>
  )
}

function take(chosen: File[], input: HTMLInputElement): void {
  // Emptied, so that choosing the same files again fires an event.
  input.value = ''
  if (chosen.length > 0) uploads.add(chosen)
}
