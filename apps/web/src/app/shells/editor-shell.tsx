import { LateOutlet } from '#web/app/shells/late-outlet'
import { UploadRoot } from '#web/app/upload-entry'

/** Where files are arranged: without a header, but new versions can be uploaded. */
export function EditorShell() {
  return (
    <>
      <LateOutlet />
      <UploadRoot />
    </>
  )
}
