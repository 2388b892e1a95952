import { BareShell } from '#web/app/shells/bare-shell'
import { UploadRoot } from '#web/app/upload-entry'

/** Where files are arranged: without a header, but new versions can be uploaded. */
export function EditorShell() {
  return (
    <>
      <BareShell />
      <UploadRoot />
    </>
  )
}
